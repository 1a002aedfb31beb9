import { type ChildProcess, fork } from 'node:child_process';
import { getCompileCacheDir } from 'node:module';
import { setPriority } from 'node:os';
import { dirname } from 'node:path';
import { MEMORY_ENVIRONMENT, MEMORY_OPTIONS } from '../lib/memory-options.ts';

/** What a picture is for: the banner of a listing, or an image of its text. */
export type Shape = 'banner' | 'text';

export interface Encoded {
  readonly image: Buffer;
  readonly width: number;
  readonly height: number;
}

/** Why a picture is refused, as reasons of the domain: it words them for the person who sent the picture. */
export type Problem =
  | readonly ['banner.damaged' | 'banner.tooDetailed' | 'banner.unread']
  | readonly ['banner.tooManyPixels', { readonly max: number }]
  | readonly ['banner.tooNarrow', { readonly width: number; readonly height: number; readonly min: number }]
  | readonly ['banner.shape', { readonly width: number; readonly height: number }];

/** Why a picture that is stored as it came is refused. */
export interface Unfit {
  readonly problem: readonly ['picture.damaged' | 'picture.unread'];
}

export interface Refused {
  readonly problem: Problem;
}

/** What a card shows. Texts are of strangers. */
export interface Card {
  readonly siteName: string;
  /** A CSS colour. */
  readonly accent: string;
  readonly name: string;
  readonly description: string;
  /** Short texts in the last line, such as a number of votes. */
  readonly facts: readonly string[];
  /** SVG only where this project or the operator made it. */
  readonly icon?: { readonly mediaType: string; readonly image: Uint8Array } | undefined;
  /** In degrees: the colour behind the name's initial, which is drawn without an icon, or when it cannot be decoded. */
  readonly hue: number;
}

/** A job for the child process. */
export type Job =
  | { readonly kind: 'encode'; readonly bytes: Uint8Array; readonly shape: Shape }
  | { readonly kind: 'check'; readonly bytes: Uint8Array }
  | { readonly kind: 'card'; readonly card: Card };

export type Result = Encoded | Refused | Unfit | Buffer | undefined;

/** What the child made of a job. */
export type Made =
  | { readonly result: Result }
  | {
      /** A fault of the service. */
      readonly fault: string;
    };

/** Too many pictures wait, or one took too long. */
export class PicturesBusyError extends Error {
  constructor() {
    super('Too many pictures wait.');
    this.name = 'PicturesBusyError';
  }
}

export interface Pictures {
  /**
   * Decodes a picture of a stranger, and encodes it anew. Never rejects: a picture that ends the child, or that takes
   * too long, is refused.
   */
  encodeImage(bytes: Uint8Array, shape: Shape): Promise<Encoded | Refused>;
  /**
   * Decodes a picture of a stranger that is stored as it came. Never rejects.
   *
   * @returns why it is refused; undefined for a picture that can be decoded
   */
  checkPicture(bytes: Uint8Array): Promise<Unfit | undefined>;
  /**
   * Draws the card of a page, which chats show beside a link to it.
   *
   * @param isFirst whether it comes before all other cards, and even if too many wait
   * @returns a PNG of 1200 × 630 pixels
   * @throws {PicturesBusyError} when too many wait, or it took too long
   */
  drawCard(card: Card, isFirst?: boolean): Promise<Buffer>;
  close(): Promise<void>;
}

interface Waiting {
  readonly job: Job;
  readonly resolve: (result: Result) => void;
  readonly reject: (error: Error) => void;
}

/**
 * The maximum numbers of waiting jobs. Only owners cause pictures. Anybody can cause cards: each one that waits holds a
 * slot of strangers. A message in a chat shows up to five links, whose cards find room.
 */
const MAX_WAITING = { pictures: 16, cards: 4 } as const;
/**
 * After a card, the next one waits as long as the drawing took, and at most this long. So cards that anybody can cause
 * take half of a processor at most, and requests and pictures of owners find it free.
 */
const MAX_REST_MS = 1000;
/** Longer than decoding takes on a busy machine. */
const JOB_MS = 12_000;
/** The first job of a child also waits for its start. On a very busy machine that takes longer than the job. */
const START_MS = 20_000;
/** The child ends after this time without a job, and with it its 100 to 200 MB. */
const IDLE_MS = 20_000;
/** Requests get nine times the processor time of the child where there is not enough. */
const NICENESS = 10;

/**
 * Opens the pictures of this process. A child process decodes and draws them, one at a time and with the low
 * priority, so a hostile picture can neither hold up requests nor end this process, and the child knows no secret. It
 * starts with the first job and ends when there are no more.
 */
