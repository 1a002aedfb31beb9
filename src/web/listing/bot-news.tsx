import type { VNode } from 'preact';
import { graphql, type ResultOf } from '../../documents/graphql.ts';
import { feedOfBot } from '../kit/formats.ts';
import { Icon } from '../kit/icon.tsx';
import { Time } from '../kit/time.tsx';
import { addressIn } from '../words/choose-language.ts';
import { currentLanguage } from '../words/current-language.ts';
import { messages } from '../words/messages.ts';
import { textAttributes } from '../words/text-language.ts';

export const newsItem = graphql('fragment NewsItem on News { id title html publishedAt }');

type Item = ResultOf<typeof newsItem>;

interface BotNewsProps {
  readonly bot: {
    readonly botId: string;
    readonly news: readonly Item[];
    readonly languages: readonly string[];
  };
}

/** What a bot last changed, with older notes folded. Nothing for a bot without news. */
export function BotNews({ bot: { botId, news, languages } }: BotNewsProps): VNode | null {
  const [newest, ...earlier] = news;
  if (!newest) return null;
  return (
    <section aria-labelledby="news">
      <header class="flex items-baseline justify-between gap-x-4 gap-y-2">
        <h2 id="news">{messages.news.title}</h2>
        <a class="note target flex-none" href={addressIn(feedOfBot(botId), currentLanguage())}>
          <Icon name="rss" /> {messages.news.feed}
        </a>
      </header>
      <NewsItem item={newest} languages={languages} />
      {earlier.length === 0 ? null : (
        <details>
          <summary>
            {messages.news.earlier}
            <Icon name="chevron-down" />
          </summary>
          {earlier.map((item) => (
            <NewsItem item={item} languages={languages} />
          ))}
        </details>
      )}
    </section>
  );
}

/** @param bot whose name stands before the title, where notes of several bots are beside each other */
export function NewsItem({
  item: { title, html, publishedAt },
  languages,
  bot,
}: {
  item: Item;
  languages: readonly string[];
  bot?: { readonly botId: string; readonly name: string } | undefined;
}): VNode {
  return (
    <article class="framed news-item" {...textAttributes(title, languages)}>
      <h3>
        {bot ? (
          <>
            <a href={`/bot/${bot.botId}`}>
              <bdi>{bot.name}</bdi>
            </a>
            {' – '}
          </>
        ) : null}
        <bdi>{title}</bdi>
      </h3>
      <p class="note">
        <Time at={publishedAt} />
      </p>
      <div class="text" dangerouslySetInnerHTML={{ __html: html }} />
    </article>
  );
}
