import type { VNode } from 'preact';
import { graphql, type ResultOf } from '../../documents/graphql.ts';
import { DAY_MS } from '../../lib/day.ts';
import { Avatar } from '../kit/avatar.tsx';
import { Icon } from '../kit/icon.tsx';
import { keptPart } from '../kit/kept-part.ts';
import { botLanguages } from '../words/bot-languages.ts';
import { messages } from '../words/messages.ts';
import { formatNumber, shortCount, shortNumber } from '../words/numbers.ts';
import { textAttributes } from '../words/text-language.ts';
import { CheckIn } from './check-in.tsx';
import { WithName } from './with-name.tsx';

export const botRow = graphql(
  `fragment BotRow on Bot {
    botId name(language: $language) avatarUrl shortDescription(language: $language) textLanguages(language: $language) { shortDescription } serverCount voteCount trend checkedInAt
    permissionCount dangerousPermissionCount languages }`,
);

export type BotRow = ResultOf<typeof botRow>;

/**
 * Bots as a list of cards.
 *
 * @param level of the headings with their names
 * @param shows whether to show what a bot gained this week, too
 * @param isChoice whether a form can compare them: each card has a checkbox
 */
export function BotRows({
  bots,
  now,
  level = 2,
  shows = 'numbers',
  isChoice = false,
}: {
  bots: readonly { readonly node: BotRow }[];
  now: Date;
  level?: 2 | 3 | undefined;
  shows?: 'numbers' | 'trend' | undefined;
  isChoice?: boolean | undefined;
}): VNode {
  const rows = bots.map(({ node }) => {
    const { botId, name, avatarUrl, shortDescription, serverCount, voteCount, trend } = node;
    const { permissionCount, dangerousPermissionCount: dangerous, checkedInAt } = node;
    const languages = [...node.languages, node.textLanguages.shortDescription].join();
    const silent = daysSilent(node, now);
    const shown = [
      ...[
        name,
        avatarUrl,
        shortDescription,
        serverCount,
        voteCount,
        trend,
        permissionCount,
        dangerous,
        languages,
      ],
      ...[silent, silent > 0 ? checkedInAt : undefined],
    ];
    return keptPart(`${botId} ${level} ${shows} ${isChoice}`, shown, () => (
      <Row bot={node} now={now} level={level} shows={shows} isChoice={isChoice} />
    ));
  });
  return <ul class="rows items grid" dangerouslySetInnerHTML={{ __html: rows.join('') }} />;
}

function Row({
  bot,
  now,
  level,
  shows,
  isChoice,
}: {
  bot: BotRow;
  now: Date;
  level: 2 | 3;
  shows: 'numbers' | 'trend';
  isChoice: boolean;
}): VNode {
  return (
    <li>
      <Avatar url={bot.avatarUrl} size={56} />
      <div>
        <Name bot={bot} level={level} />
        <p {...textAttributes(bot.shortDescription, bot.languages, bot.textLanguages.shortDescription)}>
          {bot.shortDescription}
        </p>
        <dl class="facts">
          <Fact what="servers" value={bot.serverCount} />
          <Fact what="votes" value={bot.voteCount} />
          {shows === 'trend' ? <Trend bot={bot} /> : null}
          <Permissions bot={bot} />
          <TextLanguage bot={bot} />
          {daysSilent(bot, now) > 0 ? <Silence bot={bot} now={now} /> : null}
        </dl>
      </div>
      {isChoice ? <Choice bot={bot} /> : null}
    </li>
  );
}

function Choice({ bot: { botId, name } }: { bot: BotRow }): VNode {
  return (
    <label class="pick" title={messages.compare.label}>
      <input type="checkbox" name="bots" value={botId} />
      <span class="sr-only">
        <WithName label={messages.compare.label} name={name} />
      </span>
    </label>
  );
}

/** Days since the last report; the words about a silent bot change no more often. */
const daysSilent = ({ checkedInAt }: BotRow, now: Date): number =>
  checkedInAt === null
    ? Number.POSITIVE_INFINITY
    : Math.floor((now.getTime() - Date.parse(checkedInAt)) / DAY_MS);

