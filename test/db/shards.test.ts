import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest';
import { attemptDelivery } from '../../src/domain/delivery/attempt.ts';
import { claimDeliveries, markDispatched } from '../../src/domain/delivery/claim.ts';
import { fakeSender } from '../kit/fake-sender.ts';
import { given } from '../kit/given.ts';
import { RECEIVER } from '../kit/given-delivery.ts';
import { newUserId } from '../kit/ids.ts';
import { startPostgres } from '../kit/postgres.ts';
import { first } from '../kit/present.ts';
import { createDatabase } from '../kit/server-database.ts';
import { startService, type TestService } from '../kit/service.ts';
import { until } from '../kit/service-parts.ts';

const { postgres } = inject('parts');
const PAGE = readFileSync(new URL('../../docs/sharding.md', import.meta.url), 'utf8');
const CAST = 'mutation ($id: ID!) { castVote(botId: $id) { __typename } }';

/** A part of the plan of a statement, as PostgreSQL explains it. */
interface Plan {
  readonly 'Node Type': string;
  readonly 'Relation Name'?: string;
  readonly Alias?: string;
  readonly Plans?: readonly Plan[];
}

// The tables of what is kept for one bot hold its id.
describe.skipIf(!postgres)('If the rows of a bot were on one shard, the page names', () => {
  const parts = new AsyncDisposableStack();
  let service: TestService;
  let logFolder: string;
  let tablesOfBots: Set<string>;
  beforeAll(async () => {
    const { url, folder } = await startPostgres(postgres ?? '', parts, {
      settings: {
        session_preload_libraries: 'auto_explain',
        'auto_explain.log_min_duration': '0',
        'auto_explain.log_format': 'json',
        'auto_explain.log_nested_statements': 'on',
        log_destination: 'jsonlog',
        logging_collector: 'on',
      },
    });
    logFolder = join(folder, 'cluster', 'log');
    service = await startService({ DATABASE_URL: await createDatabase(url, parts) });
    parts.defer(() => service.close());
    const holding = await service.services.db.sql<{ table: string }[]>`
      select attrelid::regclass::text as table from pg_attribute where attname = 'bot_id'`;
    tablesOfBots = new Set(['bots', ...holding.map(({ table }) => table)]);
  });
  afterAll(() => parts.disposeAsync());

  test('every unique key of theirs that does not hold the bot', async () => {
    const keys = await service.services.db.sql<{ table: string; columns: string }[]>`
      select indrelid::regclass::text as table,
        (select string_agg(attname, ', ' order by position)
          from unnest(indkey::int[]) with ordinality as key(number, position)
          join pg_attribute on attrelid = indrelid and attnum = number) as columns
      from pg_index
      join pg_class on pg_class.oid = indrelid
      join pg_attribute of_bot on of_bot.attrelid = indrelid and of_bot.attname = 'bot_id'
      where indisunique and not relispartition and relnamespace = 'public'::regnamespace
        and not of_bot.attnum = any(indkey)`;
    expect(namedUnder('Unique keys')).toEqual(
      keys.map(({ table, columns }) => `${table} (${columns})`).sort(),
    );
  });

  test('every reference to one of their rows that does not hold the bot', async () => {
    const references = await service.services.db.sql<{ table: string; to: string }[]>`
      select conrelid::regclass::text as table, confrelid::regclass::text as to
      from pg_constraint
      join pg_attribute of_bot on of_bot.attrelid = confrelid and of_bot.attname = 'bot_id'
      where contype = 'f' and conparentid = 0 and connamespace = 'public'::regnamespace
        and not of_bot.attnum = any(confkey)`;
    expect(namedUnder('References')).toEqual(references.map(({ table, to }) => `${table} → ${to}`).sort());
  });

  test('every table of theirs that is asked on all shards for bots, voters and deliveries', async () => {
    const { services } = service;
    const bot = await given(services).listing().withToken().withWebhook(RECEIVER).approved();
    const voter = newUserId();
    const cookie = await service.signIn(voter);
    const call = (method: string, path: string, body?: unknown) => async () =>
      expect(await service.call(method, path, { token: bot.token, body })).toMatchObject({ status: 200 });
    const ofBot = `/api/v1/bots/${bot.id}`;
    let deliveryId = '';
    const acts = {
      'Server count': call('POST', `${ofBot}/stats`, { server_count: 5 }),
      Commands: call('PUT', `${ofBot}/commands`, { commands: [] }),
      Vote: async () => {
        const { data } = await service.graphql(CAST, { id: bot.id }, { cookie });
        expect(data?.castVote).toEqual({ __typename: 'CastVotePayload' });
      },
      Check: call('GET', `${ofBot}/check?userId=${voter}`),
      Votes: call('GET', `${ofBot}/votes`),
      Widget: call('GET', `/widget/${bot.id}.svg`),
      'Page of a bot': call('GET', `/bot/${bot.id}`),
      'Start of deliveries': async () => {
        const claimed = await claimDeliveries(services, { limit: 9, limitOfOne: 9, underWay: new Map() });
        deliveryId = first(claimed).id;
        await markDispatched(services, [deliveryId]);
      },
      Attempt: async () => {
        const request = { deliveryId, botId: bot.id, round: 1, number: 1 };
        const result = await attemptDelivery({ ...services, sender: fakeSender() }, request);
        expect(result).toMatchObject({ state: 'delivered' });
      },
    };
    const crossing: string[] = [];
    for (const [name, act] of Object.entries(acts)) {
      const tables = new Set((await plansOf(act)).flatMap((plan) => crossedBy(plan)));
      crossing.push(...[...tables].map((table) => `${name}: ${table}`));
    }
    expect(namedUnder('Statements')).toEqual(crossing.sort());
  });

  /** The plans of all statements that the server runs during `act`, through any pool, and by triggers. */
  async function plansOf(act: () => Promise<unknown>): Promise<Plan[]> {
    const before = await readLog();
    await act();
    return (await readLog()).slice(before.length).flatMap((line) => {
      const [, plan] = /plan:\n(.*)$/s.exec(JSON.parse(line).message) ?? [];
      return plan === undefined ? [] : [(JSON.parse(plan) as { Plan: Plan }).Plan];
    });
  }

  let reads = 0;

  /** The lines of the server's log, once it tells of what ran before. */
  async function readLog(): Promise<string[]> {
    reads += 1;
    const mark = `read number ${reads}.`;
    await service.services.db.sql.unsafe(`select '${mark}' from pg_class limit 1`);
    let lines: string[] = [];
    await until('the log', async () => {
      lines = readdirSync(logFolder)
        .filter((name) => name.endsWith('.json'))
        .flatMap((name) => readFileSync(join(logFolder, name), 'utf8').trim().split('\n'));
      if (!lines.some((line) => line.includes(mark))) throw new Error('It is not written yet.');
    });
    return lines;
  }

  /** The tables with rows of bots that a plan does not read by the id of a bot that comes with the statement. */
  function crossedBy(plan: Plan): string[] {
    const scans = scansIn(plan).filter(({ table }) => tablesOfBots.has(table));
    const open = new Map(scans.map((scan) => [scan.alias, scan]));
    // A scan that gets its bot from another one is bound when that one is.
    const isBound = ({ table, alias, own, joins }: Scan) => {
      const key = table === 'bots' ? 'id' : 'bot_id';
      const given = [
        ...own.flatMap((text) => [...text.matchAll(new RegExp(`(?:^|[( ])${key} = (.+)`, 'g'))]),
        ...[...own, ...joins].flatMap((text) => [
          ...text.matchAll(new RegExp(`\\b${alias}\\.${key} = (.+)`, 'g')),
          ...text.matchAll(new RegExp(`(\\w+\\.\\w+) = ${alias}\\.${key}\\b`, 'g')),
        ]),
      ];
      return given.some(([, value]) => !open.has(/^(\w+)\./.exec(`${value}`)?.[1] ?? ''));
    };
    for (let found = true; found; ) {
      found = false;
      for (const scan of open.values()) if (isBound(scan)) found = open.delete(scan.alias);
    }
    return [...open.values()].map(({ table }) => table);
  }

  test('a join by the bot binds neither side, if no bot comes with the statement', () => {
    const scan = (relation: string, alias: string, more = {}): Plan => ({
      ...{ 'Node Type': 'Seq Scan', 'Relation Name': relation, Alias: alias, ...more },
    });
    const joined = (more = {}) =>
      ({
        'Node Type': 'Hash Join',
        'Hash Cond': '(v.bot_id = b.id)',
        Plans: [
          scan('votes_until_2027_01', 'v', { Filter: "(user_id = '1'::text)" }),
          scan('bots', 'b', more),
        ],
      }) as Plan;
    expect(crossedBy(joined())).toEqual(['votes', 'bots']);
    expect(crossedBy(joined({ 'Index Cond': "(id = '2'::text)" }))).toEqual([]);
  });
});

interface Scan {
  readonly table: string;
  readonly alias: string;
  /** Its conditions, and those of the joins that it is a part of. */
  readonly own: readonly string[];
  readonly joins: readonly string[];
}

function scansIn(plan: Plan, joins: readonly string[] = []): Scan[] {
  const own = Object.entries(plan).flatMap(([name, value]) => (/Cond|Filter/.test(name) ? [`${value}`] : []));
  const { 'Relation Name': relation, 'Node Type': type, Alias: alias = '', Plans = [] } = plan;
  const below = Plans.flatMap((part) => scansIn(part, [...own, ...joins]));
  // Rows that are written are read by a part of the plan, or come with the statement.
  if (relation === undefined || type === 'ModifyTable') return below;
  return [{ table: relation.replace(/^votes_.*_\d{4}_\d\d$/, 'votes'), alias, own, joins }, ...below];
}

/** What stands in the first column of the table under a heading of the page. */
function namedUnder(heading: string): string[] {
  const section = PAGE.split(/^## /m).find((text) => text.startsWith(heading)) ?? '';
  return [...section.matchAll(/^\| `(.+?)` \|/gm)].map(([, cell]) => String(cell)).sort();
}
