import { createDecipheriv, createECDH, createPublicKey, hkdfSync, randomBytes, verify } from 'node:crypto';
import { createServer, type IncomingHttpHeaders } from 'node:http';
import { listenOnLoopback } from './loopback.ts';

export interface Push {
  readonly headers: IncomingHttpHeaders;
  /** What the browser reads: undefined when it cannot decrypt it. */
  readonly message: {
    readonly title: string;
    readonly body: string;
    readonly url: string;
    readonly tag: string;
  };
  /** The public key of the sender, whose signature was right. */
  readonly senderKey: string;
}

export interface PushService {
  /** What a browser gives to a site that it subscribes to. */
  readonly subscription: { readonly endpoint: string; readonly p256dh: string; readonly auth: string };
  readonly received: Push[];
  /** The status of the next responses; 201 at first. */
  status: number;
  close(): Promise<void>;
}

/** Starts a push service on loopback (RFC 8030) with the browser that reads its pushes (RFC 8291, RFC 8292). */
export async function startPushService(): Promise<PushService> {
  const browser = createECDH('prime256v1');
  const publicKey = browser.generateKeys();
  const auth = randomBytes(16);
  const push = { received: [] as Push[], status: 201 };

  function decrypt(body: Buffer): Push['message'] {
    const [salt, keyLength] = [body.subarray(0, 16), body.readUInt8(20)];
    const senderKey = body.subarray(21, 21 + keyLength);
    const info = Buffer.concat([Buffer.from('WebPush: info\0'), publicKey, senderKey]);
    const shared = hkdfSync('sha256', browser.computeSecret(senderKey), auth, info, 32);
    const derive = (label: string, length: number) =>
      Buffer.from(hkdfSync('sha256', Buffer.from(shared), salt, `Content-Encoding: ${label}\0`, length));
    const encrypted = body.subarray(21 + keyLength);
    const decipher = createDecipheriv('aes-128-gcm', derive('aes128gcm', 16), derive('nonce', 12));
    decipher.setAuthTag(encrypted.subarray(-16));
    const padded = Buffer.concat([decipher.update(encrypted.subarray(0, -16)), decipher.final()]);
    // The last record ends with 2 and zeros.
    return JSON.parse(padded.subarray(0, padded.lastIndexOf(2)).toString());
  }

  const server = createServer(async (request, response) => {
    const body = Buffer.concat(await request.toArray());
    const [, token = '', senderKey = ''] =
      /^vapid t=(\S+), k=(\S+)$/.exec(request.headers.authorization ?? '') ?? [];
    if (!isSigned(token, senderKey, origin)) response.statusCode = 403;
    else {
      push.received.push({ headers: request.headers, message: decrypt(body), senderKey });
      response.statusCode = push.status;
    }
    response.end();
  });
  const { origin, close } = await listenOnLoopback(server);
  const subscription = {
    endpoint: `${origin}/push/${randomBytes(8).toString('hex')}`,
    p256dh: publicKey.toString('base64url'),
    auth: auth.toString('base64url'),
  };
  return Object.assign(push, { subscription, close });
}

/** Whether a token is for this push service and has the signature of the key (RFC 8292). */
function isSigned(token: string, senderKey: string, origin: string): boolean {
  const [head = '', claims = '', signature = ''] = token.split('.');
  const point = Buffer.from(senderKey, 'base64url');
  if (point.length !== 65) return false;
  const [x, y] = [point.subarray(1, 33), point.subarray(33)].map((part) => part.toString('base64url'));
  const key = createPublicKey({ format: 'jwk', key: { kty: 'EC', crv: 'P-256', x: x ?? '', y: y ?? '' } });
  const { aud } = JSON.parse(Buffer.from(claims, 'base64url').toString()) as { aud?: string };
  const bytes = Buffer.from(signature, 'base64url');
  const isRight = verify(
    'sha256',
    Buffer.from(`${head}.${claims}`),
    { key, dsaEncoding: 'ieee-p1363' },
    bytes,
  );
  return isRight && aud === origin;
}
