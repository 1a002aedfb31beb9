import { execFileSync, spawnSync } from 'node:child_process';
import { cpSync, existsSync, mkdirSync, readFileSync, realpathSync, rmSync, symlinkSync } from 'node:fs';
import { dirname, join, posix } from 'node:path';
import { findProgram } from '../src/embedded/programs.ts';
import { type Instruction, readInstructions } from './dockerfile.ts';

/** What a container engine would know of an image besides its files. */
export interface Image {
  readonly folder: string;
  readonly env: Readonly<Record<string, string>>;
  readonly workdir: string;
  /** Numbers: `uid:gid`. */
  readonly user: string;
  readonly entrypoint: readonly string[];
  readonly healthcheck: readonly string[];
}

interface Stage {
  readonly folder: string;
  readonly env: Record<string, string>;
  workdir: string;
  user: string;
  entrypoint: readonly string[];
  healthcheck: readonly string[];
}

interface Options {
  /** The folder whose files COPY takes. */
  readonly context: string;
  /** An empty folder for the file systems of all stages. */
  readonly folder: string;
  /** A folder that is kept between runs, for the base system. */
  readonly cache: string;
  readonly say: (line: string) => void;
}

const ENVIRONMENT = { PATH: '/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin' };
/** These describe the image and change no file. */
const DESCRIPTIONS = new Set(['ARG', 'LABEL', 'EXPOSE', 'STOPSIGNAL', 'CMD']);

/**
 * Makes the file system of the last stage of a Dockerfile, with its own steps, and without a container engine. Debian's
 * base image is replaced by the same release from `debootstrap`, and Node's image by that with Node and npm of this
 * machine. Needs root, Debian and Linux.
 *
 * @throws on an instruction that it does not know, or a step that fails
 */
export function buildRootfs(dockerfile: string, options: Options): Image {
  const stages = new Map<string, Stage>();
  let stage: Stage | undefined;
  for (const instruction of readInstructions(readFileSync(dockerfile, 'utf8'))) {
    options.say(`  ${instruction.line.slice(0, 110)}`);
    if (instruction.name === 'FROM') {
      const [image = '', , name = `${stages.size}`] = instruction.rest.split(/\s+/);
      stage = openStage(image, join(options.folder, name), options);
      stages.set(name, stage);
    } else if (stage) apply(instruction, stage, stages, options);
  }
  if (!stage) throw new Error('The Dockerfile has no FROM.');
  return stage;
}

function openStage(image: string, folder: string, options: Options): Stage {
  const [, name, version] = /^(debian|node):([\d.]*)\S*@sha256:[0-9a-f]{64}$/.exec(image) ?? [];
  if (name === undefined) throw new Error(`No stand-in for the image ${image}.`);
  execFileSync('cp', ['-a', `${baseSystem(options)}/.`, `${folder}/`]);
  if (name === 'node') addNode(folder, version ?? '');
  return { folder, env: { ...ENVIRONMENT }, workdir: '/', user: '0:0', entrypoint: [], healthcheck: [] };
}

/** Debian 12 with the packages that it cannot be without, as in its image. It is made once. */
function baseSystem({ cache, say }: Options): string {
  const folder = join(cache, 'bookworm-minbase');
  if (existsSync(folder)) return folder;
  say('  (debootstrap makes the base system, once)');
  mkdirSync(cache, { recursive: true });
  const unfinished = `${folder}.${process.pid}`;
  const mirror =
    /^(?:URIs:|deb)\s+(https?:\S*\/debian)\s*/m.exec(readSources())?.[1] ?? 'http://deb.debian.org/debian';
  execFileSync('debootstrap', ['--variant=minbase', 'bookworm', unfinished, mirror], { stdio: 'ignore' });
  // Debian's image has neither.
  for (const part of [
    'var/cache/apt/archives',
    'usr/share/doc',
    'usr/share/man',
    'usr/share/locale',
    'var/lib/apt/lists',
  ])
    rmSync(join(unfinished, part), { recursive: true, force: true });
  execFileSync('mv', [unfinished, folder]);
  return folder;
}

const readSources = () =>
  execFileSync('sh', ['-c', 'cat /etc/apt/sources.list /etc/apt/sources.list.d/* || true'], {
    encoding: 'utf8',
    stdio: ['ignore', 'pipe', 'ignore'],
  });

function addNode(folder: string, version: string): void {
  if (process.versions.node !== version)
    throw new Error(`This is Node ${process.versions.node}, not ${version}.`);
  const local = join(folder, 'usr/local');
  cpSync(process.execPath, join(local, 'bin/node'), { dereference: true });
  const npm = findProgram('npm', process.env.PATH ?? '');
  if (!npm) throw new Error('This machine lacks npm.');
  mkdirSync(join(local, 'lib/node_modules'), { recursive: true });
  execFileSync('cp', ['-a', join(realpathSync(npm), '../..'), join(local, 'lib/node_modules/npm')]);
  symlinkSync('../lib/node_modules/npm/bin/npm-cli.js', join(local, 'bin/npm'));
}

