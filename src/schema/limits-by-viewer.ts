import type { Actor } from '../domain/identity/actor.ts';

/** The limits of one operation. */
export interface OperationLimits {
  /** Tells the limits apart where a document is kept for those who may send it. */
  readonly name: string;
  readonly depth: number;
  readonly breadth: number;
  readonly complexity: number;
  /** Size of the request body in bytes. */
  readonly body: number;
  /** Number of keys and items in the variables, at all levels. */
  readonly values: number;
  /** Depth of the variables. */
  readonly nesting: number;
}

/** This allows a picture in base64, and a list of commands with their options. */
const KNOWN_INPUT = { body: 1024 * 1024, values: 20_000, nesting: 20 };

const LIMITS = {
  // 64 KiB is twice the longest document. Strangers have nothing longer to send.
  anonymous: {
    name: 'anonymous',
    depth: 10,
    breadth: 100,
    complexity: 1000,
    body: 64 * 1024,
    values: 1000,
    nesting: 10,
  },
  known: { name: 'known', depth: 12, breadth: 200, complexity: 2000, ...KNOWN_INPUT },
  moderator: { name: 'moderator', depth: 15, breadth: 400, complexity: 5000, ...KNOWN_INPUT },
} satisfies Record<string, OperationLimits>;

/**
 * The limits for a viewer. Users and bots have higher limits than strangers, because they can be held responsible.
 */
export function operationLimits(actor: Actor): OperationLimits {
  if (actor.kind === 'anonymous') return LIMITS.anonymous;
  return actor.kind === 'user' && actor.role !== null ? LIMITS.moderator : LIMITS.known;
}
