import { type Database, withPatience } from '../../src/db/client.ts';
import { rankListings } from '../../src/domain/directory/ranking.ts';
import { handMadeBots } from '../../src/seed/samples.ts';

/** Bots beside the hand-made ones, for what these do not have. They have the fewest votes. */
const OTHERS = [
  { name: 'Guardian', short: 'Keeps trolls and scammers out of your community.', tags: ['moderation'] },
  { name: 'Guardian Angel', short: 'Prays for you.', tags: ['fun'] },
  { name: 'Bot', short: 'The one with the shortest name of all.', tags: ['utility'] },
  { name: 'discord.js Guide', short: 'Looks up classes and methods of the library.', tags: ['programming'] },
  { name: 'Zählwerk', short: 'Zählt alles, was gezählt werden will, auch Gummibärchen.', tags: ['utility'] },
  { name: 'Sternenkarte', short: 'Zeigt, welche Planeten heute Abend zu sehen sind.', tags: ['education'] },
].map(({ name, short, tags }) => ({
  fields: { name, shortDescription: short, longDescription: '', tags, languages: ['sv'] },
  commands: [],
}));

/** Listings that differ as real ones do, so that the quality of a search can be judged. The first has the most votes. */
export const CORPUS = [...handMadeBots(), ...OTHERS].map(({ fields, commands }, index) => ({
  id: String(10_000_000_000_000_000n + BigInt(index)),
  name: fields.name,
  short: fields.shortDescription,
  long: fields.longDescription,
  tags: fields.tags,
  languages: fields.languages,
  commands,
  votes: 1000 - index,
  servers: (index * 37) % 50,
}));

/** Inserts the corpus into an empty database, approved and ranked. */
export async function insertCorpus(db: Database): Promise<void> {
  const rows = JSON.stringify(CORPUS);
  await db.sql`
    insert into bots (id, name, short_description, long_description, tags, languages, commands, state, created_at)
    select id, name, short, long, tags, languages, commands, 'approved', now()
    from jsonb_to_recordset(${rows}::text::jsonb)
      as listing(id text, name text, short text, long text, tags text[], languages text[], commands jsonb)`;
  await db.sql`
    insert into bot_stats (bot_id, vote_count, server_count)
    select id, votes, servers
    from jsonb_to_recordset(${rows}::text::jsonb) as listing(id text, votes int, servers int)`;
  await rankListings({ db, now: () => new Date() });
  // The words are judged here. Pictures, links and reports, which the score is about, are not inserted.
  await db.sql`update bots set ranked_score = 50`;
  await withPatience(db, (sql) => sql`analyze`);
}
