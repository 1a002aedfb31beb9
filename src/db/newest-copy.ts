import type { Socket } from 'node:net';
import { causesOf, codeOf } from '../lib/causes.ts';

/*
 * After a failover the old primary may come back, with everything but the newest votes. Connections that reach it would
 * store votes that nobody sees again. So each new connection tells which copy of the database it leads to, and an older
 * one is not used.
 */

/** A copy of the database. A standby that is promoted, and a restored backup, begin the next timeline. */
export interface Copy {
  /** What `initdb` gave to the cluster. All physical copies have the same. */
  readonly identifier: string;
  readonly timeline: number;
}

/** The newest copy that the site has used. */
export interface NewestCopy extends Copy {
  /** How often an operator has said that another copy is the right one. */
  readonly accepted: number;
}

/** What the driver needs to keep connections from older copies. It is a part of its patch. */
interface Identify {
  readonly statement: string;
  /** @returns why the connection must not be used */
  refuse(socket: Socket, row: Row): Error | null;
}

/** A standby has no timeline of its own, and takes no writes. */
interface Row {
  readonly identifier: string;
  readonly timeline: string | null;
}

/** Every role may call these functions. A server without them is not checked. */
export const IDENTIFY = `
  select (select system_identifier::text from pg_catalog.pg_control_system()) as identifier,
    case when not pg_catalog.pg_is_in_recovery()
      then left(pg_catalog.pg_walfile_name(pg_catalog.pg_current_wal_lsn()), 8)
    end as timeline`;

/** Keeps the connections of a process from older copies of its database. */
export interface CopyGuard {
  /** For the driver. */
  readonly identify: Identify;
  /** The newest copy that is known; undefined before the first connection. */
  newest(): NewestCopy | undefined;
  /** Learns which copy other processes, or earlier ones, have used. Connections to older ones are closed. */
  learn(seen: NewestCopy): void;
  /** How many connections were refused. */
  refusals(): number;
  /** Whether the last connection was refused. */
  isRefused(): boolean;
}

/** @param onRefusal learns why a connection is not used */
export function createCopyGuard(onRefusal: (reason: string) => void = () => {}): CopyGuard {
  const connected = new Map<Socket, Copy | undefined>();
  let newest: NewestCopy | undefined;
  let refusals = 0;
  let isRefused = false;

  function use(next: NewestCopy): void {
    newest = next;
    for (const [socket, copy] of connected) {
      // A standby may have been promoted since it was asked.
      if (copy && isSame(copy, next)) continue;
      connected.delete(socket);
      socket.destroy();
    }
  }

  return {
    identify: {
      statement: IDENTIFY,
      refuse(socket, row) {
        const copy = copyOf(row);
        if (copy && newest && isOlder(copy, newest)) {
          refusals += 1;
          isRefused = true;
          const reason = explain(copy, newest, socket);
          onRefusal(reason);
          return outdated(reason);
        }
        isRefused = false;
        for (const known of connected.keys()) if (known.destroyed) connected.delete(known);
        connected.set(socket, copy);
        if (copy && !(newest && isSame(copy, newest))) use({ ...copy, accepted: newest?.accepted ?? 0 });
        return null;
      },
    },
    newest: () => newest,
    learn(seen) {
      if (!newest || replaces(seen, newest)) use(seen);
    },
    refusals: () => refusals,
    isRefused: () => isRefused,
  };
}

/** @returns undefined for a standby */
export function copyOf({ identifier, timeline }: Row): Copy | undefined {
  return timeline ? { identifier, timeline: Number.parseInt(timeline, 16) } : undefined;
}

/** Whether what others have seen counts more than what this process has seen. */
export function replaces(seen: NewestCopy, own: NewestCopy): boolean {
  if (seen.accepted !== own.accepted) return seen.accepted > own.accepted;
  return seen.identifier !== own.identifier || seen.timeline > own.timeline;
}

const isSame = (one: Copy, other: Copy) =>
  one.identifier === other.identifier && one.timeline === other.timeline;

const isOlder = (copy: Copy, newest: Copy) =>
  copy.identifier !== newest.identifier || copy.timeline < newest.timeline;

/** `away.ts` knows it. */
const CODE = 'CONNECTION_OUTDATED';

const outdated = (reason: string) => Object.assign(new Error(reason), { code: CODE });

/** @returns why a connection was refused, in sentences for operators; undefined for any other error */
export function outdatedReason(error: unknown): string | undefined {
  return causesOf(error).find((each) => codeOf(each) === CODE)?.message;
}

function explain(copy: Copy, newest: NewestCopy, { host, port }: Socket & { host?: string; port?: number }) {
  const server = host === undefined ? 'This database' : `The database on ${host}:${port}`;
  const is =
    copy.identifier === newest.identifier
      ? `is an older copy: its timeline is ${copy.timeline}, and this site has used timeline ${newest.timeline}.`
      : `is not the one that this site has used: its system identifier is ${copy.identifier}, not ${newest.identifier}.`;
  return (
    `${server} ${is} Nothing is read or written there. Stop that server; if it is the right one, ` +
    'run "npm run admin -- database accept".'
  );
}
