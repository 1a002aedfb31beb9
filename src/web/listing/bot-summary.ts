import type { BreadcrumbList } from 'schema-dts';
import type { Summary } from '../frame/summary.tsx';
import { feedLink, feedOfBot, markdownLink } from '../kit/formats.ts';
import { tagLabel } from '../kit/tags.tsx';
import { messages } from '../words/messages.ts';
import { languageOf } from '../words/text-language.ts';
import type { BotDetails } from './bot-page.tsx';

/** What the page of a bot tells search engines and sites that link to it. */
export function summaryOf(bot: BotDetails, publicUrl: string): Summary {
  const canonical = `${publicUrl}/bot/${bot.botId}`;
  const image = publicUrl + bot.avatarUrl;
  const inLanguage = bot.textLanguages.shortDescription ?? languageOf(bot.shortDescription, bot.languages);
  return {
    description: bot.shortDescription,
    canonical,
    // Sites that show it keep it by its address, so an edit changes that.
    others: [
      markdownLink(`/bot/${bot.botId}`),
      ...(bot.news.length === 0
        ? []
        : [feedLink(messages.news.feedTitle({ name: bot.name }), feedOfBot(bot.botId))]),
      {
        type: 'application/json+oembed',
        href: `${publicUrl}/oembed?url=${encodeURIComponent(canonical)}&format=json`,
        title: bot.name,
      },
    ],
    card: { url: `${canonical}/card.png?v=${bot.revision}`, alt: messages.card.alt({ name: bot.name }) },
    subject: {
      '@context': 'https://schema.org',
      '@graph': [
        {
          '@type': 'SoftwareApplication',
          name: bot.name,
          description: bot.shortDescription,
          ...(inLanguage !== undefined && { inLanguage }),
          url: canonical,
          image,
          applicationCategory: 'CommunicationApplication',
          keywords: bot.tags.map(tagLabel).join(', '),
          author: bot.owners.map(({ name, userId }) => ({
            '@type': 'Person',
            name,
            url: `${publicUrl}/user/${userId}`,
          })),
          datePublished: bot.createdAt,
          dateModified: bot.updatedAt,
          interactionStatistic: {
            '@type': 'InteractionCounter',
            interactionType: { '@type': 'LikeAction' },
            userInteractionCount: bot.voteCount,
          },
        },
        breadcrumbs(publicUrl, bot.tags[0], { name: bot.name, url: canonical }),
      ],
    },
  };
}

/** The way from the directory to a page, through its first category. */
function breadcrumbs(
  publicUrl: string,
  tag: BotDetails['tags'][number] | undefined,
  page: { readonly name: string; readonly url: string },
): BreadcrumbList {
  const steps = [
    { name: messages.directory.title, url: `${publicUrl}/bots` },
    ...(tag ? [{ name: tagLabel(tag), url: `${publicUrl}/tag/${tag.slug}` }] : []),
    page,
  ];
  return {
    '@type': 'BreadcrumbList',
    itemListElement: steps.map(({ name, url }, index) => ({
      '@type': 'ListItem',
      position: index + 1,
      name,
      item: url,
    })),
  };
}
