import type { VNode } from 'preact';
import { Avatar } from '../kit/avatar.tsx';
import { Icon } from '../kit/icon.tsx';
import { SearchForm } from '../kit/search-form.tsx';
import { messages } from '../words/messages.ts';
import { textAttributes } from '../words/text-language.ts';
import type { BotRow } from './bot-row.tsx';
import { type ComparedBot, type ComparedRow, comparedRows, isSame } from './compare-rows.tsx';
import { WithName } from './with-name.tsx';

/** The most bots that are compared. */
export const MAX_COMPARED = 4;

/** The path of a comparison. */
export const comparePath = (botIds: readonly string[], isShort = false): string =>
  `/compare?bots=${botIds.join()}${isShort ? '&only=differences' : ''}`;

export interface Comparison {
  readonly bots: readonly ComparedBot[];
  /** Whether rows are left out whose cells are all equal. */
  readonly isShort: boolean;
  /** Why the comparison lacks bots that were asked for. */
  readonly problem: string | undefined;
  /** Bots that may be added. */
  readonly offered: readonly BotRow[];
  /** What somebody searches to add it. */
  readonly search: string;
  readonly now: Date;
}

/** Up to four bots side by side. */
export function ComparePage(comparison: Comparison): VNode {
  const { bots, isShort, problem, now } = comparison;
  return (
    <article class="compare">
      <h1>{messages.compare.title}</h1>
      {problem === undefined ? null : (
        <p class="notice" role="status">
          {problem}
        </p>
      )}
      {bots.length === 0 ? <Introduction /> : null}
      {bots.length < 2 ? <AddForm comparison={comparison} /> : null}
      {bots.length < 2 ? null : (
        <p class="tools">
          <DifferencesLink bots={bots} isShort={isShort} />
          {bots.length < MAX_COMPARED ? (
            <a class="quiet" href="#add">
              <Icon name="plus" />
              {messages.compare.add}
            </a>
          ) : null}
        </p>
      )}
      {bots.length === 0 ? null : <ComparisonTable bots={bots} isShort={isShort} now={now} />}
      {bots.length >= 2 && bots.length < MAX_COMPARED ? <AddForm comparison={comparison} /> : null}
    </article>
  );
}

/** Says what a comparison is for, and the two ways to begin one. */
function Introduction(): VNode {
  return (
    <p class="intro text-muted">
      {messages.compare.description} {messages.compare.how({ max: MAX_COMPARED })}{' '}
      <a href="/bots">{messages.directory.title}</a>
    </p>
  );
}

/** Leaves out all rows whose cells are equal, or shows them again. */
function DifferencesLink({ bots, isShort }: { bots: readonly ComparedBot[]; isShort: boolean }): VNode {
  const ids = bots.map(({ botId }) => botId);
  return (
    <a class="quiet" href={comparePath(ids, !isShort)} rel="nofollow">
      {isShort ? messages.compare.everything : messages.compare.differences}
    </a>
  );
}

function ComparisonTable({
  bots,
  isShort,
  now,
}: {
  bots: readonly ComparedBot[];
  isShort: boolean;
  now: Date;
}): VNode {
  return (
    <table class={`w-full text-small ${bots.length > 2 ? 'max-sm:text-tiny' : ''}`} data-bots={bots.length}>
      <thead>
        <tr>
          <td />
          {bots.map((bot) => (
            <BotHead bot={bot} bots={bots} isShort={isShort} />
          ))}
        </tr>
        <tr>
          <td />
          {bots.map(BotDescription)}
        </tr>
        <tr>
          <td />
          {bots.map(BotActions)}
        </tr>
      </thead>
      {comparedRows(bots, isShort, now).map(([title, rows, legend]) => (
        <tbody>
          <tr class="group">
            <th scope="rowgroup" colspan={bots.length + 1}>
              {title}
            </th>
          </tr>
          {legend ? (
            <tr class="legend">
              <td colspan={bots.length + 1}>{legend}</td>
            </tr>
          ) : null}
          {rows.map(TableRow)}
        </tbody>
      ))}
    </table>
  );
}

