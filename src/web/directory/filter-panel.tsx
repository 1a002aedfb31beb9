import type { VNode } from 'preact';
import { renderToString } from 'preact-render-to-string';
import { hole } from '../../http/message/template.ts';
import { Icon } from '../kit/icon.tsx';
import { keptPart } from '../kit/kept-part.ts';
import { iconOfTag, sortTags, tagLabel } from '../kit/tags.tsx';
import { botLanguages } from '../words/bot-languages.ts';
import { messages } from '../words/messages.ts';
import { formatNumber } from '../words/numbers.ts';
import { directoryPath, EVERYTHING, parametersOf, type Search } from './directory-address.ts';

interface Tag {
  readonly slug: string;
  readonly label: string;
}

/** The choices for the minimum server count. */
const SERVERS = [100, 1000, 10_000, 100_000];

/** How many filters a search has. */
function countFilters({ tags, without, languages, servers, active }: Search): number {
  return tags.length + without.length + languages.length + (servers === undefined ? 0 : 1) + (active ? 1 : 0);
}

/** Whether a search has more filters than one tag, which has a page of its own. */
export function hasFilters(wanted: Search): boolean {
  return countFilters(wanted) > Math.min(wanted.tags.length, 1);
}

/** Stands for the rest of the search. */
const KEPT = hole('kept');

/** The form with all filters. It works without JavaScript. */
export function FilterPanel(wanted: Search, tags: readonly Tag[], languages: readonly string[]): VNode {
  const count = countFilters(wanted);
  const form = () => FilterForm(wanted, tags, languages);
  // Without a filter the form is the same for all searches. It is half of a page of the directory.
  const html = count === 0 ? keptPart('filters', [tags, languages], form) : renderToString(form());
  const kept = parametersOf({ ...EVERYTHING, search: wanted.search, order: wanted.order }).map(
    ([name, value]) => <input type="hidden" name={name} value={value} />,
  );
  return (
    <details
      class="filters"
      dangerouslySetInnerHTML={{ __html: html.replace(KEPT, () => renderToString(<>{kept}</>)) }}
    />
  );
}

function FilterForm(wanted: Search, tags: readonly Tag[], languages: readonly string[]): VNode {
  const count = countFilters(wanted);
  return (
    <>
      <summary class="quiet">
        {Icon('sliders-horizontal')}
        {messages.filters.title}
        {count === 0 ? null : <span class="count">{count}</span>}
      </summary>
      <form class="card" action="/bots">
        {KEPT}
        <fieldset>
          <legend>{messages.filters.tags}</legend>
          {TagChoices('tag', tags, wanted.tags)}
        </fieldset>
        <details open={wanted.without.length > 0}>
          <summary>{messages.filters.exclude}</summary>
          <fieldset>
            <legend class="hidden">{messages.filters.without}</legend>
            {TagChoices('not', tags, wanted.without)}
          </fieldset>
        </details>
        <details open={wanted.languages.length > 0}>
          <summary>{messages.filters.languages}</summary>
          <fieldset>
            <legend class="hidden">{messages.filters.languages}</legend>
            {LanguageChoices(languages, wanted.languages)}
          </fieldset>
        </details>
        <div class="others">
          {Servers(wanted.servers)}
          <label class="check">
            <input type="checkbox" name="active" value="1" checked={wanted.active} />{' '}
            {messages.filters.active}
          </label>
        </div>
        <p class="actions">
          <button type="submit" class="button small">
            {messages.filters.apply}
          </button>
          {count === 0 ? null : (
            <a class="button quiet small" href={directoryPath(withoutFilters(wanted))}>
              {messages.filters.clear}
            </a>
          )}
        </p>
      </form>
    </>
  );
}

/** The chosen filters. Each is a link that removes it. */
export function ChosenFilters(wanted: Search, tags: readonly Tag[]): VNode | null {
  if (!hasFilters(wanted)) return null;
  const labelOf = (slug: string) => {
    const named = tags.find((tag) => tag.slug === slug);
    return named ? tagLabel(named) : slug;
  };
  const others = (codes: readonly string[], code: string) => codes.filter((other) => other !== code);
  const chips = [
    ...wanted.tags.map((slug) => ({ label: labelOf(slug), rest: { tags: others(wanted.tags, slug) } })),
    ...wanted.without.map((slug) => ({
      label: messages.filters.not({ tag: labelOf(slug) }),
      rest: { without: others(wanted.without, slug) },
    })),
    ...wanted.languages.map((code) => ({
      label: messages.filters.speaks({ language: botLanguages().nameOf(code) }),
      rest: { languages: others(wanted.languages, code) },
    })),
    ...(wanted.servers === undefined
      ? []
      : [
          {
            label: messages.filters.serversAtLeast({ count: formatNumber(wanted.servers) }),
            rest: { servers: undefined },
          },
        ]),
    ...(wanted.active ? [{ label: messages.filters.active, rest: { active: false } }] : []),
  ];
  return (
    <ul class="chips chosen" aria-label={messages.filters.chosen}>
      {chips.map(({ label, rest }) => (
        <li>
          <a href={directoryPath({ ...wanted, ...rest })} rel="nofollow">
            <span class="hidden">{messages.filters.remove} </span>
            {label}
            {Icon('x')}
          </a>
        </li>
      ))}
    </ul>
  );
}

export function withoutFilters(wanted: Search): Search {
  return { ...EVERYTHING, search: wanted.search, order: wanted.order };
}

function TagChoices(name: string, tags: readonly Tag[], chosen: readonly string[]): VNode {
  const choices = () =>
    sortTags(tags).map((tag) => ({
      value: tag.slug,
      label: (
        <>
          {Icon(iconOfTag(tag.slug))}
          {tagLabel(tag)}
        </>
      ),
    }));
  return Choices(name, tags, chosen, choices);
}

function LanguageChoices(codes: readonly string[], chosen: readonly string[]): VNode {
  const choices = () =>
    botLanguages()
      .sorted(codes)
      .map(([value, label]) => ({ value, label }));
  return Choices('speaks', codes, chosen, choices);
}

interface Choice {
  readonly value: string;
  readonly label: VNode | string;
}

/** @param offered decides whether rendered choices are still right */
function Choices(
  name: string,
  offered: readonly unknown[],
  chosen: readonly string[],
  choices: () => readonly Choice[],
): VNode {
  const items = () => ChoiceItems(name, choices(), chosen);
  if (chosen.length > 0) return <ul class="choices">{items()}</ul>;
  const html = keptPart(`choices ${name}`, [offered], items);
  return <ul class="choices" dangerouslySetInnerHTML={{ __html: html }} />;
}

function ChoiceItems(name: string, choices: readonly Choice[], chosen: readonly string[]): VNode {
  return (
    <>
      {choices.map(({ value, label }) => (
        <li>
          <label>
            <input type="checkbox" name={name} value={value} checked={chosen.includes(value)} />
            {label}
          </label>
        </li>
      ))}
    </>
  );
}

function Servers(chosen: number | undefined): VNode {
  const choices = chosen === undefined || SERVERS.includes(chosen) ? SERVERS : [...SERVERS, chosen];
  return (
    <label>
      {messages.filters.servers}{' '}
      <select name="servers">
        <option value="">{messages.filters.anyServers}</option>
        {choices
          .toSorted((one, other) => one - other)
          .map((count) => (
            <option value={count} selected={count === chosen}>
              {messages.filters.atLeast({ count: formatNumber(count) })}
            </option>
          ))}
      </select>
    </label>
  );
}
