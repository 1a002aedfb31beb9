/**
 * Fastify with two statements and a template for each page. Postgres.js prepares each statement once per connection.
 * The template has the parts of the service's pages that depend on data, and constant text for the rest, so that the
 * pages have about as many bytes.
 */
import Fastify, { type FastifyReply } from 'fastify';
import postgres from 'postgres';

interface Card {
  readonly id: string;
  readonly name: string;
  readonly short: string;
  readonly avatar: string | null;
  readonly servers: number | null;
  readonly votes: string;
}

const sql = postgres(process.env.DATABASE_URL ?? '');
const card = sql`
  bots.id, name, short_description as short, server_count as servers, vote_count as votes,
  (select hash from bot_avatars where bot_id = bots.id) as avatar`;
const cards = sql`select ${card} from bots join bot_stats on bot_id = bots.id where state = 'approved'`;

/** Menus, filters and the shapes of icons, in bytes: the same on each page of a kind. */
const CONSTANT = { home: 10_000, list: 37_700, none: 37_700, bot: 31_000 };
const constant = (bytes: number) => '<p class="x">constant</p>\n'.repeat(bytes / 26);
const texts = Object.fromEntries(Object.entries(CONSTANT).map(([kind, bytes]) => [kind, constant(bytes)]));

const ENTITIES: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' };
const escapeText = (text: string) => text.replace(/[&<>"]/g, (character) => ENTITIES[character] ?? '');
const format = new Intl.NumberFormat('en');

const icon =
  '<svg class="icon" viewBox="0 0 24 24" aria-hidden="true"><path d="m5 12l7-7l7 7m-7 7V5"/></svg>';
const fact = (name: string, value: number | string | null) => `
  <div title="${name}: ${value}"><dt>${icon}<span class="hidden">${name}</span></dt>
  <dd>${value === null ? 'unknown' : format.format(Number(value))}</dd></div>`;

const cardHtml = ({ id, name, short, avatar, servers, votes }: Card) => `
  <li>${avatar ? `<img src="/bot/${id}/avatar/${avatar}" alt="">` : icon}
  <div><h2><a href="/bot/${id}">${escapeText(name)}</a></h2><p>${escapeText(short)}</p>
  <dl class="facts">${fact('Servers', servers)}${fact('Votes', votes)}</dl></div></li>`;

const tagHtml = ({ tag, count }: { tag: string; count: number }) =>
  `<li><a href="/tag/${tag}">${icon}${tag} <span>${format.format(count)}</span></a></li>`;

function send(reply: FastifyReply, kind: string, title: string, content: string): FastifyReply {
  return reply.type('text/html; charset=utf-8').send(`<!doctype html><html lang="en"><head>
    <title>${escapeText(title)}</title></head><body><main>${content}</main>${texts[kind]}</body></html>`);
}

/** Counting them for each page would read all bots. A good engineer counts them now and then. */
const counts = await sql<{ tag: string; count: number }[]>`
  select tag, count(*)::int from bots, unnest(tags) as tag where state = 'approved' group by tag`;
const tags = counts.map(tagHtml).join('');
const viewerOf = (cookie: string | undefined) => sql`
  select users.name from sessions join users on users.id = user_id
  where id_hash = sha256(${cookie?.slice('session='.length) ?? ''}::text::bytea)`;

const app = Fastify();

app.get('/', async (_request, reply) => {
  const [trending, newest] = await Promise.all([
    sql<Card[]>`${cards} order by listed_vote_count desc, bot_id desc limit 12`,
    sql<Card[]>`${cards} order by created_at desc, bots.id desc limit 6`,
  ]);
  return send(reply, 'home', 'Home', `<ul>${[...trending, ...newest].map(cardHtml).join('')}</ul>${tags}`);
});

app.get<{ Querystring: { q?: string } }>('/bots', async ({ query, headers }, reply) => {
  const words = query.q === undefined ? undefined : `${query.q}:*`;
  const [found, viewer] = await Promise.all([
    words === undefined
      ? sql<Card[]>`${cards} order by listed_vote_count desc, bot_id desc limit 24`
      : sql<Card[]>`
          ${cards} and search @@ to_tsquery('simple', ${words}) order by listed_vote_count desc, bot_id desc limit 24`,
    viewerOf(headers.cookie),
  ]);
  const list = `<p>${viewer[0]?.name ?? ''}</p><ul>${found.map(cardHtml).join('')}</ul>${tags}`;
  return send(reply, found.length === 0 ? 'none' : 'list', 'Bots', list);
});

app.get<{ Params: { slug: string } }>('/tag/:slug', async ({ params, headers }, reply) => {
  const [found] = await Promise.all([
    sql<
      Card[]
    >`${cards} and tags @> array[${params.slug}] order by listed_vote_count desc, bot_id desc limit 24`,
    viewerOf(headers.cookie),
  ]);
  return send(reply, 'list', params.slug, `<ul>${found.map(cardHtml).join('')}</ul>${tags}`);
});

app.get<{ Params: { id: string } }>('/bot/:id', async ({ params, headers }, reply) => {
  const [[bot], [viewer]] = await Promise.all([
    sql<(Card & { long: string })[]>`
      select ${card}, long_description as long from bots join bot_stats on bot_id = bots.id
      where bots.id = ${params.id} and state = 'approved'`,
    viewerOf(headers.cookie),
  ]);
  if (!bot) return reply.code(404).send('There is no such bot.');
  return send(reply, 'bot', bot.name, `<p>${viewer?.name}</p>${cardHtml(bot)}${escapeText(bot.long)}`);
});

await app.listen({ host: '127.0.0.1', port: Number(process.env.PORT) });
