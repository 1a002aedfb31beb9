import { afterAll, expect } from 'vitest';
import { type CollectedSpan, startCollector } from '../kit/collector.ts';
import { given } from '../kit/given.ts';
import { newUserId } from '../kit/ids.ts';
import { onTemporal } from '../kit/on-temporal.ts';
import { startReceiver } from '../kit/receiver.ts';
import { forFile, startOwnService } from '../kit/service.ts';

const CAST = 'mutation ($id: ID!) { castVote(botId: $id) { __typename } }';
const PARENT = { traceId: '4bf92f3577b34da6a3ce929d0e0e4736', spanId: '00f067aa0ba902b7' };
const SERVER = 2;
const CLIENT = 3;
const ERROR = 2;

const { test, collector, service, receiver } = await onTemporal(async () => {
  const collector = await forFile(startCollector());
  const receiver = await forFile(startReceiver());
  const environment = {
    OTEL_EXPORTER_OTLP_ENDPOINT: collector.url,
    OTEL_EXPORTER_OTLP_PROTOCOL: 'http/json',
    OTEL_TRACES_SAMPLER: 'parentbased_always_off',
  };
  const service = await forFile(startOwnService(environment, 'all'));
  // A delivery whose secret cannot be read is one of the traces.
  afterAll(() => {
    for (const fault of service.faults.splice(0)) expect(fault).toContain('cannot be decrypted');
  });
  await service.deliveriesReady;
  return { collector, service, receiver };
});

/** Casts a vote of a new user, within a trace of the caller. */
async function vote(botId: string, traceId: string, flags = '01') {
  const userId = newUserId();
  const headers = {
    cookie: await service.signIn(userId, 'A private name'),
    traceparent: `00-${traceId}-${PARENT.spanId}-${flags}`,
  };
  const { data } = await service.graphql(CAST, { id: botId }, headers);
  expect(data?.castVote).toEqual({ __typename: 'CastVotePayload' });
  return { userId, ...headers };
}

/** The spans of a trace, when a span of this name has arrived. */
async function traceWith(name: string, traceId: string): Promise<CollectedSpan[]> {
  const spans = () => collector.spans().filter((span) => span.traceId === traceId);
  await expect.poll(() => spans().map((span) => span.name), { timeout: 20_000 }).toContain(name);
  return spans();
}

const named = (spans: readonly CollectedSpan[], name: string | RegExp): CollectedSpan => {
  const found = spans.find((span) => (typeof name === 'string' ? span.name === name : name.test(span.name)));
  if (!found) throw new Error(`No span ${name} among ${spans.map((span) => span.name).join(', ')}`);
  return found;
};

/** The names of a span and of its parents, from the top. */
function pathOf(spans: readonly CollectedSpan[], span: CollectedSpan): string[] {
  const parent = spans.find(({ spanId }) => spanId === span.parentSpanId);
  return [...(parent ? pathOf(spans, parent) : []), span.name];
}

