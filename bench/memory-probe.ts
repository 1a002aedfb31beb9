/** Imported by a worker that is measured: answers each message with its memory, in bytes, garbage aside. */
process.on('message', () => {
  globalThis.gc?.();
  process.send?.(process.memoryUsage());
});
/** A measurement that was cut short leaves no worker behind. */
process.on('disconnect', () => process.exit());
