import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { freePort } from '../../src/embedded/ports.ts';

/** An nginx of one test, which forwards everything to one address. */
export interface Nginx {
  readonly url: string;
  close(): Promise<void>;
}

/**
 * Starts nginx on a free port of loopback.
 *
 * @param directives of the one location, `proxy_pass` among them
 */
export async function startNginx(directives: string): Promise<Nginx> {
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
  const child = spawn('nginx', ['-e', 'stderr', '-c', join(folder, 'nginx.conf')], { stdio: 'inherit' });
  const url = `http://127.0.0.1:${port}`;
  await untilAnswers(url, child);
  return {
    url,
    async close() {
      const ended = once(child, 'exit');
      child.kill('SIGTERM');
      await ended;
      await rm(folder, { recursive: true, force: true });
    },
  };
}

async function untilAnswers(url: string, child: ChildProcess): Promise<void> {
  for (let attempt = 0; attempt < 200; attempt++) {
    if (child.exitCode !== null) throw new Error('nginx ended.');
    try {
      await fetch(url, { method: 'HEAD', redirect: 'manual' });
      return;
    } catch {
      await delay(50);
    }
  }
  child.kill('SIGKILL');
  throw new Error('nginx does not answer.');
}