test('a vote and its delivery are one trace, from the request to the POST at the receiver', async () => {
  const bot = await given(service.services).listing().withWebhook(receiver.url).approved();
  const cast = await vote(bot.id, PARENT.traceId);
  const spans = await traceWith('RunWorkflow:deliverVote', PARENT.traceId);

  const request = named(spans, 'POST /graphql');
  expect(request).toMatchObject({
    kind: SERVER,
    parentSpanId: PARENT.spanId,
    service: 'bot-listing',
    attributes: { 'http.request.method': 'POST', 'http.route': '/graphql', 'http.response.status_code': 200 },
  });
  const recorded = named(spans, /^insert vote_windows, /);
  expect(pathOf(spans, recorded)).toEqual(['POST /graphql', 'GraphQL', recorded.name]);
  const post = spans.find(({ name, kind }) => name === 'POST' && kind === CLIENT);
  if (!post) throw new Error('The POST has no span.');
  expect(pathOf(spans, post)).toEqual([
    'POST /graphql',
    'GraphQL',
    'StartWorkflow:deliverVote',
    'RunWorkflow:deliverVote',
    'StartActivity:attempt',
    'RunActivity:attempt',
    'POST',
  ]);
  expect(post.attributes).toMatchObject({ 'server.address': '127.0.0.1', 'http.response.status_code': 200 });
  for (const name of ['select deliveries', /^insert delivery_attempts, update deliveries/]) {
    const statement = named(spans, name);
    expect(pathOf(spans, statement).slice(-2)).toEqual(['RunActivity:attempt', statement.name]);
  }
  for (const span of spans) {
    expect(BigInt(span.endTimeUnixNano)).toBeGreaterThanOrEqual(BigInt(span.startTimeUnixNano));
  }

  const [arrived] = receiver.received;
  expect(arrived?.headers.traceparent).toBe(`00-${PARENT.traceId}-${post.spanId}-01`);
  const exported = Buffer.concat(collector.requests.map(({ body }) => body)).toString();
  const secrets = [bot.webhookSecret, cast.cookie, cast.cookie.slice(8), cast.userId, 'A private name'];
  for (const secret of [...secrets, '/webhook', 'castVote(']) expect(exported).not.toContain(secret);
});

test('a failed attempt is marked in the trace, without any text of an error', async () => {
  const traceId = '11111111111111111111111111111111';
  receiver.answer = () => 503;
  const bot = await given(service.services).listing().withWebhook(receiver.url).approved();
  await vote(bot.id, traceId);
  const spans = await traceWith('RunActivity:attempt', traceId);
  receiver.answer = () => 200;
  expect(spans.find(({ name, kind }) => name === 'POST' && kind === CLIENT)).toMatchObject({
    status: { code: ERROR },
    attributes: { 'error.type': '503', 'http.response.status_code': 503 },
  });
});

test('an attempt that throws is marked with the class of its error', async () => {
  const traceId = '44444444444444444444444444444444';
  const bot = await given(service.services).listing().withWebhook(receiver.url).approved();
  await service.services.db.sql`update webhooks set sealed_secret = '\\x00' where bot_id = ${bot.id}`;
  await vote(bot.id, traceId);
  const spans = await traceWith('RunActivity:attempt', traceId);
  const attempt = named(spans, 'RunActivity:attempt');
  expect(attempt.events).toMatchObject([
    {
      name: 'exception',
      attributes: [{ key: 'exception.type', value: { stringValue: 'ApplicationFailure' } }],
    },
  ]);
  expect(attempt.status).not.toHaveProperty('message');
  const exported = Buffer.concat(collector.requests.map(({ body }) => body)).toString();
  expect(exported).not.toMatch(/cannot be read|stacktrace/);
});

test('a vote whose trace is not recorded exports nothing, and its receiver gets no trace', async () => {
  const traceId = '22222222222222222222222222222222';
  const bot = await given(service.services).listing().withWebhook(receiver.url).approved();
  const before = receiver.received.length;
  await vote(bot.id, traceId, '00');
  await receiver.until(before + 1);
  expect(receiver.received.at(-1)?.headers).not.toHaveProperty('traceparent');
  const [delivery] = await service.services.db.sql`
    select traceparent, state from deliveries where bot_id = ${bot.id}`;
  expect(delivery?.traceparent).toBeNull();
  // A recorded vote after it has been exported, so this one would have been, too.
  const later = '33333333333333333333333333333333';
  await vote(bot.id, later);
  await traceWith('RunWorkflow:deliverVote', later);
  expect(collector.spans().filter((span) => span.traceId === traceId)).toEqual([]);
  // Work without a recorded request, such as the dispatcher's, makes no traces of its own.
  const ours = new Set([PARENT.traceId, ...[1, 3, 4].map((digit) => String(digit).repeat(32))]);
  expect(collector.spans().filter((span) => !ours.has(span.traceId))).toEqual([]);
});
