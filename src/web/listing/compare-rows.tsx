import type { ComponentChildren, VNode } from 'preact';
import { graphql, type ResultOf } from '../../documents/graphql.ts';
import { askedPermissions, type Permission } from '../../terms/invite-permissions.ts';
import { LINK_SELECTION, LINKS } from '../../terms/listing-fields.ts';
import { commandName } from '../kit/command-name.ts';
import { Icon } from '../kit/icon.tsx';
import { Month } from '../kit/month.tsx';
import { sortTags, tagLabel, tagLink } from '../kit/tags.tsx';
import { botLanguages } from '../words/bot-languages.ts';
import { messages } from '../words/messages.ts';
import { formatNumber } from '../words/numbers.ts';
import { CheckIn } from './check-in.tsx';
import { verification } from './confirmed-site.tsx';
import { WithName } from './with-name.tsx';

export const comparedBot = graphql(
  `fragment ComparedBot on Bot {
    botId name(language: $language) avatarUrl shortDescription(language: $language) textLanguages(language: $language) { shortDescription } serverCount voteCount checkedInAt languages
    state tags { ...TagLink } inviteUrl inviteScopes invitePermissions prefix createdAt ${LINK_SELECTION}
    owners { userId name site { host } } commands { name } votesPerDay { day votes } serverCountPerDay { day serverCount }
  }`,
  [tagLink],
);

export type ComparedBot = ResultOf<typeof comparedBot>;

/** A row of the table. Rows whose cells are all equal are quieter. */
export interface ComparedRow {
  readonly label: string;
  readonly cells: readonly (ComponentChildren | null)[];
  /** Whether one cell stands for all. */
  readonly isShared?: boolean;
  /** What makes cells equal. */
  readonly values: readonly unknown[];
}

export const isSame = ({ cells, values }: ComparedRow): boolean =>
  cells.length > 1 && values.every((value) => value === values[0]);

type ComparedGroup = readonly [title: string, rows: readonly ComparedRow[], legend?: VNode | undefined];

/** The rows of a comparison, in groups with titles. Rows and groups without anything to show are left out. */
export function comparedRows(bots: readonly ComparedBot[], isShort: boolean, now: Date): ComparedGroup[] {
  const groups: ComparedGroup[] = [
    [messages.bot.details, factRows(bots, now)],
    [messages.permissions.title, permissionRows(bots), <PermissionLegend />],
    [messages.bot.commands, commandRows(bots)],
    [messages.bot.history, chartRows(bots)],
    [messages.bot.links, linkRows(bots)],
  ];
  const isShown = (row: ComparedRow) => row.cells.some((cell) => cell !== null) && !(isShort && isSame(row));
  return groups
    .map(([title, rows, legend]): ComparedGroup => [title, rows.filter(isShown), legend])
    .filter(([, rows]) => rows.length > 0);
}

function row(
  label: string,
  bots: readonly ComparedBot[],
  read: (bot: ComparedBot) => string | number | null,
  cellOf: (bot: ComparedBot) => ComponentChildren = (bot) => {
    const value = read(bot);
    return typeof value === 'number' ? formatNumber(value) : value;
  },
): ComparedRow {
  const values = bots.map(read);
  return { label, values, cells: bots.map((bot, index) => (values[index] === null ? null : cellOf(bot))) };
}

/** A row of numbers. The one bot with the best number is marked. */
function numberRow(
  label: string,
  best: 'most' | 'fewest',
  bots: readonly ComparedBot[],
  read: (bot: ComparedBot) => number | null,
): ComparedRow {
  const values = bots.map(read).filter((value) => value !== null);
  const winner = best === 'most' ? Math.max(...values) : Math.min(...values);
  const hasWinner = bots.length > 1 && values.filter((value) => value === winner).length === 1;
  return row(label, bots, read, (bot) => {
    const value = read(bot) ?? 0;
    return hasWinner && value === winner ? (
      <strong>
        {formatNumber(value)} <small>{messages.compare[best]}</small>
      </strong>
    ) : (
      formatNumber(value)
    );
  });
}

