import type { VNode } from 'preact';
import { graphql, type ResultOf } from '../../documents/graphql.ts';
import { Avatar } from '../kit/avatar.tsx';
import { Icon } from '../kit/icon.tsx';
import { messages } from '../words/messages.ts';
import { textAttributes } from '../words/text-language.ts';
import { comparePath, MAX_COMPARED } from './compare-page.tsx';

export const similarBot = graphql(
  `fragment SimilarBot on Bot {
    botId name(language: $language) avatarUrl shortDescription(language: $language) textLanguages(language: $language) { shortDescription } languages
  }`,
);

/** Bots with the same tags, below the page of a bot. Their numbers are left out, because the page is cached. */
export function SimilarBots({
  bots,
  botId,
}: {
  bots: readonly ResultOf<typeof similarBot>[];
  botId: string;
}): VNode | null {
  if (bots.length === 0) return null;
  const compared = [botId, ...bots.map((bot) => bot.botId)].slice(0, MAX_COMPARED);
  return (
    <section class="row">
      <header>
        <h2>{messages.bot.similar}</h2>
        <a href={comparePath(compared)} rel="nofollow">
          {messages.compare.withSimilar}
          <Icon name="arrow-right" />
        </a>
      </header>
      <ul class="rows items grid">
        {bots.map(({ botId, name, avatarUrl, shortDescription, languages, textLanguages }) => (
          <li>
            <Avatar url={avatarUrl} size={48} />
            <div>
              <h3>
                <a href={`/bot/${botId}`}>
                  <bdi>{name}</bdi>
                </a>
              </h3>
              <p {...textAttributes(shortDescription, languages, textLanguages.shortDescription)}>
                {shortDescription}
              </p>
            </div>
          </li>
        ))}
      </ul>
    </section>
  );
}
