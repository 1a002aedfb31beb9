import { isIP } from 'node:net';
import { causesOf, codeOf } from '../lib/causes.ts';
import { withoutBrackets } from '../lib/host.ts';
import { handshakeError } from '../net/handshake.ts';
import { REASONS } from '../net/outcome.ts';
import type { TemporalLocation } from '../workflows/temporal/locate.ts';

const UNKNOWN =
  'the authority of its certificate is not trusted, or it does not send its intermediate certificates';

/** What is wrong with a server, by the code of Node or OpenSSL, or else by the reason that it is for requests. */
const CAUSES: Readonly<Record<string, string>> = {
  CERT_NOT_YET_VALID: 'its certificate is not valid yet: compare the clocks',
  DEPTH_ZERO_SELF_SIGNED_CERT: 'it has a self-signed certificate, which is not trusted',
  SELF_SIGNED_CERT_IN_CHAIN: 'a self-signed certificate in its chain is not trusted',
  UNABLE_TO_GET_ISSUER_CERT: UNKNOWN,
  UNABLE_TO_GET_ISSUER_CERT_LOCALLY: UNKNOWN,
  UNABLE_TO_VERIFY_LEAF_SIGNATURE: UNKNOWN,
  ERR_SSL_TLSV13_ALERT_CERTIFICATE_REQUIRED: 'it wants a client certificate',
  // Outbound requests keep only their reason.
  tls_expired: 'its certificate has expired',
  tls_name: 'the host name does not match its certificate',
  tls_untrusted:
    'its certificate is self-signed or its authority is not trusted, or it does not send its intermediate certificates',
  tls_plain: 'the port does not speak TLS',
  tls_version: 'it offers only an old version of TLS',
  tls_unfinished: 'it does not finish the handshake',
  tls: 'the handshake fails',
};

/** @returns why TLS with a server fails, as a clause; undefined when the code or reason is about something else */
export function tlsCauseOf(code: string): string | undefined {
  const cause = CAUSES[code] ?? CAUSES[REASONS[code] ?? ''];
  return cause ?? (/^(?:ERR_SSL|CERT)_/.test(code) ? `the handshake fails (${code})` : undefined);
}

/**
 * As {@link tlsCauseOf}, for an error or what caused it.
 *
 * @param server its name in the sentence
 */
export function explainTls(error: unknown, server: string): string | undefined {
  const cause = causesOf(error)
    .map((each) => tlsCauseOf(codeOf(each)))
    .find((clause) => clause !== undefined);
  return cause && `The TLS connection to ${server} fails: ${cause}.`;
}

/**
 * Finds out why TLS with Temporal fails, with a handshake of its own: the SDK says only that it cannot connect.
 *
 * @param timeoutMs for the handshake, in milliseconds
 * @returns a sentence; undefined when TLS is off or the handshake succeeds
 */
export async function explainTemporalTls(
  { connection: { address = '', tls, apiKey } }: TemporalLocation,
  timeoutMs: number,
): Promise<string | undefined> {
  if (tls === false || !(tls || apiKey)) return undefined;
  const { serverNameOverride, serverRootCACertificate, clientCertPair } = tls === true || !tls ? {} : tls;
  const { hostname, port } = new URL(`tcp://${address}`);
  const host = withoutBrackets(hostname);
  const name = serverNameOverride ?? host;
  const error = await handshakeError(
    {
      host,
      port: Number(port),
      // No address may stand there.
      ...(isIP(name) === 0 && { servername: name }),
      ALPNProtocols: ['h2'],
      ...(serverRootCACertificate && { ca: Buffer.from(serverRootCACertificate) }),
      ...(clientCertPair && { cert: Buffer.from(clientCertPair.crt), key: Buffer.from(clientCertPair.key) }),
    },
    timeoutMs,
  );
  return explainTls(error, 'Temporal');
}
