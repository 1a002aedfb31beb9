/**
 * Options of V8 for a web process. With much memory V8 lets garbage grow: under load, a process had 450 MB instead of
 * 200. V8 reads these options only when a process starts.
 */
export const WEB_OPTIONS = ['--max-semi-space-size=8', '--heap-growing-percent=30'] as const;

/** Several threads share one pool of memory, which else keeps 30 MB more. It is read when a process starts. */
export const WEB_ENVIRONMENT = { MALLOC_ARENA_MAX: '1' } as const;

/** Replaces this process by one with {@link WEB_OPTIONS}, if it has none. It keeps its id, arguments and streams. */
export function restartWithOptions(): void {
  const { execArgv, argv, execPath, env, execve } = process;
  if (!execve || process.connected || WEB_OPTIONS.every((option) => execArgv.includes(option))) return;
  execve(execPath, [execPath, ...WEB_OPTIONS, ...execArgv, ...argv.slice(1)], { ...WEB_ENVIRONMENT, ...env });
}
