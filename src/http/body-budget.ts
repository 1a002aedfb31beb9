import type { ServerResponse } from 'node:http';
import type { Lane } from './admission/admission.ts';

const MIB = 1024 * 1024;
/** What the bodies of a lane may hold together, in bytes. A lane never takes from another one. */
const MOST: Readonly<Record<Lane, number>> = {
  bots: 48 * MIB,
  votes: 8 * MIB,
  members: 32 * MIB,
  strangers: 24 * MIB,
};
/**
 * The first bytes of each body are not counted. A vote, a sign-in or the report of a bot is smaller, so clients that fill
 * the budget of its lane do not prevent it. Headers may take four times as many.
 */
const FREE_BYTES = 4 * 1024;

/** Counts one body. */
export interface BodyAccount {
  /** @returns false when these bytes are too many, or the response is over; they are not counted then */
  add(bytes: number): boolean;
}

/** Limits the memory of all bodies, each from its first byte until its response is over. */
export type BodyBudget = (lane: Lane, response: ServerResponse) => BodyAccount;

/** @param most the limit of each lane, in bytes */
export function createBodyBudget(most: Readonly<Record<Lane, number>> = MOST): BodyBudget {
  const held: Record<Lane, number> = { bots: 0, votes: 0, members: 0, strangers: 0 };
  return (lane, response) => {
    let length = 0;
    let counted = 0;
    let isOver = false;
    response.once('close', () => {
      held[lane] -= counted;
      isOver = true;
    });
    return {
      add(bytes) {
        if (isOver) return false;
        const more = Math.max(0, length + bytes - FREE_BYTES) - counted;
        if (more > 0 && held[lane] + more > most[lane]) return false;
        length += bytes;
        counted += more;
        held[lane] += more;
        return true;
      },
    };
  };
}
