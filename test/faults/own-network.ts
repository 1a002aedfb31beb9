import { execFileSync } from 'node:child_process';
import { randomBytes, randomInt } from 'node:crypto';

/** A network namespace of a test's own, which one cable joins to this machine. */
export interface OwnNetwork {
  /** This machine, as programs in the namespace see it. */
  readonly machine: string;
  /** A program in the namespace, as this machine sees it. */
  readonly address: string;
  /** Runs the command behind it in the namespace. */
  readonly inside: readonly string[];
  /** From now on packets to and from a port of this machine are lost, as behind a broken switch: nobody is told. */
  drop(port: number): void;
}

/** Addresses for tests of networks (RFC 2544), which nobody uses: 2^15 networks of four. */
const FIRST = 198 * 2 ** 24 + 18 * 2 ** 16;
const NETWORKS = 2 ** 15;

/** @throws one line when this machine allows no namespace, or lacks a program */
export function openNetwork(opened: AsyncDisposableStack): OwnNetwork {
  const first = FIRST + 4 * randomInt(NETWORKS);
  const [machine, address] = [first + 1, first + 2].map(written) as [string, string];
  const name = `bl-${randomBytes(4).toString('hex')}`;
  run('ip', 'netns', 'add', name);
  // The cable goes with it.
  opened.defer(() => run('ip', 'netns', 'del', name));
  run('ip', 'link', 'add', name, 'type', 'veth', 'peer', 'name', 'eth0', 'netns', name);
  run('ip', 'addr', 'add', `${machine}/30`, 'dev', name);
  run('ip', 'link', 'set', name, 'up');
  run('ip', '-n', name, 'addr', 'add', `${address}/30`, 'dev', 'eth0');
  run('ip', '-n', name, 'link', 'set', 'eth0', 'up');
  run('ip', '-n', name, 'link', 'set', 'lo', 'up');
  const inside = ['ip', 'netns', 'exec', name];
  const rule = (...words: string[]) => run(...inside, 'iptables', '-A', ...words, '-j', 'DROP');
  return {
    machine,
    address,
    inside,
    drop(port) {
      rule('OUTPUT', '-p', 'tcp', '-d', machine, '--dport', String(port));
      rule('INPUT', '-p', 'tcp', '-s', machine, '--sport', String(port));
    },
  };
}

const written = (address: number) =>
  [24, 16, 8, 0].map((bits) => Math.floor(address / 2 ** bits) % 256).join('.');

function run(...[program = '', ...args]: readonly string[]): void {
  try {
    execFileSync(program, args, { stdio: ['ignore', 'ignore', 'pipe'] });
  } catch (error) {
    const { code, stderr } = error as NodeJS.ErrnoException & { stderr?: Buffer };
    const reason = stderr?.toString().trim().split('\n')[0] || code;
    throw new Error(
      'To drop packets, the test makes a network namespace: run it as root, with iproute2 and iptables. ' +
        `${[program, ...args].join(' ')}: ${reason}`,
      { cause: error },
    );
  }
}
