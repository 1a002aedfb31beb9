import { parseCookie, stringifySetCookie } from 'cookie';
import type { VNode } from 'preact';
import type { Reply } from '../../http/message/reply.ts';
import type { HttpRequest } from '../../http/message/request.ts';
import { SECURITY_HEADERS } from '../../http/message/security-headers.ts';
import { redirect } from '../frame/page-response.ts';
import { messages } from '../words/messages.ts';

/** Seals what a browser keeps for the service. A value opens with the same owner only. */
export interface Sealing {
  seal(secret: string, owner: string): Buffer;
  open(sealed: Uint8Array, owner: string): string;
}

/** What keeping needs. */
export interface KeepingOptions {
  readonly publicUrl: string;
  readonly now: () => Date;
  readonly secrets: Sealing;
}

/** The fingerprints of the secrets of a listing that rule now. */
export interface Ruling {
  readonly token: string | null | undefined;
  readonly secret: string | null | undefined;
  readonly next: string | null | undefined;
}

/** New secrets by their fingerprint. */
export type KeptSecrets = Readonly<
  Record<string, { readonly kind: keyof Ruling; readonly value: string; readonly leftMs: number }>
>;

const NAME = 'kept';
const KEPT_SECONDS = 10 * 60;
/** A listing has three. A cookie has little room. */
const MOST = 6;
const SECRET = /^(?:blt|whsec)_[\w-]{1,64}$/;
const FINGERPRINT = /^[\da-f]{16}$/;

interface Entry {
  readonly value: string;
  /** Milliseconds since 1970. */
  readonly until: number;
}

/*
 * A new token or secret is shown once. For ten minutes it survives a change of the tab and a reload: in a cookie for
 * the pages that manage its listing. The cookie is sealed for its user and listing, and no script can read it. It names
 * each secret by its fingerprint, so that one that was replaced elsewhere is not shown as the new one.
 */

/**
 * Reads the new secrets that a user's browser keeps of a listing. Anything that does not open is nothing.
 *
 * @param findRuling is called only when the browser keeps something
 */
export async function readKept(
  options: KeepingOptions,
  { headers }: Pick<HttpRequest, 'headers'>,
  { userId, botId }: { readonly userId: string; readonly botId: string },
  findRuling: () => Promise<Ruling>,
): Promise<KeptSecrets> {
  const entries = entriesOf(options, headers.cookie, ownerOf(userId, botId));
  if (Object.keys(entries).length === 0) return {};
  const ruling = await findRuling();
  const now = options.now().getTime();
  return Object.fromEntries(
    (['token', 'secret', 'next'] as const).flatMap((kind) => {
      const fingerprint = ruling[kind] ?? '';
      const entry = entries[fingerprint];
      return entry ? [[fingerprint, { kind, value: entry.value, leftMs: entry.until - now }]] : [];
    }),
  );
}

/**
 * Keeps a new secret, or forgets some. A form without a script goes back to its page.
 *
 * @returns the reply to `POST /bot/{id}/edit/kept`
 */
export async function replyToKeep(
  options: KeepingOptions,
  request: HttpRequest,
  userId: string,
  botId: string,
): Promise<Reply> {
  const form = await request.readForm();
  const owner = ownerOf(userId, botId);
  const fingerprints = form.getAll('fingerprint');
  const [named = ''] = fingerprints;
  const value = form.get('value') ?? '';
  const isWell = fingerprints.length > 0 && fingerprints.every((each) => FINGERPRINT.test(each));
  if (!isWell || !(value === '' || SECRET.test(value))) return { status: 400, headers: SECURITY_HEADERS };
  const until = options.now().getTime() + KEPT_SECONDS * 1000;
  const others = Object.entries(entriesOf(options, request.headers.cookie, owner)).filter(
    ([fingerprint]) => !fingerprints.includes(fingerprint),
  );
  const after = [...others, ...(value === '' ? [] : [[named, { value, until }] as const])].slice(-MOST);
  const setCookie = stringifySetCookie({
    name: NAME,
    value:
      after.length === 0
        ? ''
        : options.secrets.seal(JSON.stringify(Object.fromEntries(after)), owner).toString('base64url'),
    maxAge: after.length === 0 ? 0 : KEPT_SECONDS,
    path: `/bot/${botId}/edit`,
    httpOnly: true,
    sameSite: 'strict',
    secure: options.publicUrl.startsWith('https:'),
  });
  if (form.has('form')) return redirect(`/bot/${botId}/edit`, setCookie);
  return { status: 204, headers: SECURITY_HEADERS, setCookies: [setCookie] };
}

const ownerOf = (userId: string, botId: string) => `kept by ${userId} of ${botId}`;

function entriesOf(
  { secrets, now }: KeepingOptions,
  cookie: string | undefined,
  owner: string,
): Readonly<Record<string, Entry>> {
  const sealed = parseCookie(cookie ?? '')[NAME];
  if (!sealed) return {};
  try {
    const opened: Record<string, Entry> = JSON.parse(secrets.open(Buffer.from(sealed, 'base64url'), owner));
    return Object.fromEntries(Object.entries(opened).filter(([, { until }]) => until > now().getTime()));
  } catch {
    // It is another user's, or was sealed with a key that is gone.
    return {};
  }
}

/** What the page shows of them where no script runs. */
export function KeptNote({ botId, kept }: { botId: string; kept: KeptSecrets }): VNode | null {
  const secrets = Object.entries(kept);
  if (secrets.length === 0) return null;
  const labels = {
    token: messages.token.label,
    secret: messages.webhook.secret,
    next: messages.webhook.nextSecret,
  };
  return (
    <form class="notice" method="post" action={`/bot/${botId}/edit/kept`}>
      {secrets.map(([fingerprint, { kind, value }]) => (
        <p>
          {labels[kind]}: <code>{value}</code>
          <input type="hidden" name="fingerprint" value={fingerprint} />
        </p>
      ))}
      <input type="hidden" name="form" value="yes" />
      <p>
        {messages.token.once}{' '}
        <button type="submit" class="quiet">
          {messages.webhook.dismiss}
        </button>
      </p>
    </form>
  );
}
