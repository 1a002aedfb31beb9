import type { VNode } from 'preact';
import { Icon } from '../kit/icon.tsx';
import { type Tag, tagLabel } from '../kit/tags.tsx';
import { botLanguages } from '../words/bot-languages.ts';
import { messages } from '../words/messages.ts';
import { formatNumber } from '../words/numbers.ts';
import { directoryPath, EVERYTHING, type Search } from './directory-address.ts';

/** A filter in use, and the search without it. */
interface Chosen {
  readonly label: string;
  readonly rest: Partial<Search>;
}

/** How many filters a search has. */
export function countFilters(wanted: Search): number {
  const { tags, withoutTags, languages, minServers, maxPermissions, isHarmless, isActive } = wanted;
  const ofNumbers = [minServers, maxPermissions].filter((value) => value !== null);
  return tags.length + withoutTags.length + languages.length + ofNumbers.length + +isHarmless + +isActive;
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
  const { minServers, maxPermissions } = wanted;
  return [
    ...wanted.tags.map((slug) => ({ label: labelOf(slug), rest: { tags: others(wanted.tags, slug) } })),
    ...wanted.withoutTags.map((slug) => ({
      label: messages.filters.not({ tag: labelOf(slug) }),
      rest: { withoutTags: others(wanted.withoutTags, slug) },
    })),
    ...wanted.languages.map((code) => ({
      label: messages.filters.speaks({ language: botLanguages().nameOf(code) }),
      rest: { languages: others(wanted.languages, code) },
    })),
    ...(wanted.isHarmless ? [{ label: messages.filters.noneSensitive, rest: { isHarmless: false } }] : []),
    ...(maxPermissions === null
      ? []
      : [
          {
            label: messages.filters.fewPermissions({ max: maxPermissions }),
            rest: { maxPermissions: null },
          },
        ]),
    ...(minServers === null
      ? []
      : [
          {
            label: messages.filters.serversAtLeast({ count: formatNumber(minServers) }),
            rest: { minServers: null },
          },
        ]),
    ...(wanted.isActive ? [{ label: messages.filters.active, rest: { isActive: false } }] : []),
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
    <ul class="chips chosen [&_.icon]:size-[.9em]" aria-label={messages.filters.chosen}>
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

/** The categories that a search asks for and excludes. */
export const contradictionsOf = (wanted: Search, tags: readonly Tag[]): readonly Tag[] =>
  tags.filter(({ slug }) => wanted.tags.includes(slug) && wanted.withoutTags.includes(slug));

/** The ways out of a search that asks for a category and excludes it. */
export function Contradictions({ wanted, tags }: { wanted: Search; tags: readonly Tag[] }): VNode {
  const way = (rest: Partial<Search>, label: string) => (
    <li>
      <a href={directoryPath({ ...wanted, ...rest })} rel="nofollow">
        {label}
      </a>
    </li>
  );
  return (
    <ul class="chips">
      {tags.map((tag) => (
        <>
          {way(
            { withoutTags: others(wanted.withoutTags, tag.slug) },
            messages.filters.onlyWith({ tag: tagLabel(tag) }),
          )}
          {way({ tags: others(wanted.tags, tag.slug) }, messages.filters.onlyWithout({ tag: tagLabel(tag) }))}
        </>
      ))}
    </ul>
  );
}
