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
import type { OperationLimits } from '../limits-by-viewer.ts';
import { refusal } from './refusal.ts';

/** Responses repeat names once per list item, and validation compares them with the names of the schema. */
const MAX_NAME_LENGTH = 100;

/**
 * Refuses a document that is expensive to validate or to answer.
 *
 * @throws {GraphQLError} when a name is too long, or the document repeats fields too often
 */
export function requireModestDocument(document: DocumentNode, { breadth }: OperationLimits): void {
  for (let token = document.loc?.startToken; token; token = token.next ?? undefined) {
    if (token.kind === TokenKind.NAME && token.value.length > MAX_NAME_LENGTH) {
      throw refusal(
        `A name in a document can have at most ${MAX_NAME_LENGTH} characters.`,
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
  // Validation compares all pairs of fields with the same name in the response. A document within its breadth limit
  // has fewer pairs, unless it repeats fields.
  const pairs = [...counts.values()].reduce((sum, count) => sum + (count * (count - 1)) / 2, 0);
  if (pairs > breadth ** 2 / 4) {
    throw refusal('The document repeats the same fields too often.', 'GRAPHQL_VALIDATION_FAILED');
  }
}

/** Mutations run one after another. Each can cost as much as a whole operation. */
const MAX_MUTATIONS = 10;

/** A validation rule: limits the mutations of an operation, under all aliases and in all fragments. */
function fewMutations(context: ValidationContext): ASTVisitor {
  const inFragments = new Map<string, number>();
  const countAll = (selections: readonly SelectionNode[]): number =>
    selections.reduce((sum, selection) => sum + count(selection), 0);

  function count(selection: SelectionNode): number {
    if (selection.kind === Kind.FIELD) return 1;
    if (selection.kind === Kind.INLINE_FRAGMENT) return countAll(selection.selectionSet.selections);
    const name = selection.name.value;
    // Each fragment is counted once. A cycle of fragments counts as 0, and another rule refuses it.
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
        new GraphQLError(`An operation can have at most ${MAX_MUTATIONS} mutations.`, { nodes: node }),
      );
    },
  };
}

const CONDITIONS = new Set(['skip', 'include']);

/**
 * A validation rule: the field of a subscription has no condition. graphql-js fails on a subscription without a
 * field.
 */
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
        new GraphQLError('The field of a subscription must not have @skip or @include.', { nodes: node }),
      );
    },
  };
}

/** The validation rules that this service adds to those of the specification. */
export const OWN_RULES = [fewMutations, wholeSubscriptions];

/**
 * Refuses too many variables before their types are checked: the type check prints every invalid value into its
 * errors. The limit of the body or the URL bounds the length of strings.
 *
 * @param variables the variables as they were sent
 * @throws {GraphQLError} when there are too many values, or they are nested too deeply
 */
export function requireModestVariables(variables: unknown, { values, nesting }: OperationLimits): void {
  let left = values;
  let level = [variables];
  for (let depth = 0; level.length > 0; depth++) {
    if (depth > nesting) throw refusal(`Variables can be nested at most ${nesting} levels deep.`, CODE);
    const below: unknown[] = [];
    for (const value of level) {
      if (typeof value !== 'object' || value === null) continue;
      const children = Object.values(value);
      left -= children.length;
      if (left < 0) throw refusal(`Variables can have at most ${values} keys and items.`, CODE);
      for (const child of children) below.push(child);
    }
    level = below;
  }
}

const CODE = 'BAD_USER_INPUT';