function factRows(bots: readonly ComparedBot[], now: Date): ComparedRow[] {
  return [
    numberRow(messages.bot.servers, 'most', bots, ({ serverCount }) => serverCount),
    numberRow(messages.bot.votes, 'most', bots, ({ voteCount }) => voteCount),
    row(
      messages.bot.activity,
      bots,
      ({ checkedInAt }) => checkedInAt ?? '',
      ({ checkedInAt }) => <CheckIn checkedInAt={checkedInAt} now={now} />,
    ),
    row(messages.fields.languages, bots, ({ languages }) => botLanguages().listed(languages) || null),
    row(messages.fields.tags, bots, ({ tags }) => sortTags(tags).map(tagLabel).join(', ') || null),
    row(
      messages.fields.prefix,
      bots,
      ({ prefix }) => prefix,
      ({ prefix }) => <code>{prefix}</code>,
    ),
    row(
      messages.compare.listedSince,
      bots,
      ({ createdAt }) => createdAt.slice(0, 7),
      ({ createdAt }) => <Month of={createdAt} />,
    ),
    row(
      messages.bot.by,
      bots,
      ({ owners }) =>
        owners.length === 0 ? null : [...owners.map(({ userId }) => userId), verification(owners)].join(),
      ({ owners }) => (
        <>
          {owners.map(({ userId, name }) => (
            <a href={`/user/${userId}`}>
              <bdi>{name}</bdi>
            </a>
          ))}
          <Verified owners={owners} />
        </>
      ),
    ),
  ];
}

/** Says which website names an owner; nothing where none does, which is most often so. */
function Verified({ owners }: { owners: ComparedBot['owners'] }): VNode | null {
  const site = verification(owners);
  return site === undefined ? null : <small>{site}</small>;
}

/** The number of permissions, then a row for each that some bot asks for; those that can do harm come first. */
function permissionRows(bots: readonly ComparedBot[]): ComparedRow[] {
  const asked = new Map(bots.map((bot) => [bot, askedPermissions(bot)]));
  const knownTo = (bot: ComparedBot): readonly Permission[] => asked.get(bot)?.known ?? [];
  const all = [...new Set(bots.flatMap(knownTo))].toSorted(
    (one, other) => Number(other.isDangerous) - Number(one.isDangerous),
  );
  // What all ask for is one row, so that the others show how the bots differ.
  const byAll =
    bots.length > 1 ? all.filter((permission) => bots.every((bot) => knownTo(bot).includes(permission))) : [];
  const names = byAll.map(({ key }) => messages.permissionList[key].name).join(', ');
  const count = (bot: ComparedBot) => knownTo(bot).length + (asked.get(bot)?.unknownCount ?? 0);
  return [
    numberRow(messages.compare.asked, 'fewest', bots, count),
    numberRow(
      messages.compare.sensitive,
      'fewest',
      bots,
      (bot) => knownTo(bot).filter(({ isDangerous }) => isDangerous).length,
    ),
    ...all
      .filter((permission) => !byAll.includes(permission))
      .map((permission) =>
        row(
          messages.permissionList[permission.key].name,
          bots,
          (bot) => (knownTo(bot).includes(permission) ? 1 : null),
          () => <Asks isDangerous={permission.isDangerous} kind="sr-only" />,
        ),
      ),
    ...(byAll.length === 0 ? [] : [{ ...row(messages.compare.byAll, bots, () => names), isShared: true }]),
  ];
}

