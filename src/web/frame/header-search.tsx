import type { VNode } from 'preact';
import { Icon } from '../kit/icon.tsx';
import { messages } from '../words/messages.ts';

/** The search in the header of pages that have no larger one. */
export function HeaderSearch(): VNode {
  return (
    <search aria-label={messages.navigation.search}>
      <form action="/bots">
        <button type="submit" class="bare" aria-label={messages.directory.search}>
          <Icon name="search" />
        </button>
        <label class="sr-only" for="site-search">
          {messages.directory.searchLabel}
        </label>
        <input
          id="site-search"
          type="search"
          name="q"
          placeholder={messages.directory.searchLabel}
          maxlength={100}
          enterkeyhint="search"
          autocomplete="off"
          aria-keyshortcuts="Control+K"
          data-suggest="/bots/suggestions"
          data-suggest-label={messages.directory.suggestions}
        />
        <span class="keys" aria-hidden="true">
          {messages.palette.shortcut}
        </span>
      </form>
    </search>
  );
}
