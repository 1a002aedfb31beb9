/**
 * Node warns when many listeners stay on one emitter or signal: something is added for each request and never removed.
 * Such a warning ends the run as an uncaught error does, with the stack of what added the listener.
 */
function fail(warning: Error): void {
  if (warning.name === 'MaxListenersExceededWarning') throw warning;
}

// Files of a suite may share a process.
if (!process.listeners('warning').some(({ name }) => name === fail.name)) process.on('warning', fail);
