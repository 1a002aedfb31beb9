import { isServer, withoutBrackets } from './host.ts';

/** A user of a server; without a name its default user. */
interface User {
  readonly username: string | undefined;
  readonly password: string | undefined;
}

/** Several servers of Redis, by an address such as `redis+sentinel://one,two/mymaster` or `redis+cluster://one,two`. */
export interface RedisGroup {
  readonly kind: 'sentinel' | 'cluster';
  readonly hosts: readonly { readonly host: string; readonly port: number }[];
  readonly user: User;
  readonly isTls: boolean;
  /** The name that Sentinel gives to the primary; empty in a Cluster. */
  readonly name: string;
  /** The number of the database. */
  readonly db: number;
  /** The user of Sentinel itself. */
  readonly sentinelUser: User;
}

const GROUP = /^redis(s?)\+(sentinel|cluster):\/\/(?:([^?]*)@)?([^@/?#]*)([^?#]*)(?:\?(.*))?$/;
const FORMS = {
  sentinel: {
    form: 'redis+sentinel://HOST:26379,HOST:26379/NAME',
    port: 26_379,
    path: /^\/([\w.-]+)(?:\/(\d+))?$/,
  },
  cluster: { form: 'redis+cluster://HOST:6379,HOST:6379', port: 6379, path: /^\/?$/ },
};
const SENTINEL_USER = ['sentinel_username', 'sentinel_password'];

/**
 * Reads an address of Sentinel or of a Redis Cluster.
 *
 * @returns undefined for any other address
 * @throws a clause that says what is wrong; no part of the address is in it, since it holds a password
 */
export function parseRedisGroup(url: string): RedisGroup | undefined {
  const [, secure, kind, user = '', hosts = '', path = '', query = ''] = GROUP.exec(url) ?? [];
  if (kind !== 'sentinel' && kind !== 'cluster') return undefined;
  const known = FORMS[kind];
  const servers = hosts.split(',');
  if (!servers.every(isServer)) throw new Error(`must name servers: write ${known.form}`);
  const place = known.path.exec(path);
  if (!place) {
    const rule = kind === 'sentinel' ? 'must end with the name of the primary' : 'cannot have a path';
    throw new Error(`${rule}: write ${known.form}`);
  }
  // A form has "+" for a space, and a password has itself.
  const parameters = new URLSearchParams(query.replaceAll('+', '%2B'));
  const allowed = kind === 'sentinel' ? SENTINEL_USER : [];
  if ([...parameters.keys()].some((name) => !allowed.includes(name))) {
    throw new Error(`can only have the parameters ${SENTINEL_USER.join(' and ')}, and only of Sentinel`);
  }
  const [username = '', ...password] = user.split(':');
  return {
    kind,
    hosts: servers.map((server) => {
      const { hostname, port } = new URL(`tcp://${server}`);
      return { host: withoutBrackets(hostname), port: Number(port) || known.port };
    }),
    user: { username: decoded(username), password: decoded(password.join(':')) },
    isTls: secure === 's',
    name: place[1] ?? '',
    db: Number(place[2] ?? 0),
    sentinelUser: {
      username: parameters.get('sentinel_username') || undefined,
      password: parameters.get('sentinel_password') || undefined,
    },
  };
}

function decoded(part: string): string | undefined {
  try {
    return decodeURIComponent(part) || undefined;
  } catch {
    throw new Error('has a user or a password with "%": write it as %25');
  }
}
