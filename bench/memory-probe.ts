/**
 * A process that is measured imports this. It replies to each message with its memory in bytes. With `--expose-gc` it
 * collects garbage first.
 */
process.on('message', () => {
  globalThis.gc?.();
  process.send?.(process.memoryUsage());
});
/** When the measurement is killed, this process ends, too. */
process.on('disconnect', () => process.exit());
