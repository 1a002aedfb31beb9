import type { VNode } from 'preact';
import { renderToString } from 'preact-render-to-string';
import { graphql, type ResultOf } from '../../documents/graphql.ts';
import { hole } from '../../http/message/template.ts';
import { Icon } from '../kit/icon.tsx';
import { keptPart } from '../kit/kept-part.ts';
import { byUse, iconOfTag, tagLabel } from '../kit/tags.tsx';
import { botLanguages } from '../words/bot-languages.ts';
import { perLanguage } from '../words/current-language.ts';
import { messages } from '../words/messages.ts';
import { formatNumber } from '../words/numbers.ts';
import { directoryPath, FEW_PERMISSIONS, parametersOf, type Search } from './directory-address.ts';
import { countFilters, hasFilters, withoutFilters } from './filters.tsx';

export const directoryCounts = graphql(
  `fragment DirectoryCounts on DirectoryCounts {
    total isExact tags { slug botCount } languages { code botCount }
  }`,
);

type Counts = ResultOf<typeof directoryCounts>;

/** What the filters offer: all tags, and all languages that a bot can speak, with the counts of all bots. */
export const offeredDocument = graphql(
  '{ tags { slug label botCount } languages: languageCounts { code botCount } }',
);

export type Offered = ResultOf<typeof offeredDocument>;

/** The choices for the minimum server count. */
const SERVERS = [100, 1000, 10_000, 100_000];
/** So many languages stand in the list at once; the others unfold. */
const FIRST_LANGUAGES = 5;

/** What depends on the search: texts in the place of holes. */
type Changing = Readonly<Record<string, string>>;

/**
 * The form with all filters: a column beside a list on wide screens, a sheet on phones. It works without scripts; with
 * them, each choice shows at once (`filters.ts`).
 *
 * @param counts of the list; absent when the search is refused
 */
export function FilterPanel({
  wanted,
  offered,
  counts,
}: {
  wanted: Search;
  offered: Offered;
  counts: Counts | undefined;
}): VNode {
  const isPlain = wanted.search === '' && !hasFilters(wanted);
  const fill = () => filledForm(wanted, offered, counts);
  // The form is half of a page of the directory, and most readers get it with nothing chosen.
  const html = isPlain
    ? keptPart(
        `filters ${wanted.order} ${wanted.tags.join()}`,
        [offered.tags, offered.languages, JSON.stringify(counts)],
        fill,
      )
    : fill();
  return (
    <form
      class="filters"
      id="filters"
      popover="auto"
      action="/bots"
      aria-label={messages.filters.title}
      dangerouslySetInnerHTML={{ __html: html }}
    />
  );
}

/** Only texts depend on the search, so the form around them is kept. */
function filledForm(wanted: Search, offered: Offered, counts: Counts | undefined): string {
  const form = keptPart('filters', [offered.tags, offered.languages], () => <FilterForm offered={offered} />);
  const changing = changingOf(wanted, offered, counts);
  return form.replaceAll(PLACE, (_, attribute: string | undefined, condition: string, text: string) =>
    attribute === undefined ? (changing[text] ?? '') : condition in changing ? ` ${attribute}` : '',
  );
}

/** A place in the kept form: an attribute such as `checked`, written as `data-checked` with the name, or a text. */
const PLACE = / data-(checked|open)="\0([^\0]*)\0"|\0([^\0]*)\0/g;

function changingOf(wanted: Search, offered: Offered, counts: Counts | undefined): Changing {
  const [, others] = dividedByUse(offered.languages);
  const chosen = (name: string, values: readonly string[]) =>
    values.map((value) => [`${name}=${value}`, ''] as const);
  const countOf = (count: number) => formatNumber(count) + (counts?.isExact ? '' : '+');
  const hidden = parametersOf({ ...withoutFilters(wanted) }).map(([name, value]) => (
    <input type="hidden" name={name} value={value} />
  ));
  return {
    ...Object.fromEntries([
      ...chosen('tag', wanted.tags),
      ...chosen('not', wanted.withoutTags),
      ...chosen('speaks', wanted.languages),
      ...(wanted.languages.some((code) => others.includes(code)) ? [['others', ''] as const] : []),
      ...(wanted.isHarmless ? chosen('sensitive', ['none']) : []),
      ...(wanted.maxPermissions === null ? [] : chosen('permissions', [`${FEW_PERMISSIONS}`])),
      ...(wanted.isActive ? chosen('active', ['1']) : []),
      // What no bot has is without a count.
      ...(counts?.tags.map(({ slug, botCount }) => [`count tag=${slug}`, countOf(botCount)] as const) ?? []),
      ...(counts?.languages.map(
        ({ code, botCount }) => [`count speaks=${code}`, countOf(botCount)] as const,
      ) ?? []),
    ]),
    hidden: renderToString(<>{hidden}</>),
    servers: renderToString(<ServerChoices chosen={wanted.minServers} />),
    submit: counts ? showLabel(counts) : messages.filters.apply,
    clear:
      countFilters(wanted) === 0
        ? ''
        : renderToString(
            <a class="button quiet small" href={clearPath(wanted)}>
              {messages.filters.clear}
            </a>,
          ),
  };
}

/** The same list without filters. */
export const clearPath = (wanted: Search) => directoryPath(withoutFilters(wanted));

/** The words of the button that leads to the list. */
function showLabel({ total, isExact }: Counts): string {
  if (!isExact) return messages.filters.showMany({ count: formatNumber(total) });
  return messages.filters.show({ count: total });
}

