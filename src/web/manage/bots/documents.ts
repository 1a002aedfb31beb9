import { graphql, type ResultOf } from '../../../documents/graphql.ts';

export const MY_BOTS = graphql(`{
  viewer {
    userId
    bots { botId name avatarUrl state voteCount serverCount checkedInAt }
    coOwnerInvitations { botId name }
  }
}`);

export const REVIEW_TIME = graphql('{ reviewTime { waitingCount medianSeconds } }');

type Viewer = NonNullable<ResultOf<typeof MY_BOTS>['viewer']>;
export type OwnBot = Viewer['bots'][number];
