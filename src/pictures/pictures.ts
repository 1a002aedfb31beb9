import { type ChildProcess, fork } from 'node:child_process';
import { getCompileCacheDir } from 'node:module';
import { setPriority } from 'node:os';
import { dirname } from 'node:path';
import { MEMORY_ENVIRONMENT, MEMORY_OPTIONS } from '../memory-options.ts';

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
  /** SVG only where this project or the operator made it. Without a picture, the name's initial on a hue in degrees. */
  readonly icon: { readonly mediaType: string; readonly image: Uint8Array } | { readonly hue: number };
}

/** A job for the child process. */
export type Job =
  | { readonly kind: 'encode'; readonly bytes: Uint8Array; readonly shape: Shape }
  | { readonly kind: 'card'; readonly card: Card };

/** What the child made of a job. */
export type Made =
  | { readonly result: Encoded | Refused | Buffer }
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
   * Draws the card of a page, which chats show beside a link to it.
   *
   * @returns a PNG of 1200 × 630 pixels
   * @throws {PicturesBusyError} when too many wait, or it took too long
   */
  drawCard(card: Card): Promise<Buffer>;
  close(): Promise<void>;
}

interface Waiting {
  readonly job: Job;
  readonly resolve: (result: Encoded | Refused | Buffer) => void;
  readonly reject: (error: Error) => void;
}

/** The maximum numbers of waiting jobs. Anybody can cause cards; only owners cause the others. */
const MAX_WAITING: Readonly<Record<Job['kind'], number>> = { encode: 16, card: 8 };
/** Longer than decoding takes on a busy machine. */
const JOB_MS = 12_000;
/** The first job of a child also waits for its start. On a very busy machine that takes longer than the job. */
const START_MS = 20_000;
/** The child ends after this time without a job, and with it its 100 to 200 MB. */
const IDLE_MS = 20_000;
/** Requests get three times the processor time of the child where there is not enough. */
const NICENESS = 5;

/**
 * Opens the pictures of this process. A child process decodes and draws them, one at a time and with the low
 * priority, so a hostile picture can neither hold up requests nor end this process, and the child knows no secret. It
 * starts with the first job and ends when there are no more.
 */
export function openPictures({ idleMs = IDLE_MS, jobMs = JOB_MS, startMs = START_MS } = {}): Pictures {
  const waiting: Record<Job['kind'], Waiting[]> = { encode: [], card: [] };
  let child: ChildProcess | undefined;
  let current: Waiting | undefined;
  let timer: NodeJS.Timeout | undefined;
  let isClosed = false;

  function add<Result extends Encoded | Refused | Buffer>(job: Job): Promise<Result> {
    const queue = waiting[job.kind];
    return new Promise<Result>((resolve, reject) => {
      const one = { job, resolve: resolve as Waiting['resolve'], reject };
      if (isClosed || queue.length >= MAX_WAITING[job.kind]) return giveUp(one);
      queue.push(one);
      next();
    });
  }

  function next(): void {
    if (current) return;
    clearTimeout(timer);
    // Owners wait for theirs, so cards come last.
    current = waiting.encode.shift() ?? waiting.card.shift();
    if (!current) {
      timer = setTimeout(end, idleMs);
      timer.unref();
      return;
    }
    const ms = child ? jobMs : jobMs + startMs;
    child ??= start();
    timer = setTimeout(() => child?.kill('SIGKILL'), ms);
    child.send(current.job, (error) => error && child?.kill('SIGKILL'));
  }

  function finish(settle: (one: Waiting) => void): void {
    const done = current;
    current = undefined;
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
      if (current) finish(giveUp);
    };
    started.once('exit', gone);
    started.once('error', gone);
    started.unref();
    started.channel?.unref();
    return started;
  }

  function giveUp({ job, resolve, reject }: Waiting): void {
    if (job.kind === 'encode') resolve({ problem: ['banner.unread'] });
    else reject(new PicturesBusyError());
  }

  function end(): void {
    child?.disconnect();
    child = undefined;
  }

  return {
    encodeImage: (bytes, shape) => add({ kind: 'encode', bytes, shape }),
    drawCard: (card) => add<Buffer>({ kind: 'card', card }),
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
