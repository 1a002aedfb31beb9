import type { Job, Made, Result } from './job.ts';

/**
 * The child process of `pictures.ts`. It decodes pictures of strangers. One job comes at a time; it ends when the parent
 * closes the channel or dies.
 */
async function work(job: Job): Promise<Made> {
  try {
    return { result: await make(job) };
  } catch (error) {
    return { fault: error instanceof Error ? error.message : String(error) };
  }
}

/** What a card needs is loaded for cards only. */
async function make(job: Job): Promise<Result> {
  if (job.kind === 'card') return (await import('./card.ts')).drawCard(job.card);
  const { check, drawAppIcon, encode } = await import('./encode.ts');
  if (job.kind === 'appIcon') return drawAppIcon(job.icon);
  return job.kind === 'check' ? check(job.bytes) : encode(job.bytes, job.shape);
}

if (import.meta.main) {
  process.on('message', (job: Job) => {
    void work(job).then((made) => process.send?.(made));
  });
  process.on('disconnect', () => process.exit(0));
  // The parent decides about the end; these signals often go to the whole group of processes.
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.on(signal, () => undefined);
}
