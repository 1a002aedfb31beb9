import { graphql, type ResultOf } from '../../../documents/graphql.ts';
import { refusal } from '../../client/request/refused.ts';

export const TEAM = graphql('{ team { userId name role isConfigured } }');

export type TeamMember = ResultOf<typeof TEAM>['team'][number];

export const GRANT_ROLE = graphql(
  `mutation ($userId: ID!, $role: Role) {
    result: grantRole(userId: $userId, role: $role) { ... on GrantRolePayload { name } ...Refusal }
  }`,
  [refusal],
);
