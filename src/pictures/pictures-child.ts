import type { Job, Made } from './job.ts';

/**
 * The child process of `pictures.ts`. It decodes pictures of strangers. One job comes at a time; it ends when the parent
 * closes the channel or dies.
 */
async function work(job: Job): Promise<Made> {
  try {
    if (job.kind !== 'card') {
      const { check, encode } = await import('./encode.ts');
      return { result: await (job.kind === 'check' ? check(job.bytes) : encode(job.bytes, job.shape)) };
    }
    const { drawCard } = await import('./card.ts');
    return { result: await drawCard(job.card) };
  } catch (error) {
    return { fault: error instanceof Error ? error.message : String(error) };
  }
}

if (import.meta.main) {
  process.on('message', (job: Job) => {
    void work(job).then((made) => process.send?.(made));
  });
  process.on('disconnect', () => process.exit(0));
  // The parent decides about the end; these signals often go to the whole group of processes.
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.on(signal, () => undefined);
}
