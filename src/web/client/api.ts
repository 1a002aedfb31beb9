import type { TypedDocument } from '../../documents/graphql.ts';
import { wordWait } from '../plural.ts';
import type { Refusal } from './documents.ts';
import { texts } from './texts.ts';

/** What the service refused, in a sentence for the reader. */
export class Refused extends Error {
  /** Stable word of the service, such as `NOT_FOUND`; `OFFLINE` when it did not answer. */
  readonly code: string;
  readonly problems: readonly FieldProblem[];
  constructor(code: string, message: string, problems: readonly FieldProblem[] = []) {
    super(message);
    this.code = code;
    this.problems = problems;
  }
}

export type FieldProblem = Extract<Refusal, { problems: unknown }>['problems'][number];

/** What is known of a refusal, be it a result or an error. */
interface Reason {
  readonly code?: string;
  readonly message: string;
  readonly retryAfter?: number;
  readonly problems?: readonly FieldProblem[];
}

interface Answer<Data> {
  readonly data?: Data | null;
  readonly errors?: readonly { readonly message: string; readonly extensions?: Partial<Reason> }[];
}

/**
 * Asks `/graphql` in the name of whoever is signed in.
 *
 * @throws {Refused}
 */
export async function ask<Data, Variables>(
  query: TypedDocument<Data, Variables>,
  variables: Variables,
): Promise<Data> {
  let answer: Answer<Data>;
  try {
    const response = await fetch('/graphql', {
      method: 'POST',
      headers: { 'content-type': 'application/json', accept: 'application/json' },
      body: JSON.stringify({ query, variables }),
    });
    answer = await response.json();
  } catch {
    throw new Refused('OFFLINE', texts.offline);
  }
  const error = answer.errors?.[0];
  if (error) throw refused({ message: error.message, ...error.extensions });
  if (!answer.data) throw new Refused('BROKEN', texts.broken);
  return answer.data;
}

/**
 * Asks for the one field `result`, whose refusals are among its types.
 *
 * @throws {Refused}
 */
export async function act<Result extends object, Variables>(
  query: TypedDocument<{ result: Result }, Variables>,
  variables: Variables,
): Promise<Exclude<Result, Refusal>> {
  const { result } = await ask(query, variables);
  if (isRefusal(result)) throw refused(result);
  return result as Exclude<Result, Refusal>;
}

function isRefusal(result: object): result is Refusal {
  return 'code' in result;
}

function refused({ code = 'BROKEN', message, retryAfter, problems }: Reason): Refused {
  if (code === 'RATE_LIMITED' && retryAfter !== undefined)
    return new Refused(code, texts.tooOften(wordWait(retryAfter, texts.wait)));
  if (code === 'UNAUTHENTICATED') return new Refused(code, texts.signedOut);
  return new Refused(code, message, problems);
}

/**
 * Reads an id of the chat platform.
 *
 * @throws {Refused} in the words for whoever has typed it
 */
export function readId(typed: string): string {
  const id = typed.trim();
  if (!/^\d{17,19}$/.test(id)) throw new Refused('INVALID_INPUT', texts.idProblem);
  return id;
}

const FIRST_DELAY_MS = 1000;

export type LiveState = 'connecting' | 'live' | 'lost';

/**
 * Watches a subscription as server-sent events, while the page is visible and until it is ended. A stream that ends or
 * breaks is asked for again.
 *
 * @param onRefused when there is no use in asking again
 * @returns ends it
 */
export function watch<Data, Variables>(
  query: TypedDocument<Data, Variables>,
  variables: Variables,
  listener: {
    onData: (data: Data) => void;
    onState: (state: LiveState) => void;
    onRefused: (refusal: Refused) => void;
  },
): () => void {
  const address = `/graphql?${new URLSearchParams({ query, variables: JSON.stringify(variables) })}`;
  let source: EventSource | undefined;
  let timer: ReturnType<typeof setTimeout> | undefined;
  let delayMs = FIRST_DELAY_MS;

  function open(): void {
    close();
    source = new EventSource(address);
    source.addEventListener('next', ({ data }) => {
      const answer = JSON.parse(data) as Answer<Data>;
      const error = answer.errors?.[0];
      if (error) {
        end();
        listener.onRefused(refused({ message: error.message, ...error.extensions }));
      } else if (answer.data) {
        delayMs = FIRST_DELAY_MS;
        listener.onState('live');
        listener.onData(answer.data);
      }
    });
    // The service ends every stream after a while; nothing was lost.
    source.addEventListener('complete', openSoon);
    source.addEventListener('error', () => {
      listener.onState('lost');
      openSoon();
    });
  }
  function openSoon(): void {
    close();
    timer = setTimeout(open, delayMs);
    delayMs = Math.min(delayMs * 2, 60_000);
  }
  function close(): void {
    clearTimeout(timer);
    source?.close();
  }
  const onVisibility = () => (document.hidden ? close() : open());
  function end(): void {
    document.removeEventListener('visibilitychange', onVisibility);
    close();
  }
  document.addEventListener('visibilitychange', onVisibility);
  if (!document.hidden) open();
  return end;
}
