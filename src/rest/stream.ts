import type { Events } from './route.ts';

const EVENT_STREAM = 'text/event-stream';

/** For a client that does not take events. */
export const NOT_ACCEPTED = `The header Accept must allow ${EVENT_STREAM}.`;

/** The headers of a stream. Proxies must neither keep nor delay it. */
export const STREAM_HEADERS = {
  'content-type': EVENT_STREAM,
  'cache-control': 'no-store',
  'x-accel-buffering': 'no',
  'x-content-type-options': 'nosniff',
};

const ACCEPTABLE = new Set([EVENT_STREAM, 'text/*', '*/*']);

/** Whether a client takes server-sent events, by its `Accept` header. */
export function acceptsEvents(accept: string | undefined): boolean {
  const types = (accept || '*/*').split(',').map((type) => type.split(';')[0]?.trim().toLowerCase() ?? '');
  return types.some((type) => ACCEPTABLE.has(type));
}

/** Writes events as HTML defines them. An `id` without data tells the position, and is no event. */
export function textOf({ events, lastId }: Events): string {
  if (events.length === 0) return `id: ${lastId}\n\n`;
  return events
    .map(({ id, data }) => `id: ${id}\nevent: vote.create\ndata: ${JSON.stringify(data)}\n\n`)
    .join('');
}
