import {
  type ASTVisitor,
  GraphQLError,
  Kind,
  OperationTypeNode,
  type SelectionNode,
  type ValidationContext,
} from 'graphql';
import type { Actor } from '../domain/actor.ts';

/** What a document may cost at most. */
export interface DocumentLimits {
  readonly depth: number;
  readonly breadth: number;
  readonly complexity: number;
}

const LIMITS = {
  anonymous: { depth: 10, breadth: 100, complexity: 1000 },
  known: { depth: 12, breadth: 200, complexity: 2000 },
  moderator: { depth: 15, breadth: 400, complexity: 5000 },
} satisfies Record<string, DocumentLimits>;

/** By the kind of viewer: who can be held to account may ask for more. */
export function documentLimits(actor: Actor): DocumentLimits {
  if (actor.kind === 'anonymous') return LIMITS.anonymous;
  return actor.kind === 'user' && actor.role !== null ? LIMITS.moderator : LIMITS.known;
}

/** Mutations run one after another, and each can be as dear as an operation of its own. */
const MAX_MUTATIONS = 10;

/** A rule of validation: no document has more mutations than this, under whatever aliases and in whatever fragments. */
export function fewMutations(context: ValidationContext): ASTVisitor {
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