function Name({ bot: { botId, name }, level }: { bot: BotRow; level: 2 | 3 }): VNode {
  const link = (
    <a href={`/bot/${botId}`}>
      <bdi>{name}</bdi>
    </a>
  );
  return level === 2 ? <h2>{link}</h2> : <h3>{link}</h3>;
}

/** A short number with its icon and word. A pointer shows the exact number. */
function Fact({ what, value }: { what: 'servers' | 'votes'; value: number | null }): VNode {
  const label = messages.bot[what];
  const exact = value === null ? messages.common.unknown : formatNumber(value);
  return (
    <div title={messages.common.labelled({ label, value: exact })}>
      <dt>
        <Icon name={what === 'servers' ? 'server' : 'arrow-up'} />
        {value === null ? <span class="sr-only">{label}</span> : null}
      </dt>
      <dd>{value === null ? exact : messages.card[what](shortCount(value))}</dd>
    </div>
  );
}

/** The heading or the order says that it is about this week, so only screen readers and pointers get the whole sentence. */
function Trend({ bot: { trend } }: { bot: BotRow }): VNode {
  const votes = shortNumber(trend);
  const words = messages.bot.moreThanBefore({ votes });
  return (
    <div class="rise" title={words}>
      <dt>
        <Icon name="trending-up" />
      </dt>
      <dd>
        <span aria-hidden="true">+{votes}</span>
        <span class="sr-only">{words}</span>
      </dd>
    </div>
  );
}

/** The language of the description, where it is neither the one of the page nor English, in which most are. */
function TextLanguage({ bot }: { bot: BotRow }): VNode | null {
  const { shortDescription, languages, textLanguages } = bot;
  const { lang } = textAttributes(shortDescription, languages, textLanguages.shortDescription);
  if (lang === undefined || lang === 'en') return null;
  const language = botLanguages().nameOf(lang);
  return (
    <div title={messages.bot.textIn({ language })}>
      <dt>
        <Icon name="languages" />
        <span class="sr-only">{messages.fields.languages}</span>
      </dt>
      <dd>{botLanguages().labelOf(lang)}</dd>
    </div>
  );
}

/** How many permissions the bot asks for; marked when some of them can harm a server. */
function Permissions({ bot }: { bot: BotRow }): VNode {
  const { permissionCount: count, dangerousPermissionCount: dangerous } = bot;
  return (
    <div class={dangerous === 0 ? undefined : 'risk'}>
      <dt>
        <Icon name={dangerous === 0 ? 'shield-check' : 'shield-alert'} />
      </dt>
      <dd>
        {dangerous === 0
          ? messages.permissions.count({ count })
          : messages.permissions.countWithSensitive({ count, dangerous })}
      </dd>
    </div>
  );
}

/** A card warns of a day without a report. The card of an active bot has no such line. */
function Silence({ bot: { checkedInAt }, now }: { bot: BotRow; now: Date }): VNode {
  return (
    <div>
      <dt class="sr-only">{messages.bot.activity}</dt>
      <dd>
        <CheckIn checkedInAt={checkedInAt} now={now} />
      </dd>
    </div>
  );
}

/** A bot's servers and votes in one line. */
export function BotFacts({ bot }: { bot: Pick<BotRow, 'serverCount' | 'voteCount'> }): VNode {
  const { serverCount, voteCount } = bot;
  return (
    <dl class="facts">
      <Fact what="servers" value={serverCount} /> <Fact what="votes" value={voteCount} />
    </dl>
  );
}

/** A bot's servers and votes. */
export function BotNumbers({ bot }: { bot: Pick<BotRow, 'serverCount' | 'voteCount'> }): VNode {
  const { serverCount, voteCount } = bot;
  return (
    <dl class="figures">
      <div>
        <dt>
          <Icon name="server" />
          {messages.bot.servers}
        </dt>
        <dd>{serverCount === null ? messages.common.unknown : formatNumber(serverCount)}</dd>
      </div>
      <div>
        <dt>
          <Icon name="arrow-up" />
          {messages.bot.votes}
        </dt>
        <dd>{formatNumber(voteCount)}</dd>
      </div>
    </dl>
  );
}
