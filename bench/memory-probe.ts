import { isMainThread } from 'node:worker_threads';

/** Imported by a worker that is measured: answers each message with its memory, in bytes, garbage aside. */
process.on('message', () => {
  globalThis.gc?.();
  process.send?.(process.memoryUsage());
});
/** A measurement that was cut short leaves no worker behind. */
process.on('disconnect', () => process.exit());
/** The thread that runs workflows imports this, too, and has a heap of its own. */
if (!isMainThread) setInterval(() => globalThis.gc?.(), 1000).unref();
