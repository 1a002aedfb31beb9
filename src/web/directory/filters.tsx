import type { VNode } from 'preact';
import { Icon } from '../kit/icon.tsx';
import { tagLabel } from '../kit/tags.tsx';
import { botLanguages } from '../words/bot-languages.ts';
import { messages } from '../words/messages.ts';
import { formatNumber } from '../words/numbers.ts';
import { directoryPath, EVERYTHING, type Search } from './directory-address.ts';

interface Tag {
  readonly slug: string;
  readonly label: string;
}

/** A filter in use, and the search without it. */
interface Chosen {
  readonly label: string;
  readonly rest: Partial<Search>;
}

/** How many filters a search has. */
export function countFilters(wanted: Search): number {
  const { tags, without, languages, servers, maxPermissions, isHarmless, active } = wanted;
  const ofNumbers = [servers, maxPermissions].filter((value) => value !== undefined);
  return tags.length + without.length + languages.length + ofNumbers.length + +isHarmless + +active;
}

/** Whether a search has more filters than one tag, which has a page of its own. */
export function hasFilters(wanted: Search): boolean {
  return countFilters(wanted) > Math.min(wanted.tags.length, 1);
}

export function withoutFilters(wanted: Search): Search {
  return { ...EVERYTHING, search: wanted.search, order: wanted.order };
}

const others = (values: readonly string[], value: string) => values.filter((other) => other !== value);

/** @param tags those that the site has */
function chosenOf(wanted: Search, tags: readonly Tag[]): Chosen[] {
  const labelOf = (slug: string) => {
    const named = tags.find((tag) => tag.slug === slug);
    return named ? tagLabel(named) : slug;
  };
  const { servers, maxPermissions } = wanted;
  return [
    ...wanted.tags.map((slug) => ({ label: labelOf(slug), rest: { tags: others(wanted.tags, slug) } })),
    ...wanted.without.map((slug) => ({
      label: messages.filters.not({ tag: labelOf(slug) }),
      rest: { without: others(wanted.without, slug) },
    })),
    ...wanted.languages.map((code) => ({
      label: messages.filters.speaks({ language: botLanguages().nameOf(code) }),
      rest: { languages: others(wanted.languages, code) },
    })),
    ...(wanted.isHarmless ? [{ label: messages.filters.noneSensitive, rest: { isHarmless: false } }] : []),
    ...(maxPermissions === undefined
      ? []
      : [
          {
            label: messages.filters.fewPermissions({ max: maxPermissions }),
            rest: { maxPermissions: undefined },
          },
        ]),
    ...(servers === undefined
      ? []
      : [
          {
            label: messages.filters.serversAtLeast({ count: formatNumber(servers) }),
            rest: { servers: undefined },
          },
        ]),
    ...(wanted.active ? [{ label: messages.filters.active, rest: { active: false } }] : []),
  ];
}

/** The names of the filters that a search has and another one does not have. */
export function missingFilters(wanted: Search, rest: Search, tags: readonly Tag[]): string[] {
  const kept = new Set(chosenOf(rest, tags).map(({ label }) => label));
  return chosenOf(wanted, tags)
    .map(({ label }) => label)
    .filter((label) => !kept.has(label));
}

/** The chosen filters. Each is a link that removes it. */
export function ChosenFilters({ wanted, tags }: { wanted: Search; tags: readonly Tag[] }): VNode | null {
  if (!hasFilters(wanted)) return null;
  return (
    <ul class="chips chosen" aria-label={messages.filters.chosen}>
      {chosenOf(wanted, tags).map(({ label, rest }) => (
        <li>
          <a href={directoryPath({ ...wanted, ...rest })} rel="nofollow">
            <span class="sr-only">{messages.filters.remove} </span>
            {label}
            <Icon name="x" />
          </a>
        </li>
      ))}
    </ul>
  );
}

/** The ways out of a search that asks for a category and excludes it. */
export function Contradictions(wanted: Search, tags: readonly Tag[]): VNode | null {
  const both = tags.filter(({ slug }) => wanted.tags.includes(slug) && wanted.without.includes(slug));
  if (both.length === 0) return null;
  const way = (rest: Partial<Search>, label: string) => (
    <li>
      <a href={directoryPath({ ...wanted, ...rest })} rel="nofollow">
        {label}
      </a>
    </li>
  );
  return (
    <ul class="chips">
      {both.map((tag) => (
        <>
          {way(
            { without: others(wanted.without, tag.slug) },
            messages.filters.onlyWith({ tag: tagLabel(tag) }),
          )}
          {way({ tags: others(wanted.tags, tag.slug) }, messages.filters.onlyWithout({ tag: tagLabel(tag) }))}
        </>
      ))}
    </ul>
  );
}
