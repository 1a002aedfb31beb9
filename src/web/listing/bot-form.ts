import { graphql } from '../../documents/graphql.ts';
import { pageViewer } from '../frame/layout.tsx';
import { botRow } from './bot-row.tsx';

/** What the pages with a form about a bot show around it. */
export const formDocument = graphql(
  `query BotForm($botId: ID!, $language: String!) {
    viewer { ...PageViewer }
    bot(botId: $botId) { ...BotRow state viewerNextVoteAt }
  }`,
  [pageViewer, botRow],
);
