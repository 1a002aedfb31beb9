import { createHmac, randomBytes, timingSafeEqual } from 'node:crypto';
import { renameSync, writeFileSync } from 'node:fs';
import type { Command } from 'commander';
import type { Config } from '../config/config.ts';
import { closeProbe, isProbeDelivered, openProbe, type Probe } from '../domain/vote/probe.ts';
import { isPort } from '../lib/host.ts';
import { faultOf } from '../lib/log.ts';
import { pause } from '../lib/pause.ts';
import { orNothing, within } from '../lib/within.ts';
import { readCertificateEnd } from '../net/certificate.ts';
import { listenForOne, type Received } from '../net/listen-for-one.ts';
import { createSender } from '../net/sender.ts';
import { openSecrets } from '../parts/secrets.ts';
import type { Act, Tools } from './command.ts';
import { NotDone, type Result, WrongUsage } from './result.ts';

const POLL_MS = 50;
/** What the probe has made is deleted within this time, in milliseconds, or later by another one. */
const CLOSING_MS = 5000;
/** In seconds. */
const TIMEOUTS = { least: 1, most: 600 };

const CAST = `mutation ProbeVote($botId: ID!) {
  result: castVote(botId: $botId) { __typename ... on CastVotePayload { votedAt } ... on Error { code } }
}`;

interface Options {
  readonly receiver: string;
  readonly port?: string;
  readonly timeout: string;
  readonly metrics?: string;
}

/** `probe`: one vote, the way that every vote goes. */
export function addProbe(program: Command, act: Act): void {
  program
    .command('probe')
    .description('cast a vote over PUBLIC_URL, and wait for its webhook')
    .requiredOption(
      '--receiver <url>',
      'where workers reach this command; WEBHOOK_TRUSTED_NETWORKS may name it',
    )
    .option('--port <number>', 'the port to listen on; without it the one in --receiver')
    .option('--timeout <seconds>', 'how long it may take until the service has recorded the webhook', '30')
    .option('--metrics <file>', 'write metrics for the textfile collector of node_exporter')
    .action(act<[], Options>(probe));
}

async function probe(tools: Tools, _: readonly string[], options: Options): Promise<Result> {
  const { receiver, port, timeout, metrics } = options;
  const seconds = Number(timeout);
  if (!(seconds >= TIMEOUTS.least && seconds <= TIMEOUTS.most))
    throw new WrongUsage(`--timeout is a number of seconds from ${TIMEOUTS.least} to ${TIMEOUTS.most}.`);
  if (!URL.canParse(receiver)) throw new WrongUsage('--receiver is a URL.');
  if (port !== undefined && !isPort(port)) throw new WrongUsage('--port is a number from 1 to 65535.');
  const config = tools.config();
  const startedAt = performance.now();
  const expiry = readCertificateEnd(config.publicUrl, seconds * 1000);
  const took = () => (performance.now() - startedAt) / 1000;
  const write = async (success: 0 | 1) => {
    if (metrics !== undefined) writeMetrics(metrics, success, took(), await expiry);
  };
  try {
    const times = await exercise(tools, config, options, seconds * 1000);
    await write(1);
    const { votedMs, receivedMs } = times;
    return {
      lines: [`The vote was accepted after ${votedMs} ms, and its webhook came after ${receivedMs} ms.`],
      data: { success: true, ...times },
    };
  } catch (error) {
    await write(0);
    throw error;
  }
}

/**
 * Casts the vote and waits for its webhook.
 *
 * @param timeoutMs the limit of all of it
 * @returns the milliseconds from sending the vote to its acceptance, and to the webhook
 * @throws {NotDone} with what did not work
 */
async function exercise(
  tools: Tools,
  config: Config,
  { receiver, port }: Options,
  timeoutMs: number,
): Promise<{ votedMs: number; receivedMs: number }> {
  const url = new URL(receiver);
  const listened = Number(port ?? url.port) || (url.protocol === 'https:' ? 443 : 80);
  const endsAt = performance.now() + timeoutMs;
  const left = () => Math.max(0, endsAt - performance.now());
  const inTime = <Done>(work: Promise<Done>, failure: string, more = () => '') =>
    within(work, left(), () => {
      throw new NotDone(`${failure} within ${timeoutMs / 1000} s.${more()}`);
    });
  const { services, opened } = await inTime(
    open(tools, config, url),
    'The probe could not be prepared, since the database or the DNS did not respond',
  );
  const isSigned = (request: Received) => isAuthentic(request, opened);
  const listener = await listenForOne(listened, isSigned, tools.parts).catch((error: unknown) => {
    throw new NotDone(
      `The port ${listened} cannot be opened: ${faultOf(error)}. Choose another one with --port.`,
    );
  });
  const startedAt = performance.now();
  const took = () => Math.round(performance.now() - startedAt);
  const votedAt = await castVote(config.publicUrl, opened, Math.ceil(left()));
  const votedMs = took();
  const received = await inTime(listener.first, 'The vote was accepted, and its webhook did not come', () =>
    listener.others() > 0 ? ` Requests that its secret had not signed: ${listener.others()}.` : '',
  );
  const receivedMs = took();
  requireSame(received, opened, votedAt);
  const isRecorded = () =>
    inTime(isProbeDelivered(services, opened), 'The webhook came, and the service did not record that');
  while (!(await isRecorded())) await pause(POLL_MS);
  return { votedMs, receivedMs };
}