function apply(
  { name, rest, words }: Instruction,
  stage: Stage,
  stages: Map<string, Stage>,
  options: Options,
): void {
  if (DESCRIPTIONS.has(name)) return;
  if (name === 'WORKDIR') {
    stage.workdir = rest;
    mkdirSync(join(stage.folder, rest), { recursive: true });
  } else if (name === 'USER') stage.user = rest;
  else if (name === 'ENV')
    // As without build arguments.
    Object.assign(
      stage.env,
      Object.fromEntries(words.map((word) => splitOnce(word.replace(/\$\w+/, ''), '='))),
    );
  else if (name === 'ENTRYPOINT') stage.entrypoint = JSON.parse(rest) as string[];
  else if (name === 'HEALTHCHECK') stage.healthcheck = JSON.parse(rest.replace(/^.*?CMD /, '')) as string[];
  else if (name === 'COPY') copy(words, stage, stages, options);
  else if (name === 'RUN') run(rest, stage);
  else throw new Error(`The instruction ${name} is not known here.`);
}

/** As an engine does: a folder's content goes into the target, a file beside others, and root owns all of it. */
function copy(
  words: readonly string[],
  stage: Stage,
  stages: Map<string, Stage>,
  { context }: Options,
): void {
  const from = words[0]?.startsWith('--from=') ? stages.get(words[0].slice('--from='.length)) : undefined;
  const paths = words.filter((word) => !word.startsWith('--'));
  const target = paths.pop() ?? '';
  for (const path of paths) {
    if (!from) requireSent(path, context);
    const source = join(from?.folder ?? context, path);
    const isFolder = execFileSync('stat', ['-L', '-c', '%F', source], { encoding: 'utf8' }).startsWith(
      'directory',
    );
    const place = join(stage.folder, posix.resolve(stage.workdir, target));
    const isInto = isFolder || target.endsWith('/');
    mkdirSync(isInto ? place : dirname(place), { recursive: true });
    const copied = isFolder ? `${source}/.` : source;
    execFileSync('cp', ['-a', '--no-preserve=ownership', copied, isInto ? `${place}/` : place]);
  }
}

/** An engine gets only what the ignore file leaves. */
function requireSent(path: string, context: string): void {
  const kept = readFileSync(join(context, 'deploy/Dockerfile.dockerignore'), 'utf8').split('\n');
  if (!kept.includes(`!${path}`)) throw new Error(`deploy/Dockerfile.dockerignore leaves ${path} out.`);
}

/** Mounts vanish with the command. The machine's files at /mnt are npm's settings and cache, for the build only. */
const IN_STAGE = `
  mount -t proc proc "$ROOT/proc"; mount --bind /dev "$ROOT/dev"; mount --bind / "$ROOT/mnt"
  exec chroot --userspec="$OWNER" "$ROOT" /usr/bin/env -i "$@" /bin/sh -c "cd '$PLACE' && $STEP"`;

function run(step: string, stage: Stage): void {
  const ask = (key: string) =>
    `/mnt${execFileSync('npm', ['config', 'get', key], { encoding: 'utf8' }).trim()}`;
  const certificates = '/mnt/etc/ssl/certs/ca-certificates.crt';
  const variables = {
    ...stage.env,
    HOME: '/root',
    NODE_EXTRA_CA_CERTS: certificates,
    npm_config_cafile: certificates,
    npm_config_cache: ask('cache'),
    npm_config_userconfig: ask('userconfig'),
    npm_config_globalconfig: ask('globalconfig'),
  };
  const { status } = spawnSync(
    'unshare',
    ['--mount', '--pid', '--fork', 'sh', '-euc', IN_STAGE, 'sh', ...pairs(variables)],
    {
      stdio: 'inherit',
      env: { ...process.env, ROOT: stage.folder, OWNER: stage.user, PLACE: stage.workdir, STEP: step },
    },
  );
  if (status !== 0) throw new Error(`The step failed: ${step}`);
}

const READ_ONLY = `
  mount --bind "$ROOT" "$ROOT"; mount -o remount,bind,ro "$ROOT"
  mount -t proc proc "$ROOT/proc"; mount --bind /dev "$ROOT/dev"
  exec setpriv --no-new-privs chroot --userspec="$OWNER" --groups= "$ROOT" /usr/bin/env -i "$@"`;

/**
 * How to start a command of the image: as its user, with its environment, on its file system mounted read-only.
 *
 * @param command an absolute path or a program on the image's PATH, with its arguments
 */
export function commandIn(image: Image, environment: Record<string, string>, command: readonly string[]) {
  const place = ['--chdir', image.workdir];
  const variables = pairs({ ...image.env, ...environment });
  return {
    file: 'unshare',
    args: ['--mount', 'sh', '-euc', READ_ONLY, 'sh', ...place, ...variables, ...command],
    env: { ...process.env, ROOT: image.folder, OWNER: image.user },
  };
}

const pairs = (variables: Readonly<Record<string, string>>) =>
  Object.entries(variables).map(([name, value]) => `${name}=${value}`);

function splitOnce(text: string, mark: string): [string, string] {
  const at = text.indexOf(mark);
  return [text.slice(0, at), text.slice(at + mark.length)];
}
