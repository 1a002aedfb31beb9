import type { Worker } from 'node:cluster';
import { randomUUID } from 'node:crypto';
import type { MetricObjectWithValues, MetricValue } from 'prom-client';
import type { ReadinessReport } from '../readiness.ts';

/** The values of a process's metrics, as prom-client adds them up. */
export type MetricValues = readonly MetricObjectWithValues<MetricValue<string>>[];

/** What a web process tells the supervisor about itself. */
export interface Answers {
  /** The event loop runs. */
  readonly alive: () => Promise<true>;
  readonly readiness: () => Promise<ReadinessReport>;
  readonly metrics: () => Promise<MetricValues>;
}

type Kind = keyof Answers;
type Answer<Asked extends Kind> = Awaited<ReturnType<Answers[Asked]>>;

interface Question {
  readonly question: Kind;
  readonly id: string;
}

/** `answer` is absent when the process failed to find one. */
interface Reply {
  readonly replyTo: string;
  readonly answer?: unknown;
}

/** The web process's end of the channel. `process` is one. */
export interface Channel {
  send?(message: Reply, handle: undefined, options: object, done: (error: Error | null) => void): boolean;
  on(event: 'message', listener: (message: unknown) => void): unknown;
}

/**
 * Asks a web process about itself.
 *
 * @param timeoutMs the longest wait in milliseconds
 * @returns undefined without an answer, as from a process that hangs or ends
 */
export function ask<Asking extends Kind>(
  worker: Worker,
  question: Asking,
  timeoutMs: number,
): Promise<Answer<Asking> | undefined> {
  return new Promise((resolve) => {
    const id = randomUUID();
    const settle = (answer?: Answer<Asking>) => {
      clearTimeout(timer);
      worker.off('message', onMessage).off('exit', onExit);
      resolve(answer);
    };
    const onExit = () => settle();
    const onMessage = (message: unknown) => {
      if ((message as Reply).replyTo === id) settle((message as Reply).answer as Answer<Asking>);
    };
    const timer = setTimeout(() => settle(), timeoutMs);
    worker.on('message', onMessage).on('exit', onExit);
    if (!worker.isConnected()) settle();
    else worker.send({ question, id } satisfies Question, (error) => error && settle());
  });
}

/** Answers the questions of {@link ask}. */
export function answerQuestions(channel: Channel, answers: Answers): void {
  channel.on('message', async (message) => {
    const { question, id } = message as Question;
    if (!Object.hasOwn(answers, question)) return;
    const answer = await answers[question]().catch(() => undefined);
    channel.send?.({ replyTo: id, answer }, undefined, {}, () => undefined);
  });
}