const ACTIONS =
  'actions m-0 gap-2 max-lg:sticky max-lg:bottom-0 max-lg:line-t max-lg:px-4 max-lg:pt-3 max-lg:pb-[calc(.75rem+env(safe-area-inset-bottom))] max-lg:bg-background';
/** A long number makes the field narrower, and leaves the word beside it whole. */
const SERVERS_CHOICE =
  'servers flex items-center justify-between gap-[.6rem] px-[.4rem] py-[.35rem] text-small break-normal';

function FilterForm({ offered: { tags, languages } }: { offered: Offered }): VNode {
  const [first, others] = dividedByUse(languages);
  return (
    <>
      <a class="skip" href="#results">
        {messages.filters.skip}
      </a>
      {hole('hidden')}
      <header class="flex lg:hidden sticky z-1 top-0 items-center justify-between line-b px-4 py-[.6rem] bg-background">
        <h2 class="m-0 text-large">{messages.filters.title}</h2>
        <button
          type="button"
          class="quiet min-w-11 min-h-11"
          popovertarget="filters"
          aria-label={messages.filters.close}
        >
          <Icon name="x" />
        </button>
      </header>
      <fieldset class="unframed max-lg:px-4">
        <legend>{messages.fields.languages}</legend>
        <ul class="items grid">{first.map(LanguageChoice)}</ul>
        <details data-open={hole('others')}>
          <summary>
            <Icon name="plus" />
            {messages.filters.moreLanguages}
          </summary>
          <ul class="items grid">{others.map(LanguageChoice)}</ul>
        </details>
      </fieldset>
      <fieldset class="unframed max-lg:px-4">
        <legend>{messages.permissions.title}</legend>
        <ul class="items grid">
          <li>
            <Check name="sensitive" value="none" label={messages.filters.noneSensitive} />
          </li>
          <li>
            <Check
              name="permissions"
              value={`${FEW_PERMISSIONS}`}
              label={messages.filters.fewPermissions({ max: FEW_PERMISSIONS })}
            />
          </li>
        </ul>
      </fieldset>
      <fieldset class="unframed max-lg:px-4">
        <legend>{messages.filters.use}</legend>
        <ul class="items grid">
          <li>
            <Check name="active" value="1" label={messages.filters.active} />
          </li>
        </ul>
        <label class={SERVERS_CHOICE}>
          {messages.filters.servers}
          <select name="servers">{hole('servers')}</select>
        </label>
      </fieldset>
      <fieldset class="unframed max-lg:px-4">
        <legend>{messages.fields.tags}</legend>
        <ul class="items grid">{byUse(tags).map(TagChoice)}</ul>
      </fieldset>
      <p class={ACTIONS}>
        <button type="submit" class="button small">
          {hole('submit')}
        </button>
        <span data-clear>{hole('clear')}</span>
      </p>
      <output class="sr-only" />
    </>
  );
}

type Divided = readonly [first: readonly string[], others: readonly string[]];

const divided = perLanguage(() => new WeakMap<Offered['languages'], Divided>());

/** The languages that most bots speak, and the others in alphabetical order. Sorting is done once for a list. */
function dividedByUse(languages: Offered['languages']): Divided {
  const known = divided().get(languages);
  if (known) return known;
  const most = languages
    .toSorted((one, other) => other.botCount - one.botCount || one.code.localeCompare(other.code))
    .slice(0, FIRST_LANGUAGES)
    .map(({ code }) => code);
  const others = languages.map(({ code }) => code).filter((code) => !most.includes(code));
  const found: Divided = [
    most,
    botLanguages()
      .sorted(others)
      .map(([code]) => code),
  ];
  divided().set(languages, found);
  return found;
}

const LanguageChoice = (code: string): VNode => (
  <li>
    <Check
      name="speaks"
      value={code}
      label={botLanguages().labelOf(code)}
      count={<Count name="speaks" value={code} />}
    />
  </li>
);

/** A category, which a bot must have or must not have. */
function TagChoice(tag: Offered['tags'][number]): VNode {
  const { slug } = tag;
  const label = (
    <>
      <Icon name={iconOfTag(slug)} />
      {tagLabel(tag)}
    </>
  );
  return (
    <li>
      <Check name="tag" value={slug} label={label} count={<Count name="tag" value={slug} />} />
      <label class="not" title={messages.filters.exclude({ tag: tagLabel(tag) })}>
        <input type="checkbox" name="not" value={slug} data-checked={hole(`not=${slug}`)} />
        <Icon name="circle-minus" />
        <span class="sr-only">{messages.filters.exclude({ tag: tagLabel(tag) })}</span>
      </label>
    </li>
  );
}

const Check = ({
  name,
  value,
  label,
  count,
}: {
  name: string;
  value: string;
  label: VNode | string;
  count?: VNode | undefined;
}): VNode => (
  <label>
    <input type="checkbox" name={name} value={value} data-checked={hole(`${name}=${value}`)} />
    <span>{label}</span>
    {count}
  </label>
);

const Count = ({ name, value }: { name: string; value: string }): VNode => (
  <span class="count" data-count={`${name}=${value}`}>
    {hole(`count ${name}=${value}`)}
  </span>
);

function ServerChoices({ chosen }: { chosen: number | null }): VNode {
  const choices = chosen === null || SERVERS.includes(chosen) ? SERVERS : [...SERVERS, chosen];
  return (
    <>
      <option value="">{messages.filters.anyServers}</option>
      {choices
        .toSorted((one, other) => one - other)
        .map((count) => (
          <option value={count} selected={count === chosen}>
            {messages.filters.atLeast({ count: formatNumber(count) })}
          </option>
        ))}
    </>
  );
}
