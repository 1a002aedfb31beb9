import type { VNode } from 'preact';
import { renderToString } from 'preact-render-to-string';
import { graphql, type ResultOf } from '../../documents/graphql.ts';
import type { Reply } from '../../http/message/reply.ts';
import type { Route } from '../../http/message/request.ts';
import { PAGE_HEADERS } from '../frame/page-response.ts';
import type { Site } from '../frame/site.ts';
import { Avatar } from '../kit/avatar.tsx';
import { WholeIcon } from '../kit/icon.tsx';
import { iconOfTag, tagLabel } from '../kit/tags.tsx';
import { messages } from '../words/messages.ts';
import { textAttributes } from '../words/text-language.ts';

export const suggestionsDocument = graphql(
  `query Suggestions($text: String!, $language: String!) {
    searchSuggestions(text: $text) { tags { slug label } bots { botId name(language: $language) avatarUrl shortDescription(language: $language) textLanguages(language: $language) { shortDescription } languages } }
  }`,
);

/**
 * As long as the schema may remember them. Browsers and proxies get the same for all readers of a language.
 */
const HEADERS = { ...PAGE_HEADERS, 'cache-control': 'private, max-age=30' };
const MAX_LENGTH = 100;

/** The options of the search field while somebody types, for `suggest.js`. */
export function createSuggestionsRoute({ runDocument }: Site): Route {
  return [
    'GET',
    '/bots/suggestions',
    async (request): Promise<Reply> => {
      const typed = (request.query.get('q') ?? '').replaceAll('\0', '').slice(0, MAX_LENGTH);
      const { searchSuggestions } = await runDocument(request, suggestionsDocument, { text: typed });
      return { status: 200, headers: HEADERS, body: renderOptions(typed, searchSuggestions) };
    },
  ];
}

type Suggestions = ResultOf<typeof suggestionsDocument>['searchSuggestions'];

function renderOptions(typed: string, { tags, bots }: Suggestions): string {
  const option = (id: string, href: string, content: VNode) => (
    <a role="option" id={id} href={href} tabindex={-1} aria-selected="false">
      {content}
    </a>
  );
  const groups = [
    {
      label: messages.directory.suggestedTags,
      options: tags.map((tag) =>
        option(
          `tag-${tag.slug}`,
          `/tag/${tag.slug}`,
          <>
            {WholeIcon(iconOfTag(tag.slug))}
            <span>{tagLabel(tag)}</span>
          </>,
        ),
      ),
    },
    {
      label: messages.directory.suggestedBots,
      options: bots.map(({ botId, name, avatarUrl, shortDescription, textLanguages, languages }) =>
        option(
          `bot-${botId}`,
          `/bot/${botId}`,
          <>
            {Avatar(avatarUrl, 32)}
            <span>
              <bdi>{name}</bdi>
              <small {...textAttributes(shortDescription, languages, textLanguages.shortDescription)}>
                {shortDescription}
              </small>
            </span>
          </>,
        ),
      ),
    },
  ];
  // Bots are first, unless the text begins the name of a category and of no bot.
  const start = typed.trim().toLocaleLowerCase();
  const begins = (name: string) => name.toLocaleLowerCase().startsWith(start);
  const isCategory = tags.some((tag) => begins(tagLabel(tag))) && !bots.some(({ name }) => begins(name));
  return (isCategory ? groups : groups.toReversed())
    .filter(({ options }) => options.length > 0)
    .map(({ label, options }) =>
      renderToString(
        // biome-ignore lint/a11y/useSemanticElements: a list box may have groups, and no fieldset
        <div role="group" aria-label={label}>
          {options}
        </div>,
      ),
    )
    .join('');
}
