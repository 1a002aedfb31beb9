#!/usr/bin/env node
/// <reference types="node" />
import { randomBytes } from 'node:crypto';
import { parseArgs } from 'node:util';
import { checkReceiver } from './check-receiver.ts';
import { createClient } from './client.ts';
import { ApiError } from './errors.ts';
import { listen } from './listen.ts';

const USAGE = `Checks a receiver of votes: it sends right and wrong requests, all marked as tests.

  npx --no bot-listing check-receiver http://localhost:4000/webhook --secret SECRET

Sends the votes for your bot to a receiver that has no public address:

  npx --no bot-listing listen --bot ID --forward http://localhost:4000/webhook

  --url URL           the bot listing (or BOT_LISTING_URL)
  --bot ID            your bot's application id (or BOT_ID)
  --token TOKEN       its API token; better as BOT_TOKEN, since others may see the arguments of a program
  --forward URL       your receiver
  --secret SECRET     signs the requests (or WEBHOOK_SECRET); made and printed when it is left out
  --cursor-file FILE  keeps the position, so that a restart misses nothing; .bot-listing-ID.cursor
  --since TIME        where to begin without a position, such as 2026-01-31T12:00:00Z; otherwise with the votes from now on
`;

const print = (line: string) => process.stdout.write(`${line}\n`);

function fail(problem: string): never {
  process.stderr.write(`${problem}\n`);
  process.exit(1);
}

function readOptions() {
  try {
    const text = { type: 'string' } as const;
    return parseArgs({
      allowPositionals: true,
      options: {
        ...{ url: text, bot: text, token: text, forward: text, secret: text, since: text },
        ...{ 'cursor-file': text, help: { type: 'boolean' } },
      },
    });
  } catch (error) {
    return fail((error as Error).message);
  }
}

async function main(): Promise<void> {
  const { values, positionals } = readOptions();
  const [command] = positionals;
  if (values.help || command === undefined) {
    print(USAGE);
    return;
  }
  const { env } = process;
  const needed = (name: string, value: string | undefined) =>
    value || fail(`${name} is missing. See --help.`);
  if (command === 'check-receiver') {
    const url = needed('The URL of the receiver', positionals[1]);
    if (!URL.canParse(url)) fail('The URL of the receiver is not a URL.');
    const secret = needed('--secret', values.secret ?? env.WEBHOOK_SECRET);
    process.exitCode = (await checkReceiver({ url, secret, print })) ? 0 : 1;
    return;
  }
  if (command !== 'listen') fail(`There is no command "${command}". Commands: listen, check-receiver`);
  const baseUrl = needed('--url', values.url ?? env.BOT_LISTING_URL);
  const botId = needed('--bot', values.bot ?? env.BOT_ID);
  const token = needed('--token', values.token ?? env.BOT_TOKEN);
  const forward = needed('--forward', values.forward);
  if (!URL.canParse(forward)) fail('--forward is not a URL.');
  const given = values.secret ?? env.WEBHOOK_SECRET;
  // A whole number of base64 groups, so that libraries for Standard Webhooks take it too.
  const secret = given ?? `whsec_${randomBytes(30).toString('base64url').replace(/[-_]/g, 'x')}`;
  if (!given) print(`The secret of this run: ${secret}`);
  const ending = new AbortController();
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => ending.abort());
  print(`Votes for ${botId} go to ${forward}. Stop with Ctrl+C.`);
  await listen({
    client: createClient({ baseUrl, botId, token }),
    ...{ botId, forward, secret, print, since: values.since, signal: ending.signal },
    cursorFile: values['cursor-file'] ?? `.bot-listing-${botId}.cursor`,
  });
}

main().catch((error: unknown) => {
  fail(error instanceof ApiError || error instanceof TypeError ? error.message : String(error));
});
