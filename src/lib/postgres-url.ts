import { X509Certificate } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { isIPv6 } from 'node:net';
import { type ConnectionOptions, createSecureContext } from 'node:tls';

/** What a URL says about PostgreSQL, by the names that the driver has for it. */
export interface PostgresServers {
  /** Names, addresses, or folders of Unix sockets, which begin with `/`. Each has its port. */
  readonly host: [string, ...string[]];
  readonly port: number[];
  readonly user: string;
  readonly pass: string;
  readonly database: string;
  readonly target_session_attrs?: (typeof TARGETS)[number];
  readonly ssl?: false | 'prefer' | 'require' | ConnectionOptions;
  /** Settings of the server for each connection, such as `application_name`. */
  readonly connection: Readonly<Record<string, string>>;
}

/** A URL that cannot be used. The message continues a sentence that starts with the name of the setting. */
export class PostgresUrlProblem extends Error {}

const URL_PARTS = /^postgres(?:ql)?:\/\/(?:([^/?#]*)@)?([^/?#]*)(?:\/([^?#]*))?(?:\?([^#]*))?(?:#.*)?$/i;
const HOST = /^(?:\[([^\]]+)\]|([\w.-]+|\/[^:]+))(?::(\d{0,5}))?$/;
const TARGETS = ['read-write', 'read-only', 'primary', 'standby', 'prefer-standby'] as const;
const SSL_MODES = ['disable', 'allow', 'prefer', 'require', 'verify-ca', 'verify-full'];
/** Parameters of libpq that the driver lacks, and those with which it would misread what the server sends. */
const UNREAD = new Set(
  `channel_binding client_encoding dbname fallback_application_name gssdelegation gssencmode gsslib hostaddr keepalives
  keepalives_count keepalives_idle keepalives_interval krbsrvname load_balance_hosts max_protocol_version
  min_protocol_version passfile password replication require_auth requirepeer service servicefile ssl_max_protocol_version
  ssl_min_protocol_version sslcertmode sslcompression sslcrl sslcrldir sslkeylogfile sslnegotiation sslpassword sslsni
  tcp_user_timeout user`.split(/\s+/),
);
/** Options of the driver, which the service sets itself. PostgreSQL would refuse the connection for them. */
const OF_DRIVER = new Set(
  `backoff connect_timeout debug fetch_types idle_timeout keep_alive max max_lifetime max_pipeline prepare
  publications`.split(/\s+/),
);

/**
 * Reads the address of PostgreSQL as libpq does, with several hosts, and the certificates that it names. The only reader
 * of such addresses: `new URL` fails on several hosts, and the driver reads no files and no IPv6 address.
 *
 * @throws {PostgresUrlProblem} without a part of the address that may be secret
 */
export function readPostgresUrl(url: string): PostgresServers {
  const [, login = '', authority = '', path = '', query = ''] =
    URL_PARTS.exec(url.trim()) ?? refuse('must be a URL that starts with postgres:// or postgresql://');
  const parameters = [...new URLSearchParams(query)].filter(([name]) => !OF_DRIVER.has(name));
  const { host, port, target_session_attrs, ssl, sslmode, sslrootcert, sslcert, sslkey, ...connection } =
    Object.fromEntries(parameters);
  const names = parameters.map(([name]) => name);
  const twice = names.find((name, index) => names.indexOf(name) !== index);
  if (twice !== undefined) refuse(`has ${twice} twice`);
  const unread = names.find((name) => UNREAD.has(name));
  if (unread !== undefined) refuse(`has ${unread}, which this service does not read: remove it`);
  if (ssl !== undefined)
    refuse(
      'has ssl: write sslmode=verify-full, or sslmode=require, which checks no certificate, in its place',
    );
  if (authority !== '' && host !== undefined)
    refuse('names a host twice: before the path, and as a parameter');
  const [user = '', ...password] = login.split(':');
  const hosts = authority === '' ? socketsOf(host, port) : hostsOf(authority);
  return {
    ...hosts,
    // What is empty here, the driver takes from PGUSER, PGPASSWORD and PGDATABASE.
    user: decode(user),
    pass: decode(password.join(':')),
    database: decode(path),
    ...targetOf(target_session_attrs),
    ...tlsOf(hosts.host, sslmode ?? (sslrootcert === 'system' ? 'verify-full' : undefined), {
      ca: sslrootcert,
      cert: sslcert,
      key: sslkey,
    }),
    connection,
  };
}

type Hosts = Pick<PostgresServers, 'host' | 'port'>;

function hostsOf(authority: string): Hosts {
  const [first = '', ...others] = authority.split(',').map(decode);
  const named = [first, ...others].map((host) => HOST.exec(host));
  const isOne = others.length === 0;
  const of = isOne ? 'has a host' : 'names several hosts, of which one';
  const read = (host: RegExpExecArray | null) => {
    const [, address, name] =
      host ?? refuse(`${of} ${isOne ? 'that ' : ''}is not a name with or without a port`);
    if (address !== undefined && !isIPv6(address)) refuse('has an address in brackets that is not IPv6');
    return address ?? name ?? '';
  };
  const ports = named.flatMap((host) => host?.[3] || []);
  const [one = null, ...more] = named;
  const host: Hosts['host'] = [read(one), ...more.map(read)];
  // libpq takes 5432 for the others, and many expect that the port holds for all.
  if (ports.length > 0 && ports.length < named.length)
    refuse('names several hosts and a port for only some of them: give each host its port');
  return { host, port: host.map((_, index) => portOf(ports[index])) };
}

/** `postgres://USER@/DATABASE?host=/run/postgresql` */
function socketsOf(hosts: string | undefined, port: string | undefined): Hosts {
  if (!hosts) refuse('names no host: write postgres://USER:PASSWORD@HOST:5432/DATABASE');
  if (!/^\/[^,]*$/.test(hosts)) refuse('has a host parameter that is not the folder of a Unix socket');
  return { host: [hosts], port: [portOf(port)] };
}

function portOf(digits = '5432'): number {
  const port = Number(digits);
  return port >= 1 && port <= 65_535 ? port : refuse('has a port that is not 1 to 65535');
}

function targetOf(value = 'any'): Pick<PostgresServers, 'target_session_attrs'> {
  if (value === 'any') return {};
  const target = TARGETS.find((known) => known === value);
  if (target) return { target_session_attrs: target };
  return refuse(`has a target_session_attrs that does not exist: write one of any, ${TARGETS.join(', ')}`);
}

type Files = Readonly<Record<'ca' | 'cert' | 'key', string | undefined>>;

/** libpq's modes. `require` with the certificate of an authority checks it, as `verify-ca` does. */
function tlsOf(
  hosts: readonly string[],
  mode: string | undefined,
  files: Files,
): Pick<PostgresServers, 'ssl'> {
  if (mode !== undefined && !SSL_MODES.includes(mode))
    refuse(`has an sslmode that does not exist: write one of ${SSL_MODES.join(', ')}`);
  const hasFiles = Object.values(files).some((file) => file !== undefined);
  const isStrict = mode === 'require' || mode === 'verify-ca' || mode === 'verify-full';
  if (isStrict && hosts.some((host) => host.startsWith('/')))
    refuse('names a Unix socket, which has no TLS: remove sslmode');
  if (!isStrict) {
    if (hasFiles) refuse('names files of TLS, which need an sslmode of require, verify-ca or verify-full');
    // Without a mode, the driver reads PGSSL.
    return mode === undefined ? {} : { ssl: mode === 'disable' ? false : 'prefer' };
  }
  if (mode === 'require' && !hasFiles) return { ssl: 'require' };
  return {
    ssl: {
      ...readFiles(files),
      rejectUnauthorized: mode !== 'require' || files.ca !== undefined,
      // The name is not compared.
      ...(mode !== 'verify-full' && { checkServerIdentity: () => undefined }),
    },
  };
}

function readFiles({ ca, cert, key }: Files): Pick<ConnectionOptions, 'ca' | 'cert' | 'key'> {
  if ((cert === undefined) !== (key === undefined)) refuse('needs both sslcert and sslkey, or none of them');
  try {
    const read = {
      // `system` has libpq use the authorities that the machine trusts. Node.js has those without a file.
      ...(ca !== undefined && ca !== 'system' && { ca: readFileSync(ca) }),
      ...(cert !== undefined && key !== undefined && { cert: readFileSync(cert), key: readFileSync(key) }),
    };
    // Node.js ignores a file without a certificate.
    if (read.ca) new X509Certificate(read.ca);
    createSecureContext(read);
    return read;
  } catch (error) {
    return refuse(
      `names a file of TLS that cannot be used: ${error instanceof Error ? error.message : error}`,
    );
  }
}

function decode(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return refuse('has a "%" that is not followed by two hexadecimal digits: write it as %25');
  }
}

function refuse(problem: string): never {
  throw new PostgresUrlProblem(problem);
}
