import { spawn } from 'node:child_process';
import { once } from 'node:events';

const PROGRAM = `
  const server = require('node:http').createServer((_, response) => response.end('ok'));
  server.listen(0, '127.0.0.1', () => console.log(server.address().port));
`;

/**
 * Starts an HTTP server that nobody attacks, in a process of its own. The time of its responses is what this machine
 * adds to all times: other programs hold the CPU, too.
 *
 * @returns its URL
 */
export async function startControl(parts: AsyncDisposableStack): Promise<string> {
  const child = spawn(process.execPath, ['-e', PROGRAM], { stdio: ['ignore', 'pipe', 'inherit'] });
  parts.defer(() => void child.kill());
  const [port] = await once(child.stdout, 'data');
  return `http://127.0.0.1:${Number(port)}`;
}
