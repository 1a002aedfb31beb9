import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { chmod, copyFile, mkdtemp, open, readFile, rm, writeFile } from 'node:fs/promises';
import { connect } from 'node:net';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { freePort } from '../../src/embedded/ports.ts';

const CONFIG = resolve(import.meta.dirname, '../../deploy/nginx.conf');

/** nginx with the configuration that operators get. */
export interface SiteProxy {
  readonly url: string;
  /** The lines of its access log so far. */
  lines(): Promise<readonly Readonly<Record<string, unknown>>[]>;
  close(): Promise<void>;
}

/**
 * Writes the files that nginx needs to listen on a port of loopback: `deploy/nginx.conf`, and the two that operators write.
 *
 * @param folder a new file `nginx.conf` is in it
 * @param addresses of the web processes, as `http://host:port`
 * @param more further lines of `listen.conf`
 */
export async function writeProxyFiles(
  folder: string,
  port: number,
  addresses: readonly string[],
  more = '',
): Promise<void> {
  const servers = addresses.map((address) => `server ${new URL(address).host} max_fails=0;\n`);
  await copyFile(CONFIG, join(folder, 'nginx.conf'));
  await writeFile(join(folder, 'servers.conf'), servers.join(''));
  await writeFile(join(folder, 'listen.conf'), `listen 127.0.0.1:${port};\n${more}`);
}

/** The arguments with which nginx uses those files. */
export function proxyArgs(folder: string): string[] {
  return ['-e', 'stderr', '-p', `${folder}/`, '-c', join(folder, 'nginx.conf')];
}

/**
 * Starts nginx with `deploy/nginx.conf` on a free port of loopback.
 *
 * @param addresses of the web processes, as `http://host:port`
 * @param more further lines of `listen.conf`
 */
export async function startSiteProxy(addresses: readonly string[], more?: string): Promise<SiteProxy> {
  const folder = await mkdtemp(join(tmpdir(), 'bot-listing-proxy-'));
  // nginx's own user reads and writes there.
  await chmod(folder, 0o755);
  const port = await freePort(0);
  await writeProxyFiles(folder, port, addresses, more);
  const logFile = join(folder, 'access.log');
  const errorFile = join(folder, 'error.log');
  const [log, errors] = [await open(logFile, 'a'), await open(errorFile, 'a')];
  const child = spawn('nginx', proxyArgs(folder), { stdio: ['ignore', log.fd, errors.fd] });
  await Promise.all([log.close(), errors.close()]);
  if (!(await isListening(port, child))) throw new Error(await readFile(errorFile, 'utf8'));
  return {
    url: `http://127.0.0.1:${port}`,
    async lines() {
      const text = await readFile(logFile, 'utf8');
      return text.split('\n').flatMap((line) => (line === '' ? [] : [JSON.parse(line)]));
    },
    close: () => end(child, folder),
  };
}

/**
 * Starts an nginx that forwards everything to one address, on a free port of loopback.
 *
 * @param directives of the one location, `proxy_pass` among them
 */
export async function startNginx(directives: string): Promise<Pick<SiteProxy, 'url' | 'close'>> {
  const folder = await mkdtemp(join(tmpdir(), 'nginx-'));
  const port = await freePort(0);
  const temporary = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi'].map(
    (kind) => `${kind}_temp_path ${folder}/${kind};`,
  );
  const config = `daemon off; master_process off; pid ${folder}/pid; error_log stderr crit;
events { worker_connections 64; }
http { access_log off; ${temporary.join(' ')}
  server { listen 127.0.0.1:${port}; location / { ${directives} } } }`;
  await writeFile(join(folder, 'nginx.conf'), config);
  const child = spawn('nginx', proxyArgs(folder), { stdio: 'inherit' });
  if (!(await isListening(port, child))) throw new Error('nginx does not answer.');
  return { url: `http://127.0.0.1:${port}`, close: () => end(child, folder) };
}

async function end(child: ChildProcess, folder: string): Promise<void> {
  const ended = once(child, 'exit');
  child.kill('SIGTERM');
  await ended;
  await rm(folder, { recursive: true, force: true });
}

/** Waits until it listens, or has ended. */
async function isListening(port: number, child: ChildProcess): Promise<boolean> {
  for (let attempt = 0; attempt < 200; attempt++) {
    if (child.exitCode !== null) return false;
    const isOpen = await new Promise<boolean>((settle) => {
      const socket = connect(port, '127.0.0.1', () => {
        socket.destroy();
        settle(true);
      });
      socket.once('error', () => settle(false));
    });
    if (isOpen) return true;
    await delay(50);
  }
  child.kill('SIGKILL');
  return false;
}
