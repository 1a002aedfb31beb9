import { graphql } from '../../../documents/graphql.ts';
import { refusal } from '../../client/request/refused.ts';

export const APPLICATION_PREVIEW = graphql(
  `query ($botId: ID!) {
    tags { slug label }
    languages
    viewer { bots { botId } }
    bot(botId: $botId) { state }
    result: applicationPreview(botId: $botId) { ... on ApplicationPreview { name description } ...Refusal }
  }`,
  [refusal],
);