/** Makes what the probe needs. The tables stay as they are: only the service may choose when they are migrated. */
async function open(tools: Tools, config: Config, receiver: URL) {
  const services = await tools.open({ isAsIs: true });
  const sender = createSender({
    trustedNetworks: config.webhookTrustedNetworks,
    proxy: config.webhookProxy,
  });
  tools.parts.defer(() => sender.close());
  const secrets = await openSecrets(config, services);
  const opened = await openProbe({ ...services, secrets, sender }, receiver.href);
  tools.parts.defer(async () => {
    // Another probe deletes what is left, so the result of this one stays as it is.
    await orNothing(closeProbe(services, opened), CLOSING_MS);
  });
  return { services, opened };
}

/** @returns the time of the vote, as its bot gets it */
async function castVote(publicUrl: string, { id, session }: Probe, timeoutMs: number): Promise<string> {
  const cookie = `${publicUrl.startsWith('https:') ? '__Host-' : ''}session=${session}`;
  const response = await fetch(`${publicUrl}/graphql`, {
    method: 'POST',
    redirect: 'error',
    headers: { 'content-type': 'application/json', cookie },
    body: JSON.stringify({ query: CAST, variables: { botId: id } }),
    signal: AbortSignal.timeout(timeoutMs),
  }).catch((error: unknown) => {
    throw new NotDone(`${publicUrl} does not respond: ${faultOf(error)}.`);
  });
  const body: unknown = await response.json().catch(() => undefined);
  const { result } =
    (body as { data?: { result?: { votedAt?: string; code?: string } } } | undefined)?.data ?? {};
  if (result?.votedAt === undefined)
    throw new NotDone(
      `The vote was not accepted: status ${response.status}, ${result?.code ?? 'no result'}.`,
    );
  return result.votedAt;
}

/** Checks the signatures of a webhook as section 6 of the contract says. */
function isAuthentic({ headers, body }: Received, { secret }: Probe): boolean {
  const isEqual = (given: string | string[] | undefined, expected: string) => {
    const [one, other] = [Buffer.from(String(given)), Buffer.from(expected)];
    return one.length === other.length && timingSafeEqual(one, other);
  };
  const signature = `sha256=${createHmac('sha256', secret).update(body).digest('hex')}`;
  return isEqual(headers.authorization, secret) && isEqual(headers['x-webhook-signature-256'], signature);
}

/** Checks that a webhook is of the vote that was cast. @throws {NotDone} */
function requireSame({ body }: Received, { id }: Probe, votedAt: string): void {
  const { event, bot_id, user_id, voted_at } = JSON.parse(body.toString()) as Record<string, unknown>;
  if (event !== 'vote.create' || bot_id !== id || user_id !== id || voted_at !== votedAt)
    throw new NotDone('The webhook is of another vote than the one that was cast.');
}

/** Node_exporter may read at any time, so the file is replaced as a whole. */
function writeMetrics(file: string, success: 0 | 1, seconds: number, expiresAt: number | undefined): void {
  const metrics: [name: string, help: string, value: number | undefined][] = [
    ['success', 'Whether a vote was accepted and its webhook came: 1 or 0.', success],
    ['duration_seconds', 'How long the probe took.', seconds],
    ['certificate_expiry_timestamp_seconds', 'When the certificate of PUBLIC_URL ends.', expiresAt],
  ];
  const text = metrics
    .filter(([, , value]) => value !== undefined)
    .map(([name, help, value]) =>
      [
        `# HELP vote_probe_${name} ${help}`,
        `# TYPE vote_probe_${name} gauge`,
        `vote_probe_${name} ${value}`,
        '',
      ].join('\n'),
    );
  const draft = `${file}.${randomBytes(4).toString('hex')}`;
  writeFileSync(draft, text.join(''));
  renameSync(draft, file);
}
