import type { IncomingMessage } from 'node:http';

/**
 * Answers with something else when an answer takes too long. The work goes on, and keeps its place; unless the
 * request itself is still on its way after twice the time, which holds nothing but the place.
 *
 * @param giveUp ends waiting for a body
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
    // It does not reject: what went wrong is an answer by then.
    answer
      .then((response) => (isLate ? response.body?.cancel() : resolve(response)))
      .catch(() => {})
      .finally(() => clearTimeout(timer));
  });
}
