import type { ComponentChildren, VNode } from 'preact';
import { BotDrawing, type Mood } from '../kit/bot-drawing.tsx';
import { SearchForm } from '../kit/search-form.tsx';
import { TagChip } from '../kit/tags.tsx';
import { messages } from '../words/messages.ts';

type Slug = keyof typeof messages.tags;

/** Categories that many look for. They are constants, because an error page must not need the database. */
const POPULAR: readonly Slug[] = ['music', 'moderation', 'games', 'fun', 'leveling', 'utility'];

/** For somebody who looked for what is not there: a page of one message, with a search and popular categories. */
export const LostPage = (title: string, message: string): VNode => (
  <MessagePage title={title} message={message} mood="lost">
    <SearchForm action="/bots" label={messages.directory.searchLabel} />
    <ul class="chips" aria-label={messages.home.popular}>
      {POPULAR.map((slug) => (
        <TagChip tag={{ slug, label: slug }} />
      ))}
    </ul>
  </MessagePage>
);

/**
 * A page of one message, with links to the first page and to the directory.
 *
 * @param again whether the same address may show its page in a moment
 */
export function MessagePage({
  title,
  message,
  mood = 'broken',
  again = false,
  children,
}: {
  title: string;
  message: string;
  mood?: Mood;
  again?: boolean;
  children?: ComponentChildren;
}): VNode {
  return (
    <div class="message">
      <BotDrawing mood={mood} />
      <h1>{title}</h1>
      <p>{message}</p>
      {children}
      <p class="actions">
        {again && (
          // biome-ignore lint/a11y/useValidAnchor: an empty address is the page itself, with its query
          <a class="button" href="">
            {messages.common.tryAgain}
          </a>
        )}
        <a class="button quiet" href="/">
          {messages.navigation.home}
        </a>
        <a class="button quiet" href="/bots">
          {messages.directory.title}
        </a>
      </p>
    </div>
  );
}
