import type { IncomingMessage } from 'node:http';

/**
 * Limits the time of a response. The work continues after the limit and keeps its slot. One exception: a request
 * whose body is still incomplete after twice the time loses its slot, because it does no work.
 *
 * @param ms the limit in milliseconds
 * @param onLate sends another response
 * @param giveUp releases the slot of a request with an incomplete body
 * @returns ends the limit; its result is false when the response came too late
 */
export function startDeadline(
  message: IncomingMessage,
  ms: number,
  onLate: () => void,
  giveUp: () => void,
): () => boolean {
  let isLate = false;
  const end = () => {
    isLate = true;
    if (!message.complete) giveUp();
    onLate();
  };
  let timer = setTimeout(() => {
    if (message.complete) end();
    else timer = setTimeout(end, ms);
  }, ms);
  return () => {
    clearTimeout(timer);
    return !isLate;
  };
}
