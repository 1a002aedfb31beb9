import type { VNode } from 'preact';
import { renderToString } from 'preact-render-to-string';
import type { ClientPackages } from '../frame/client-packages.ts';
import { type DocsContext, type DocsPage, withCode } from './docs-page.tsx';
import { readExample, type Syntax } from './examples.ts';

interface Library {
  readonly name: string;
  readonly slug: string;
  readonly intro: string;
  readonly install: (clients: ClientPackages) => string;
  /** Whether the client's package is installed. */
  readonly usesClient?: true;
  /** Below `examples/libraries/`, with what each is. */
  readonly files: readonly (readonly [path: string, syntax: Syntax, about: string])[];
  readonly notes: readonly string[];
}

const LIBRARIES: readonly Library[] = [
  {
    name: 'discord.js',
    slug: 'discord-js',
    intro: 'The client for JavaScript reports, checks votes and receives webhooks. It has no dependencies.',
    install: ({ npm }) => `npm install discord.js ${npm}`,
    usesClient: true,
    files: [['discord.js/bot.mjs', 'javascript', 'A bot that reports, asks for votes and thanks for them']],
    notes: [
      '`startReporting` works in the background: no error ends it, or your bot. It tells of a stale token once.',
      '`token` may be a function. Read the token from a file, and replacing it needs no restart.',
      'If `onVote` throws, the vote is delivered again. So catch what fails for good, such as closed direct messages.',
      'With a `ShardingManager`, report from it: `await manager.fetchClientValues("guilds.cache.size")`, added up.',
      'Put the webhook before `express.json()` if you use Express: the signature is over the raw body.',
    ],
  },
  {
    name: 'discord.py',
    slug: 'discord-py',
    intro: 'The client for Python is asynchronous and uses aiohttp, which discord.py brings already.',
    install: ({ pip }) => `pip install discord.py ${pip}`,
    usesClient: true,
    files: [['discord.py/bot.py', 'python', 'A bot that reports, asks for votes and thanks for them']],
    notes: [
      '`start_reporting` works in the background: no error ends it. It tells of a stale token once.',
      '`token` may be a function. Read the token from a file, and replacing it needs no restart.',
      'With `AutoShardedBot`, `len(bot.guilds)` is the sum over all shards of the process.',
      'Read the raw body with `await request.read()`. A body that was parsed does not match its signature.',
    ],
  },
  {
    name: 'JDA',
    slug: 'jda',
    intro: 'Java’s own HTTP client is all that you need.',
    install: () => 'implementation("net.dv8tion:JDA:5.6.1")',
    files: [
      ['jda/Listing.java', 'java', 'The requests, without a library'],
      ['jda/Reports.java', 'java', 'What the listing gets again and again'],
      ['jda/Bot.java', 'java', 'A bot that reports and asks for votes'],
    ],
    notes: [
      'An exception that leaves a scheduled task ends the schedule: `Reports` catches all of them.',
      'With a `ShardManager`, `shardManager.getGuildCache().size()` is the sum over all shards.',
    ],
  },
  {
    name: 'serenity',
    slug: 'serenity',
    intro: 'The requests are two functions with reqwest.',
    install: () =>
      'cargo add serenity serde_json\ncargo add reqwest --features json\ncargo add tokio --features macros,rt-multi-thread,time',
    files: [['serenity/main.rs', 'rust', 'A bot that reports and asks for votes']],
    notes: ['With several processes, add their counts up and report the sum from one of them.'],
  },
];

/** A page for each popular library, with a whole bot. */
export const LIBRARY_PAGES: readonly DocsPage[] = LIBRARIES.map((library) => ({
  path: `/docs/${library.slug}`,
  title: () => library.name,
  description: library.intro,
  group: 'Libraries',
  render: (context) => renderToString(<LibraryPage {...library} context={context} />),
}));

/** What a program reads from its environment, in any of the languages. */
const variablesOf = (source: string) =>
  [...source.matchAll(/(?:env\.|environ\["|getenv\("|env::var\(")([A-Z_]+)/g)].map(([, name = '']) => name);

function LibraryPage(props: Library & { readonly context: DocsContext }): VNode {
  const { name, slug, intro, install, usesClient, files, notes, context } = props;
  const { baseUrl, clients, code } = context;
  const sources = files.map((file) => [readExample(`libraries/${file[0]}`, baseUrl), ...file] as const);
  const variables = new Set(sources.flatMap(([source]) => variablesOf(source)));
  return (
    <>
      <h1>With {name}</h1>
      <p class="lead">{intro}</p>
      <h2 id="install">Install</h2>
      {code.one(install(clients), 'bash', `${slug}-install`, 'The packages')}
      {usesClient && clients.hashes && (
        <p>
          This site serves the client’s package itself. Do not install it by its name alone: on a public
          registry, that name may belong to somebody else.{' '}
          <a href={clients.hashes}>SHA-256 of all versions</a>
        </p>
      )}
      <p>
        Set {withCode([...variables].map((variable) => `\`${variable}\``).join(', '))} in the environment.{' '}
        <code>BOT_TOKEN</code> is on your bot’s page in the dashboard.
      </p>
      {sources.map(([source, path, syntax, about], index) => (
        <>
          <h2 id={`code-${index + 1}`}>{about}</h2>
          {code.one(source, syntax, `${slug}-${index + 1}`, path.split('/').at(-1) ?? '')}
        </>
      ))}
      <h2 id="notes">Good to know</h2>
      <ul>
        {notes.map((note) => (
          <li>{withCode(note)}</li>
        ))}
      </ul>
    </>
  );
}
