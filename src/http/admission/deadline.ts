import type { IncomingMessage } from 'node:http';

/** How a response that is late is replaced. */
interface Lateness<Answer> {
  /** Makes the response for a timeout. */
  readonly late: () => Answer;
  /** Releases the slot of a request with an incomplete body. */
  readonly giveUp: () => void;
  /** Called with a response that came too late. */
  readonly discard?: (answer: Answer) => void;
}

/**
 * Limits the time of a response. The work continues after the limit and keeps its slot. One exception: a request
 * whose body is still incomplete after twice the time loses its slot, because it does no work.
 *
 * @param ms the limit in milliseconds
 * @param answer the response; it must not reject
 */
export function withinDeadline<Answer>(
  message: IncomingMessage,
  ms: number,
  answer: Promise<Answer>,
  { late, giveUp, discard }: Lateness<Answer>,
): Promise<Answer> {
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
    void answer.then((made) => {
      clearTimeout(timer);
      if (isLate) discard?.(made);
      else resolve(made);
    });
  });
}
