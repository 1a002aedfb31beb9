import { expect, test } from 'vitest';
import { summarize } from '../../src/telemetry/traces/statement-spans.ts';

test.each([
  ['select 1', 'select'],
  ['select id from bots where name = $1', 'select bots'],
  ['SELECT "id" FROM "users" WHERE "id" = $1', 'select users'],
  ['select * from unnest($1::text[]) as key(id) join api_tokens using (id)', 'select api_tokens'],
  ['insert into "bots" ("id") values ($1)', 'insert bots'],
  ['update deliveries set state = ? where id = ?', 'update deliveries'],
  [
    'with a as (insert into votes (id) values (1) on conflict (id) do update set n = 2 returning id) update b set n = 1',
    'insert votes, update b',
  ],
  ['select id from bots for update of bots skip locked', 'select bots'],
  ['delete from only sessions where id = 7', 'delete sessions'],
  ["notify changes, 'a secret'", 'notify'],
  ['?', 'statement'],
])('%s is called "%s"', (text, summary) => {
  expect(summarize(text)).toBe(summary);
});
