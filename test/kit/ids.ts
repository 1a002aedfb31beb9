import { randomBytes } from 'node:crypto';

/** A user's id that no other test has: 18 digits, of an account that was made in 2017. */
export function newUserId(): string {
  return String(300_000_000_000_000_000n + random48Bits());
}

/** An application's id that no other test has: 18 digits, of an application that was made in 2021. */
export function newBotId(): string {
  return String(800_000_000_000_000_000n + random48Bits());
}

function random48Bits(): bigint {
  return BigInt(randomBytes(6).readUIntBE(0, 6));
}
