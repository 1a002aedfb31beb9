import type { VNode } from 'preact';
import { messages } from '../words/messages.ts';
import { Icon } from './icon.tsx';

/** The parts of a search field. */
export interface SearchFormOptions {
  /** The path of the list to search. */
  readonly action: string;
  /** The name of the field, which is also its placeholder. */
  readonly label: string;
  readonly search?: string;
  /** The id of the field. */
  readonly id?: string;
  /** The path of what is suggested. */
  readonly suggestions?: string;
  /** Other parameters of the search. */
  readonly kept?: readonly (readonly [name: string, value: string])[];
}

/** The search field. It works without JavaScript; with it, it suggests while somebody types (`public.ts`). */
export function SearchForm(options: SearchFormOptions): VNode {
  const { action, label, search = '', id = 'search', suggestions = '/bots/suggestions', kept = [] } = options;
  return (
    <search>
      <form class="search relative flex gap-2" action={action}>
        <span class="box relative min-w-0 flex-1">
          <Icon name="search" />
          <label class="sr-only" for={id}>
            {label}
          </label>
          <input
            id={id}
            type="search"
            name="q"
            value={search}
            placeholder={label}
            maxlength={100}
            autocomplete="off"
            data-suggest={suggestions}
            data-suggest-label={messages.directory.suggestions}
          />
        </span>
        {kept.map(([name, value]) => (
          <input type="hidden" name={name} value={value} />
        ))}
        <button type="submit" class="button">
          {messages.directory.search}
        </button>
      </form>
    </search>
  );
}
