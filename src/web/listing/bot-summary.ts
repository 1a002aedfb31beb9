import type { Summary } from '../frame/summary.tsx';
import { tagLabel } from '../kit/tags.tsx';
import { messages } from '../words/messages.ts';
import type { BotDetails } from './bot-page.tsx';

/** What the page of a bot tells search engines and sites that link to it. */
export function summaryOf(bot: BotDetails, publicUrl: string): Summary {
  const canonical = `${publicUrl}/bot/${bot.botId}`;
  const image = publicUrl + bot.avatarUrl;
  return {
    description: bot.shortDescription,
    canonical,
    // Sites that show it keep it by its address, so an edit changes that.
    card: { url: `${canonical}/card.png?v=${bot.revision}`, alt: messages.card.alt({ name: bot.name }) },
    subject: {
      '@context': 'https://schema.org',
      '@type': 'SoftwareApplication',
      name: bot.name,
      description: bot.shortDescription,
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
        interactionType: 'https://schema.org/LikeAction',
        userInteractionCount: bot.voteCount,
      },
    },
  };
}
