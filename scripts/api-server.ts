import { type ChildProcess, spawn } from 'node:child_process';
import { generateKeyPairSync, randomBytes } from 'node:crypto';
import { cpSync, existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { freePort } from '../src/embedded/ports.ts';

/** Kubernetes, and the modules that are released with it: in its own repository they are folders beside it. */
const KUBERNETES = { version: 'v1.37.2', parts: 'v0.37.2' };
const PATIENCE_MS = 120_000;

type Output = (program: string, args: readonly string[], options?: object) => Promise<string>;

/** Builds the API server of Kubernetes with Go, once: some minutes. @returns its program */
export async function buildApiServer(go: string, tools: string, output: Output): Promise<string> {
  const program = join(tools, `kube-apiserver-${KUBERNETES.version}`);
  if (existsSync(program)) return program;
  const source = join(tools, 'kubernetes');
  rmSync(source, { recursive: true, force: true });
  mkdirSync(tools, { recursive: true });
  const found = await output(go, ['mod', 'download', '-json', `k8s.io/kubernetes@${KUBERNETES.version}`], {
    cwd: tools,
  });
  cpSync((JSON.parse(found) as { Dir: string }).Dir, source, { recursive: true });
  await output('chmod', ['-R', 'u+w', source]);
  const file = join(source, 'go.mod');
  const text = readFileSync(file, 'utf8')
    .replaceAll(/^replace (\([^)]*\)|.*)$/gm, '')
    .replaceAll(/(k8s\.io\/[\w-]+) v0\.0\.0$/gm, `$1 ${KUBERNETES.parts}`);
  writeFileSync(file, text);
  for (const left of ['vendor', 'go.work', 'go.work.sum'])
    rmSync(join(source, left), { recursive: true, force: true });
  const env = { ...process.env, GOFLAGS: '-mod=mod', GOWORK: 'off' };
  await output(go, ['build', '-ldflags', '-s -w', '-o', program, './cmd/kube-apiserver'], {
    cwd: source,
    env,
  });
  rmSync(source, { recursive: true, force: true });
  return program;
}

/**
 * Starts etcd and an API server without any node or controller: it stores and judges, and runs nothing.
 *
 * @param parts ends both when it is closed
 * @returns runs kubectl with it
 */
export async function startApiServer(
  { etcd, apiServer, kubectl }: Readonly<Record<'etcd' | 'apiServer' | 'kubectl', string>>,
  folder: string,
  output: Output,
  parts: AsyncDisposableStack,
): Promise<(...args: string[]) => Promise<string>> {
  const [clients, peers, port] = [await freePort(0), await freePort(0), await freePort(0)];
  const store = `http://127.0.0.1:${clients}`;
  const peer = `http://127.0.0.1:${peers}`;
  keep(
    spawn(etcd, [
      ...[
        '--data-dir',
        join(folder, 'etcd'),
        '--listen-client-urls',
        store,
        '--advertise-client-urls',
        store,
      ],
      ...[
        '--listen-peer-urls',
        peer,
        '--initial-advertise-peer-urls',
        peer,
        '--initial-cluster',
        `default=${peer}`,
      ],
    ]),
    parts,
  );
  const key = join(folder, 'accounts.pem');
  const { privateKey } = generateKeyPairSync('rsa', { modulusLength: 2048 });
  writeFileSync(key, privateKey.export({ type: 'pkcs1', format: 'pem' }), { mode: 0o600 });
  const token = randomBytes(16).toString('hex');
  const tokens = join(folder, 'tokens.csv');
  writeFileSync(tokens, `${token},admin,admin,system:masters\n`, { mode: 0o600 });
  const log = keep(
    spawn(apiServer, [
      ...['--etcd-servers', store, '--bind-address', '127.0.0.1', '--secure-port', `${port}`],
      ...[
        '--cert-dir',
        join(folder, 'certificates'),
        '--token-auth-file',
        tokens,
        '--authorization-mode',
        'RBAC',
      ],
      ...['--service-account-issuer', 'https://kubernetes.default.svc', '--service-account-key-file', key],
      ...['--service-account-signing-key-file', key, '--service-cluster-ip-range', '10.96.0.0/16'],
      // Nobody makes the accounts that pods have by default.
      ...['--disable-admission-plugins', 'ServiceAccount'],
    ]),
    parts,
  );
  const config = join(folder, 'kubeconfig');
  const cluster = { server: `https://127.0.0.1:${port}`, 'insecure-skip-tls-verify': true };
  writeFileSync(
    config,
    JSON.stringify({
      ...{ apiVersion: 'v1', kind: 'Config', 'current-context': 'only' },
      clusters: [{ name: 'only', cluster }],
      users: [{ name: 'admin', user: { token } }],
      contexts: [{ name: 'only', context: { cluster: 'only', user: 'admin' } }],
    }),
    { mode: 0o600 },
  );
  const env = { ...process.env, KUBECONFIG: config };
  const run = (...args: string[]) => output(kubectl, args, { env });
  for (const deadline = Date.now() + PATIENCE_MS; ; await delay(500)) {
    const isReady = await run('get', '--raw', '/readyz').then(
      () => true,
      () => false,
    );
    if (isReady) return run;
    if (Date.now() > deadline) throw new Error(`The API server does not get ready.\n${log().slice(-2000)}`);
  }
}

/** @returns what the program has printed */
function keep(program: ChildProcess, parts: AsyncDisposableStack): () => string {
  const chunks: Buffer[] = [];
  program.stdout?.resume();
  program.stderr?.on('data', (chunk: Buffer) => chunks.push(chunk));
  parts.defer(
    () =>
      new Promise<void>((resolve) => {
        if (program.exitCode !== null) return resolve();
        program.on('exit', () => resolve());
        program.kill('SIGKILL');
      }),
  );
  return () => Buffer.concat(chunks).toString();
}
