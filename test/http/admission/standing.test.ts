import { EventEmitter } from 'node:events';
import { Registry } from 'prom-client';
import { afterEach, expect, test } from 'vitest';
import type { Actor } from '../../../src/domain/identity/actor.ts';
import { UnauthenticatedError } from '../../../src/domain/kernel/errors.ts';
import { type Admission, createAdmission } from '../../../src/http/admission/admission.ts';
import { OverloadedError } from '../../../src/http/admission/slots.ts';
import { createStandings } from '../../../src/http/admission/standing.ts';
import type { IdentityClaim } from '../../../src/http/caller/credentials.ts';
import { createCredentialMemory } from '../../../src/http/caller/identify.ts';
import type { RoutedRequest } from '../../../src/http/routed-request.ts';

const SLOTS = 64;
const bot: Actor = { kind: 'bot', botId: '1', tokenKey: '1' };
const nobody: Actor = { kind: 'anonymous' };

const registry = new Registry();
const memory = createCredentialMemory();
let admission: Admission;
afterEach(() => {
  admission.close();
  registry.clear();
});

/** @param lookUp the look-up of each credential, by its key */
function open(lookUp: (key: string) => Promise<Actor>, maxWaitMs = 60_000) {
  const slots = {
    concurrentBotRequests: 1,
    concurrentVotes: 1,
    concurrentMemberRequests: 1,
    concurrentStrangerRequests: 1,
  };
  const limits = { maxWaitMs, maxEventLoopDelayMs: 10_000, workPerAddressPerMinute: 0 };
  admission = createAdmission({ ...slots, ...limits }, registry);
  const looked: string[] = [];
  const standingOf = createStandings({
    admission,
    memory,
    lookUp({ claim }) {
      looked.push(claim?.key ?? '');
      return lookUp(claim?.key ?? '');
    },
  });
  return { looked, ask: async (claim: IdentityClaim) => standingOf(request(claim)) };
}

let made = 0;
const token = (): IdentityClaim => ({ kind: 'token', key: `token ${made++}` });
const session = (): IdentityClaim => ({ kind: 'session', key: `session ${made++}` });

function request(claim: IdentityClaim): RoutedRequest {
  const credential =
    claim.kind === 'token' ? { kind: 'token', token: claim.key } : { kind: 'session', id: claim.key };
  const lane = claim.kind === 'token' ? 'bots' : 'members';
  return {
    claim,
    credential,
    lane,
    strangersLane: 'strangers',
    route: { kind: 'page' },
    response: new EventEmitter(),
  } as unknown as RoutedRequest;
}

const unknown = async () => {
  throw new UnauthenticatedError('token.invalid');
};

test('A valid credential earns its lane, and its sender is looked up once', async () => {
  const { ask } = open(async () => bot);
  const { actor, ...standing } = await ask(token());
  expect(standing).toMatchObject({ lane: 'bots', credential: { kind: 'token' } });
  expect(await actor).toBe(bot);
});

test('A credential that was valid lately costs no look-up', async () => {
  const { ask, looked } = open(unknown);
  const claim = token();
  memory.note(claim, true);
  expect(await ask(claim)).toEqual({ lane: 'bots', credential: { kind: 'token', token: claim.key } });
  expect(looked).toEqual([]);
});

test('An invalid credential is a stranger’s, and counts no more', async () => {
  const { ask } = open(unknown);
  expect(await ask(token())).toEqual({ lane: 'strangers', credential: { kind: 'unreadable' } });
  admission.close();
  registry.clear();
  const sessions = open(async () => nobody);
  expect(await sessions.ask(session())).toEqual({ lane: 'strangers', credential: { kind: 'none' } });
});

test('A look-up that fails makes no stranger, and is not remembered', async () => {
  const { ask } = open(async () => {
    throw new Error('The database is away.');
  });
  const claim = session();
  await expect(ask(claim)).rejects.toThrow('The database is away.');
  expect(memory.recall(claim)).toBeUndefined();
});

test('Invented tokens keep their slots for a moment, and keep no session waiting', async () => {
  const { ask, looked } = open(async (key) => (key.startsWith('token') ? unknown() : nobody));
  const start = performance.now();
  await Promise.all(Array.from({ length: 3 * SLOTS }, () => ask(token())));
  // The third group waits for two rests of 120 ms. A timer may be a millisecond early.
  expect(performance.now() - start).toBeGreaterThanOrEqual(2 * 119);
  const flood = Array.from({ length: 2 * SLOTS }, () => ask(token()));
  await ask(session());
  expect(looked.filter((key) => key.startsWith('session'))).toHaveLength(1);
  await Promise.all(flood);
});

test('Real tokens never rest: thousands pass, where as many invented ones would wait for eight seconds', async () => {
  const { ask } = open(async () => bot, 500);
  const standings = await Promise.all(Array.from({ length: 4000 }, () => ask(token())));
  expect(new Set(standings.map(({ lane }) => lane))).toEqual(new Set(['bots']));
});

test('No more look-ups run at once than there are slots, and the rest are refused before theirs', async () => {
  const { promise: hanging, resolve } = Promise.withResolvers<Actor>();
  const { ask, looked } = open(() => hanging, 50);
  const asked = Array.from({ length: SLOTS + 10 }, () => ask(session()));
  const last = asked.slice(-10);
  for (const refused of await Promise.allSettled(last))
    expect(refused).toMatchObject({ status: 'rejected', reason: expect.any(OverloadedError) });
  expect(looked).toHaveLength(SLOTS);
  resolve(nobody);
  await Promise.all(asked.slice(0, SLOTS));
});

test('A look-up that takes too long is given up, and keeps its slot', async () => {
  const { promise: hanging, resolve } = Promise.withResolvers<Actor>();
  const { ask } = open(() => hanging);
  await expect(ask(session())).rejects.toThrow(OverloadedError);
  expect(await registry.getSingleMetricAsString('requests_in_flight')).toContain(
    '{lane="session-look-ups"} 1',
  );
  resolve(nobody);
  await expect
    .poll(() => registry.getSingleMetricAsString('requests_in_flight'))
    .toContain('{lane="session-look-ups"} 0');
});

test('A flood of invented tokens displaces no real one', () => {
  const claim = token();
  memory.note(claim, true);
  for (let count = 0; count < 60_000; count++) memory.note(token(), false);
  expect(memory.recall(claim)).toBe(true);
  const invented = { kind: 'token', key: 'invented' } as const;
  memory.note(invented, false);
  expect(memory.recall(invented)).toBe(false);
  expect(memory.recall({ ...invented, kind: 'session' })).toBeUndefined();
});
