import {
  type ASTVisitor,
  type DocumentNode,
  GraphQLError,
  Kind,
  OperationTypeNode,
  type SelectionNode,
  TokenKind,
  type ValidationContext,
  visit,
} from 'graphql';
import type { Actor } from '../domain/identity/actor.ts';
import { refusal } from './refusal.ts';

/** What an operation may cost at most. */
export interface DocumentLimits {
  readonly depth: number;
  readonly breadth: number;
  readonly complexity: number;
  /** Bytes of the request's body. */
  readonly body: number;
  /** Keys and items of the variables, at every level together. */
  readonly values: number;
  /** How deep the variables may be nested. */
  readonly nesting: number;
}

/** A picture in base64 and a list of commands with their options fit in. */
const KNOWN_INPUT = { body: 1024 * 1024, values: 20_000, nesting: 20 };

const LIMITS = {
  // Twice the longest document: strangers have nothing long to send.
  anonymous: { depth: 10, breadth: 100, complexity: 1000, body: 64 * 1024, values: 1000, nesting: 10 },
  known: { depth: 12, breadth: 200, complexity: 2000, ...KNOWN_INPUT },
  moderator: { depth: 15, breadth: 400, complexity: 5000, ...KNOWN_INPUT },
} satisfies Record<string, DocumentLimits>;

/** By the kind of viewer: who can be held to account may ask for more. */
export function documentLimits(actor: Actor): DocumentLimits {
  if (actor.kind === 'anonymous') return LIMITS.anonymous;
  return actor.kind === 'user' && actor.role !== null ? LIMITS.moderator : LIMITS.known;
}

/** Names are repeated in answers, once for each item of a list, and are compared with those of the schema. */
const MAX_NAME_LENGTH = 100;

/**
 * Refuses, before it is validated, what would be dear to validate or to answer.
 *
 * @throws {GraphQLError} when a name is too long, or fields are repeated too often
 */
export function requireModestDocument(document: DocumentNode, { breadth }: DocumentLimits): void {
  for (let token = document.loc?.startToken; token; token = token.next ?? undefined) {
    if (token.kind === TokenKind.NAME && token.value.length > MAX_NAME_LENGTH) {
      throw refusal(
        `A name in a document has at most ${MAX_NAME_LENGTH} characters.`,
        'GRAPHQL_VALIDATION_FAILED',
      );
    }
  }
  const counts = new Map<string, number>();
  visit(document, {
    Field({ name, alias }) {
      const key = (alias ?? name).value;
      counts.set(key, (counts.get(key) ?? 0) + 1);
    },
  });
  // Validation compares each two fields that answer under the same name. A document within its breadth limit has
  // fewer pairs, unless it repeats fields.
  const pairs = [...counts.values()].reduce((sum, count) => sum + (count * (count - 1)) / 2, 0);
  if (pairs > breadth ** 2 / 4) {
    throw refusal('The document repeats the same fields too often.', 'GRAPHQL_VALIDATION_FAILED');
  }
}

/** Mutations run one after another, and each can be as dear as an operation of its own. */
const MAX_MUTATIONS = 10;

/** A rule of validation: no document has more mutations than this, under whatever aliases and in whatever fragments. */
function fewMutations(context: ValidationContext): ASTVisitor {
  const inFragments = new Map<string, number>();
  const countAll = (selections: readonly SelectionNode[]): number =>
    selections.reduce((sum, selection) => sum + count(selection), 0);

  function count(selection: SelectionNode): number {
    if (selection.kind === Kind.FIELD) return 1;
    if (selection.kind === Kind.INLINE_FRAGMENT) return countAll(selection.selectionSet.selections);
    const name = selection.name.value;
    // Each fragment is counted once: in a circle, which another rule refuses, it counts nothing.
    if (!inFragments.has(name)) {
      inFragments.set(name, 0);
      inFragments.set(name, countAll(context.getFragment(name)?.selectionSet.selections ?? []));
    }
    return inFragments.get(name) ?? 0;
  }

  return {
    OperationDefinition(node) {
      if (node.operation !== OperationTypeNode.MUTATION) return;
      if (countAll(node.selectionSet.selections) <= MAX_MUTATIONS) return;
      context.reportError(
        new GraphQLError(`An operation has at most ${MAX_MUTATIONS} mutations.`, { nodes: node }),
      );
    },
  };
}

const CONDITIONS = new Set(['skip', 'include']);

/** A rule of validation: the field of a subscription is not left out on a condition, at which graphql-js breaks. */
function wholeSubscriptions(context: ValidationContext): ASTVisitor {
  const seen = new Set<string>();
  function isConditional(selection: SelectionNode): boolean {
    if (selection.directives?.some(({ name }) => CONDITIONS.has(name.value))) return true;
    if (selection.kind === Kind.FIELD) return false;
    if (selection.kind === Kind.INLINE_FRAGMENT) return selection.selectionSet.selections.some(isConditional);
    const name = selection.name.value;
    if (seen.has(name)) return false;
    seen.add(name);
    return context.getFragment(name)?.selectionSet.selections.some(isConditional) ?? false;
  }
  return {
    OperationDefinition(node) {
      if (node.operation !== OperationTypeNode.SUBSCRIPTION) return;
      if (!node.selectionSet.selections.some(isConditional)) return;
      context.reportError(
        new GraphQLError('The field of a subscription has neither @skip nor @include.', { nodes: node }),
      );
    },
  };
}

/** What this service demands of documents beside what the specification does. */
export const OWN_RULES = [fewMutations, wholeSubscriptions];
