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
  /** Other parameters of the search. */
  readonly kept?: readonly (readonly [name: string, value: string])[];
}

/** The search field. It works without JavaScript; with it, it suggests while somebody types (`public.js`). */
export function SearchForm({ action, label, search = '', kept = [] }: SearchFormOptions): VNode {
  return (
    <search>
      <form class="search" action={action}>
        <span class="box">
          {Icon('search')}
          <label class="hidden" for="search">
            {label}
          </label>
          <input
            id="search"
            type="search"
            name="q"
            value={search}
            placeholder={label}
            maxlength={100}
            autocomplete="off"
            data-suggest="/bots/suggestions"
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
