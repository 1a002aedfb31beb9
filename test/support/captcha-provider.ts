import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';

/** A provider of captchas on loopback that speaks Turnstile's protocol. */
export interface CaptchaProvider {
  readonly url: string;
  /** A token as the widget gives one for a solved captcha; confirmed once. */
  solve(): string;
  /** The forms it was asked with. */
  readonly asked: readonly Record<string, string>[];
  /** What it answers instead, until told otherwise. */
  breakWith(answer: { status: number; body: string } | undefined): void;
  close(): Promise<void>;
}

export async function startCaptchaProvider(secret: string): Promise<CaptchaProvider> {
  const open = new Set<string>();
  const asked: Record<string, string>[] = [];
  let broken: { status: number; body: string } | undefined;
  const verify = (form: URLSearchParams): string | undefined => {
    if (form.get('secret') !== secret) return 'invalid-input-secret';
    const token = form.get('response');
    if (!token) return 'missing-input-response';
    if (!token.startsWith('token-')) return 'invalid-input-response';
    return open.delete(token) ? undefined : 'timeout-or-duplicate';
  };
  const server = createServer(async (request, response) => {
    const parts: Buffer[] = [];
    for await (const part of request) parts.push(part);
    const form = new URLSearchParams(Buffer.concat(parts).toString());
    asked.push(Object.fromEntries(form));
    const isForm = request.headers['content-type'] === 'application/x-www-form-urlencoded';
    const problem = request.method === 'POST' && isForm ? verify(form) : 'bad-request';
    const body = { success: problem === undefined, 'error-codes': problem === undefined ? [] : [problem] };
    response.writeHead(broken?.status ?? 200, { 'content-type': 'application/json' });
    response.end(broken?.body ?? JSON.stringify(body));
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  let solved = 0;
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/siteverify`,
    solve() {
      const token = `token-${++solved}`;
      open.add(token);
      return token;
    },
    asked,
    breakWith(answer) {
      broken = answer;
    },
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}
