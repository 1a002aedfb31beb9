import type { IncomingMessage } from 'node:http';

/**
 * Limits the time of a response. The work continues after the limit and keeps its slot. One exception: a request
 * whose body is still incomplete after twice the time loses its slot, because it does no work.
 *
 * @param ms the limit in milliseconds
 * @param answer the response; it must not reject
 * @param late makes the response for a timeout
 * @param giveUp releases the slot of a request with an incomplete body
 */
export function withinDeadline(
  message: IncomingMessage,
  ms: number,
  answer: Promise<Response>,
  late: () => Response,
  giveUp: () => void,
): Promise<Response> {
  return new Promise((resolve) => {
    let isLate = false;
    const end = () => {
      isLate = true;
      if (!message.complete) giveUp();
      resolve(late());
    };
    let timer = setTimeout(() => {
      if (message.complete) end();
      else timer = setTimeout(end, ms);
    }, ms);
    // Errors are responses by now, so `answer` does not reject.
    answer
      .then((response) => (isLate ? response.body?.cancel() : resolve(response)))
      .catch(() => {})
      .finally(() => clearTimeout(timer));
  });
}
