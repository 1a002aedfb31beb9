import type { AppIcon, Card, Encoded, Job, Made, RefusedPicture, Result, Shape, Unfit } from './job.ts';
import { createJobProcess, type ProcessTimes } from './job-process.ts';

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
  encodeImage(bytes: Uint8Array, shape: Shape): Promise<Encoded | RefusedPicture>;
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
  /** Draws an icon of the installed site, before all cards. Rejects as `drawCard` does. */
  drawAppIcon(icon: AppIcon): Promise<Buffer>;
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
/**
 * Opens the pictures of this process. A child process decodes and draws them, one at a time and with a low priority,
 * so a hostile picture can neither hold up requests nor end this process, and the child knows no secret. It starts with
 * the first job and ends when there are no more.
 */
export function openPictures(times: Partial<ProcessTimes> = {}): Pictures {
  const waiting: Record<keyof typeof MAX_WAITING, Waiting[]> = { pictures: [], cards: [] };
  const child = createJobProcess(times);
  let isBusy = false;
  let isClosed = false;
  let resting: NodeJS.Timeout | undefined;
  /** When the next card may be drawn: see `MAX_REST_MS`. */
  let cardsFrom = 0;

  function add<Of extends Result>(job: Job, isFirst = false): Promise<Of> {
    const kind = job.kind === 'card' || job.kind === 'appIcon' ? 'cards' : 'pictures';
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
    if (isBusy) return;
    clearTimeout(resting);
    const restMs = cardsFrom - performance.now();
    // Owners wait for theirs, so cards come last.
    const one = waiting.pictures.shift() ?? (restMs > 0 ? undefined : waiting.cards.shift());
    if (one) void run(one);
    else if (waiting.cards.length > 0) resting = setTimeout(next, restMs).unref();
  }

  async function run(one: Waiting): Promise<void> {
    isBusy = true;
    const sentAt = performance.now();
    const made = await child.run(one.job);
    isBusy = false;
    const at = performance.now();
    if (one.job.kind === 'card') cardsFrom = at + Math.min(at - sentAt, MAX_REST_MS);
    const again = made === 'gone' && !isClosed ? withoutIcon(one) : undefined;
    if (again) waiting.cards.unshift(again);
    else settle(one, made);
    next();
  }

  return {
    encodeImage: (bytes, shape) => add({ kind: 'encode', bytes, shape }),
    checkPicture: (bytes) => add({ kind: 'check', bytes }),
    drawCard: (card, isFirst) => add({ kind: 'card', card }, isFirst),
    drawAppIcon: (icon) => add({ kind: 'appIcon', icon }, true),
    async close() {
      isClosed = true;
      clearTimeout(resting);
      for (const queue of Object.values(waiting)) for (const one of queue.splice(0)) giveUp(one);
      await child.close();
    },
  };
}

/** The icon may have ended the process: then the card is drawn without it. */
function withoutIcon({ job, ...one }: Waiting): Waiting | undefined {
  if (job.kind !== 'card' || !job.card.icon) return undefined;
  return { ...one, job: { kind: 'card', card: { ...job.card, icon: undefined } } };
}

function settle(one: Waiting, made: Made | 'gone'): void {
  if (made === 'gone') giveUp(one);
  else if ('result' in made) one.resolve(made.result);
  else one.reject(new Error(made.fault));
}

function giveUp({ job, resolve, reject }: Waiting): void {
  if (job.kind === 'encode')
    resolve({ problem: [job.shape === 'banner' ? 'banner.unread' : 'picture.unread'] });
  else if (job.kind === 'check') resolve({ problem: ['picture.unread'] });
  else reject(new PicturesBusyError());
}
