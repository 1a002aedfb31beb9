import type { VNode } from 'preact';
import { BotDrawing, type Mood } from '../kit/bot-drawing.tsx';
import { Icon } from '../kit/icon.tsx';
import { SearchForm } from '../kit/search-form.tsx';
import { iconOfTag } from '../kit/tags.tsx';
import { messages } from '../words/messages.ts';

/** Categories that many look for. They are constants, because an error page must not need the database. */
const POPULAR = ['music', 'moderation', 'games', 'fun', 'leveling', 'utility'] as const;

/**
 * A page of one message, with links to the first page and to the directory.
 *
 * @param again whether the same address may show its page in a moment
 */
export function MessagePage(title: string, message: string, mood: Mood = 'broken', again = false): VNode {
  return <Message title={title} message={message} mood={mood} search={null} again={again} />;
}

/** The same for somebody who looked for what is not there: with a search and popular categories. */
export function LostPage(title: string, message: string): VNode {
  return (
    <Message
      title={title}
      message={message}
      mood="lost"
      search={
        <>
          <SearchForm action="/bots" label={messages.directory.searchLabel} />
          <ul class="chips" aria-label={messages.home.popular}>
            {POPULAR.map((slug) => (
              <li>
                <a href={`/tag/${slug}`}>
                  <Icon name={iconOfTag(slug)} />
                  {messages.tags[slug]}
                </a>
              </li>
            ))}
          </ul>
        </>
      }
    />
  );
}

function Message({
  title,
  message,
  mood,
  search,
  again = false,
}: {
  title: string;
  message: string;
  mood: Mood;
  search: VNode | null;
  again?: boolean | undefined;
}): VNode {
  return (
    <div class="message">
      <BotDrawing mood={mood} />
      <h1>{title}</h1>
      <p>{message}</p>
      {search}
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
