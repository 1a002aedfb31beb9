import { z } from 'zod';
import { isUrl } from './values.ts';

const PROTOCOLS = ['postgres:', 'postgresql:'];
const NO_URL = 'must be a URL that starts with postgres:// or postgresql://';
/** A name or an IPv4 address, and its port. */
const HOST = /^[\w.-]+(?::(\d{1,5}))?$/;

/** The address of PostgreSQL. It may name several hosts, as libpq allows; `new URL` does not read such an address. */
export const databaseUrl = z.string().superRefine((value, context) => {
  const problem = problemOf(value);
  if (problem !== undefined) context.addIssue({ code: 'custom', message: problem });
});

/** Whether an address of PostgreSQL names several hosts. */
export function hasSeveralHosts(url: string): boolean {
  return hostsOf(url).includes(',');
}

/** The problem of an address, without a part of it: it holds a password. */
function problemOf(url: string): string | undefined {
  const hosts = hostsOf(url);
  const [first = '', ...others] = hosts.split(',');
  const isValid = isUrl(others.length > 0 ? url.replace(hosts, first) : url, PROTOCOLS);
  if (!isValid) return NO_URL;
  return others.length > 0 ? (problemOfHosts(hosts) ?? problemOfChoice(url)) : undefined;
}

function problemOfHosts(hosts: string): string | undefined {
  if (hosts.includes('@')) return 'has a user or a password with "@": write it as %40';
  if (hosts.includes('['))
    return 'names several hosts, of which one is an IPv6 address: the driver needs names or IPv4';
  const ports = hosts.split(',').map((host) => HOST.exec(host));
  if (ports.includes(null)) return 'names several hosts, of which one is not a name with or without a port';
  const given = ports.flatMap((found) => found?.[1] ?? []);
  if (given.some((port) => Number(port) < 1 || Number(port) > 65_535))
    return 'has a port that is not 1 to 65535';
  // libpq takes 5432 for the others, and many expect that the port holds for all.
  if (given.length > 0 && given.length < ports.length) {
    return 'names several hosts and a port for only some of them: give each host its port';
  }
  return undefined;
}

/** Which of several hosts the driver chooses. With `read-write` it took a standby. */
function problemOfChoice(url: string): string | undefined {
  const wanted = /[?&]target_session_attrs=([^&#]*)/.exec(url)?.[1];
  if (wanted === undefined || wanted === 'primary') return undefined;
  return 'names several hosts with a target_session_attrs that is not primary: the driver may choose a standby';
}

function hostsOf(url: string): string {
  const [authority = ''] = url.slice(url.indexOf('://') + 3).split(/[/?#]/);
  return authority.slice(authority.indexOf('@') + 1);
}
