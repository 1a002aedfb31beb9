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

/** New secrets by their kind. */
export type KeptSecrets = Readonly<Record<string, string>>;

const NAME = 'kept';
const KEPT_SECONDS = 10 * 60;
const KINDS = ['token', 'secret', 'next'] as const;
const SECRET = /^(?:blt|whsec)_[\w-]{1,64}$/;

interface Entry {
  readonly value: string;
  /** Milliseconds since 1970. */
  readonly until: number;
}

/*
 * A new token or secret is shown once. For ten minutes it survives a change of the tab and a reload: in a cookie for
 * the pages that manage its listing. The cookie is sealed for its user and listing, and no script can read it.
 */

/** Reads the new secrets that a user's browser keeps of a listing. Anything that does not open is nothing. */
export function readKept(
  options: KeepingOptions,
  { headers }: Pick<HttpRequest, 'headers'>,
  userId: string,
  botId: string,
): KeptSecrets {
  const entries = Object.entries(entriesOf(options, headers.cookie, ownerOf(userId, botId)));
  return Object.fromEntries(entries.map(([kind, { value }]) => [kind, value]));
}

/**
 * Keeps a new secret, or forgets kinds of them. A form without a script goes back to its page.
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
  const kinds = form.getAll('kind');
  const value = form.get('value') ?? '';
  const isWell = KINDS.some((kind) => kinds.includes(kind)) && (value === '' || SECRET.test(value));
  if (!isWell) return { status: 400, headers: SECURITY_HEADERS };
  const before = entriesOf(options, request.headers.cookie, owner);
  const until = options.now().getTime() + KEPT_SECONDS * 1000;
  const after = Object.fromEntries(
    KINDS.flatMap((kind): [string, Entry][] => {
      if (kinds.includes(kind)) return value === '' ? [] : [[kind, { value, until }]];
      const entry = before[kind];
      return entry ? [[kind, entry]] : [];
    }),
  );
  const isEmpty = Object.keys(after).length === 0;
  const setCookie = stringifySetCookie({
    name: NAME,
    value: isEmpty ? '' : options.secrets.seal(JSON.stringify(after), owner).toString('base64url'),
    maxAge: isEmpty ? 0 : KEPT_SECONDS,
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
export function KeptNote(botId: string, kept: KeptSecrets): VNode | null {
  const kinds = Object.keys(kept);
  if (kinds.length === 0) return null;
  const labels: KeptSecrets = {
    token: messages.token.label,
    secret: messages.webhook.secret,
    next: messages.webhook.nextSecret,
  };
  return (
    <form class="notice" method="post" action={`/bot/${botId}/edit/kept`}>
      {kinds.map((kind) => (
        <p>
          {labels[kind]}: <code>{kept[kind]}</code>
          <input type="hidden" name="kind" value={kind} />
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