export function openPictures({ idleMs = IDLE_MS, jobMs = JOB_MS, startMs = START_MS } = {}): Pictures {
  const waiting: Record<keyof typeof MAX_WAITING, Waiting[]> = { pictures: [], cards: [] };
  let child: ChildProcess | undefined;
  let current: Waiting | undefined;
  let timer: NodeJS.Timeout | undefined;
  let isClosed = false;
  /** When the current job was sent, and when the next card may be: see `MAX_REST_MS`. */
  let sentAt = 0;
  let cardsFrom = 0;

  function add<Of extends Result>(job: Job, isFirst = false): Promise<Of> {
    const kind = job.kind === 'card' ? 'cards' : 'pictures';
    const queue = waiting[kind];
    return new Promise<Of>((resolve, reject) => {
      const one = { job, resolve: resolve as Waiting['resolve'], reject };
      if (isClosed || (queue.length >= MAX_WAITING[kind] && !isFirst)) return giveUp(one);
      if (isFirst) queue.unshift(one);
      else queue.push(one);
      next();
    });
  }

  function next(): void {
    if (current) return;
    clearTimeout(timer);
    const restMs = cardsFrom - performance.now();
    // Owners wait for theirs, so cards come last.
    current = waiting.pictures.shift() ?? (restMs > 0 ? undefined : waiting.cards.shift());
    if (!current) {
      timer = waiting.cards.length > 0 ? setTimeout(next, restMs) : setTimeout(end, idleMs);
      timer.unref();
      return;
    }
    sentAt = performance.now();
    const ms = child ? jobMs : jobMs + startMs;
    child ??= start();
    timer = setTimeout(() => child?.kill('SIGKILL'), ms);
    child.send(current.job, (error) => error && child?.kill('SIGKILL'));
  }

  function finish(settle: (one: Waiting) => void): void {
    const done = current;
    current = undefined;
    const at = performance.now();
    if (done?.job.kind === 'card') cardsFrom = at + Math.min(at - sentAt, MAX_REST_MS);
    if (done) settle(done);
    next();
  }

  function start(): ChildProcess {
    const compiled = getCompileCacheDir();
    const started = fork(new URL('pictures-child.ts', import.meta.url), {
      serialization: 'advanced',
      stdio: ['ignore', 'ignore', 'ignore', 'ipc'],
      // As this process has them: compiled modules are kept for one set of options.
      execArgv: [...MEMORY_OPTIONS],
      // Nothing else of the environment: it has secrets.
      env: {
        ...MEMORY_ENVIRONMENT,
        ...(compiled !== undefined && { NODE_COMPILE_CACHE: dirname(compiled) }),
      },
    });
    started.on('message', (made: Made) => {
      finish((one) => ('result' in made ? one.resolve(made.result) : one.reject(new Error(made.fault))));
    });
    started.once('spawn', () => lowerPriority(started));
    // The picture ended the process, it took too long, or there was no process at all.
    const gone = () => {
      if (child !== started) return;
      child = undefined;
      if (current) finish(leaveOutIcon);
    };
    started.once('exit', gone);
    started.once('error', gone);
    started.unref();
    started.channel?.unref();
    return started;
  }

  /** The icon may have ended the process: then the card is drawn without it. */
  function leaveOutIcon(one: Waiting): void {
    const { job } = one;
    if (isClosed || job.kind !== 'card' || !job.card.icon) giveUp(one);
    else waiting.cards.unshift({ ...one, job: { kind: 'card', card: { ...job.card, icon: undefined } } });
  }

  function giveUp({ job, resolve, reject }: Waiting): void {
    if (job.kind === 'encode') resolve({ problem: ['banner.unread'] });
    else if (job.kind === 'check') resolve({ problem: ['picture.unread'] });
    else reject(new PicturesBusyError());
  }

  function end(): void {
    child?.disconnect();
    child = undefined;
  }

  return {
    encodeImage: (bytes, shape) => add({ kind: 'encode', bytes, shape }),
    checkPicture: (bytes) => add({ kind: 'check', bytes }),
    drawCard: (card, isFirst) => add({ kind: 'card', card }, isFirst),
    async close() {
      isClosed = true;
      clearTimeout(timer);
      for (const queue of Object.values(waiting)) for (const one of queue.splice(0)) giveUp(one);
      const closing = child;
      if (!closing) return;
      closing.ref();
      closing.kill('SIGKILL');
      await new Promise((resolve) => closing.once('exit', resolve));
    },
  };
}

function lowerPriority({ pid }: ChildProcess): void {
  try {
    if (pid !== undefined) setPriority(pid, NICENESS);
  } catch {
    // The child has ended, or the system does not allow it.
  }
}