function TableRow(row: ComparedRow): VNode {
  const { label, cells, isShared } = row;
  return (
    <tr class={isSame(row) ? 'same' : undefined}>
      <th scope="row">
        <span>{label}</span>
      </th>
      {isShared ? (
        <td colspan={cells.length}>{cells[0]}</td>
      ) : (
        cells.map((cell) => <td>{cell ?? <span class="muted">–</span>}</td>)
      )}
    </tr>
  );
}

/** Picture and name, which stay in view while the page scrolls, and what takes the bot away. */
function BotHead({
  bot: { botId, name, avatarUrl },
  bots,
  isShort,
}: {
  bot: ComparedBot;
  bots: readonly ComparedBot[];
  isShort: boolean;
}): VNode {
  const others = bots.filter((other) => other.botId !== botId).map((other) => other.botId);
  return (
    // The name alone is the head of the column.
    <th scope="col" aria-label={name}>
      <a
        class={`flex items-center ${bots.length > 2 ? 'max-sm:grid max-sm:grid-cols-1 max-sm:gap-1' : ''}`}
        href={`/bot/${botId}`}
      >
        <Avatar url={avatarUrl} size={40} />
        <bdi>{name}</bdi>
      </a>
      {others.length === 0 ? null : (
        <a
          class="bare"
          href={comparePath(others, isShort && others.length > 1)}
          rel="nofollow"
          title={messages.compare.remove}
        >
          <Icon name="x" />
          <span class="sr-only">
            <WithName label={messages.compare.remove} name={name} />
          </span>
        </a>
      )}
    </th>
  );
}

function BotDescription({ shortDescription, languages, textLanguages }: ComparedBot): VNode {
  return (
    <td>
      <p
        class="m-0 text-muted"
        {...textAttributes(shortDescription, languages, textLanguages.shortDescription)}
      >
        {shortDescription}
      </p>
    </td>
  );
}

function BotActions({ name, inviteUrl }: ComparedBot): VNode {
  return (
    <td>
      <div class="actions">
        <a class="button small" href={inviteUrl} rel="nofollow noopener">
          <Icon name="plus" />
          <WithName label={messages.bot.invite} name={name} />
        </a>
      </div>
    </td>
  );
}

/** Searches for one more bot, and offers some. */
function AddForm({ comparison: { bots, isShort, offered, search } }: { comparison: Comparison }): VNode {
  const ids = bots.map(({ botId }) => botId);
  return (
    <section class="row" id="offered">
      <header>
        <h2>{bots.length === 0 ? messages.compare.choose : messages.compare.add}</h2>
      </header>
      <SearchForm
        action="/compare#offered"
        label={messages.directory.searchLabel}
        search={search}
        id="add"
        suggestions="/compare/suggestions"
        kept={[
          ...(ids.length === 0 ? [] : [['bots', ids.join()] as const]),
          ...(isShort ? [['only', 'differences'] as const] : []),
        ]}
      />
      {offered.length === 0 ? (
        <p class="note">{messages.directory.noneFound}</p>
      ) : (
        <ul class="items mt-4 flex flex-wrap gap-2">
          {offered.map(({ botId, name, avatarUrl }) => (
            <li>
              <a
                class="plain-link framed rounded-[2rem] flex items-center gap-2 min-h-11 ps-[.4rem] pe-3 py-[.3rem] bg-surface hover:bg-tint hover:border-tint-line font-medium"
                href={comparePath([...ids, botId], isShort)}
                rel="nofollow"
              >
                <Avatar url={avatarUrl} size={32} />
                <bdi>{name}</bdi>
                <Icon name="plus" />
              </a>
            </li>
          ))}
        </ul>
      )}
    </section>
  );
}