/** The sign of a permission that a bot asks for, and what it means. */
function Asks({ isDangerous, kind }: { isDangerous: boolean; kind?: 'sr-only' | undefined }): VNode {
  return (
    <span class={`${isDangerous ? 'risk' : ''} inline-flex justify-start gap-[.35rem] [&>.icon]:mt-[.2em]`}>
      <Icon name={isDangerous ? 'shield-alert' : 'check'} />
      <span class={kind}>{isDangerous ? messages.compare.yesRisk : messages.compare.yes}</span>
    </span>
  );
}

/** What the signs of the permissions mean. */
function PermissionLegend(): VNode {
  return (
    <p class="flex flex-wrap gap-x-4 m-0 text-tiny">
      <Asks isDangerous={false} /> <Asks isDangerous /> <span>– {messages.compare.no}</span>
    </p>
  );
}

/** So many names of commands are shown of each bot. */
const MAX_NAMES = 12;

function commandRows(bots: readonly ComparedBot[]): ComparedRow[] {
  const namesOf = ({ commands }: ComparedBot) => commands.map(({ name }) => commandName(name));
  return [
    row(messages.compare.count, bots, ({ commands }) => commands.length),
    row(
      messages.compare.names,
      bots,
      (bot) => namesOf(bot).join() || null,
      (bot) => (
        <code>
          {namesOf(bot).slice(0, MAX_NAMES).join(' ')}
          {namesOf(bot).length > MAX_NAMES ? ' …' : null}
        </code>
      ),
    ),
  ];
}

/** The last 30 days. A row has one scale, so that its bars compare; a small bot beside a large one has words. */
function chartRows(bots: readonly ComparedBot[]): ComparedRow[] {
  return [
    chartRow(
      messages.chart.votes,
      bots,
      ({ votesPerDay }) => votesPerDay.map(({ votes }) => votes),
      (votes) =>
        messages.chart.votesSummary({
          total: votes.reduce((sum, each) => sum + each, 0),
          most: Math.max(...votes),
        }),
    ),
    chartRow(
      messages.chart.servers,
      bots,
      ({ serverCountPerDay }) => serverCountPerDay.map((day) => day.serverCount ?? 0),
      (counts) => {
        const known = counts.filter((count) => count > 0);
        return messages.chart.serversSummary({ first: known[0] ?? 0, last: known.at(-1) ?? 0 });
      },
    ),
  ];
}

function chartRow(
  label: string,
  bots: readonly ComparedBot[],
  valuesOf: (bot: ComparedBot) => readonly number[],
  inWords: (values: readonly number[]) => string,
): ComparedRow {
  const most = Math.max(1, ...bots.flatMap(valuesOf));
  return row(
    label,
    bots,
    (bot) => (valuesOf(bot).some((value) => value > 0) ? valuesOf(bot).join() : null),
    (bot) => (
      <>
        <Bars values={valuesOf(bot)} most={most} />
        <small>{inWords(valuesOf(bot))}</small>
      </>
    ),
  );
}

/** @param most the value of a bar that is as high as the chart */
function Bars({ values, most }: { values: readonly number[]; most: number }): VNode {
  const path = values
    .map((value, index) =>
      value === 0 ? '' : `M${index + 0.1},20V${round(20 - (20 * value) / most)}h.8V20z`,
    )
    .join('');
  return (
    <svg
      class="block w-full h-12 fill-accent"
      viewBox={`0 0 ${values.length} 20`}
      preserveAspectRatio="none"
      aria-hidden="true"
    >
      <path d={path} />
    </svg>
  );
}

const round = (value: number) => Math.round(value * 100) / 100;

function linkRows(bots: readonly ComparedBot[]): ComparedRow[] {
  return LINKS.filter(({ name }) => bots.some((bot) => bot[name] !== null)).map(({ name, icon }) =>
    row(
      messages.fields[name],
      bots,
      (bot) => bot[name],
      (bot) => (
        <a href={bot[name] ?? ''} rel="nofollow ugc noopener">
          <Icon name={icon} />
          <WithName label={messages.fields[name]} name={bot.name} />
        </a>
      ),
    ),
  );
}
