import { createServer } from 'node:http';
import { listenOnLoopback } from './loopback.ts';

/** A captcha provider on loopback with Turnstile's protocol. */
export interface CaptchaProvider {
  readonly url: string;
  /** A token as the widget gives one for a solved captcha. It is confirmed once. */
  solve(): string;
  /** The forms of the requests. */
  readonly asked: readonly Record<string, string>[];
  /** Gives this response instead; undefined ends it. */
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
  const { origin, close } = await listenOnLoopback(server);
  let solved = 0;
  return {
    url: `${origin}/siteverify`,
    solve() {
      const token = `token-${++solved}`;
      open.add(token);
      return token;
    },
    asked,
    breakWith(answer) {
      broken = answer;
    },
    close,
  };
}
