import { generateKeyPairSync, randomBytes, sign } from 'node:crypto';
import { chmod, chown, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { isRoot, SERVER_USER } from '../../../src/embedded/postgres-user.ts';

/** A key and a self-signed certificate, both PEM. */
export interface Certificate {
  readonly key: string;
  readonly cert: string;
}

/**
 * Makes a self-signed certificate. Node can sign but not encode certificates, and the few DER structures needed
 * are shorter than a dependency.
 *
 * @param names DNS names, or IPv4 addresses in dotted decimal, that the certificate is for.
 * @param end when it expires, in milliseconds since the epoch
 */
export function makeCertificate(names: readonly string[], end = Date.now() + 86_400_000): Certificate {
  const { privateKey, publicKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
  const algorithm = sequence(oid([0x2a, 0x86, 0x48, 0xce, 0x3d, 0x04, 0x03, 0x02])); // ecdsa-with-SHA256
  const name = sequence(
    der(0x31, sequence(oid([0x55, 0x04, 0x03]), der(0x0c, Buffer.from('loopback test')))),
  );
  const alternatives = names.map((each) => {
    const octets = each.split('.').map(Number);
    return octets.length === 4 && !octets.includes(Number.NaN)
      ? der(0x87, Buffer.from(octets))
      : der(0x82, Buffer.from(each));
  });
  const subjectAltName = sequence(oid([0x55, 0x1d, 0x11]), der(0x04, sequence(...alternatives)));
  const body = sequence(
    der(0xa0, der(0x02, Buffer.from([2]))), // version 3
    der(0x02, Buffer.concat([Buffer.from([1]), randomBytes(8)])),
    algorithm,
    name,
    sequence(date(Date.now() - 86_400_000), date(end)),
    name,
    publicKey.export({ type: 'spki', format: 'der' }),
    der(0xa3, sequence(subjectAltName)),
  );
  const signature = der(0x03, Buffer.from([0]), sign('sha256', body, privateKey));
  const base64 = sequence(body, algorithm, signature).toString('base64');
  return {
    key: privateKey.export({ type: 'pkcs8', format: 'pem' }).toString(),
    cert: `-----BEGIN CERTIFICATE-----\n${base64.replace(/.{1,64}/g, '$&\n')}-----END CERTIFICATE-----\n`,
  };
}

/**
 * Writes a self-signed certificate and its key into a folder of this process, which PostgreSQL's user can read then.
 *
 * @param files.name of both, without its ending
 * @param files.user who runs PostgreSQL, when this process is root's
 * @returns the files, by PostgreSQL's names of settings
 */
export async function writeCertificate(
  folder: string,
  names: readonly string[],
  { name = 'server', user = SERVER_USER } = {},
) {
  const { key, cert } = makeCertificate(names);
  const files = { ssl_cert_file: join(folder, `${name}.pem`), ssl_key_file: join(folder, `${name}.key`) };
  await chmod(folder, 0o755);
  await writeFile(files.ssl_cert_file, cert);
  await writeFile(files.ssl_key_file, key, { mode: 0o600 });
  if (isRoot()) await chown(files.ssl_key_file, user.uid, user.gid);
  return files;
}

function der(tag: number, ...parts: readonly Buffer[]): Buffer {
  const content = Buffer.concat(parts);
  const length = content.length < 128 ? [content.length] : [0x82, content.length >> 8, content.length & 0xff];
  return Buffer.concat([Buffer.from([tag, ...length]), content]);
}

function sequence(...parts: readonly Buffer[]): Buffer {
  return der(0x30, ...parts);
}

function oid(bytes: readonly number[]): Buffer {
  return der(0x06, Buffer.from(bytes));
}

function date(epochMs: number): Buffer {
  return der(0x18, Buffer.from(new Date(epochMs).toISOString().replace(/[-:T]|\.\d+/g, '')));
}
