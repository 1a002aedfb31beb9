import './errors.ts';
import './command.ts';
import './bot.ts';
import './listing.ts';
import './owner.ts';
import './directory.ts';
import './suggestions.ts';
import './stats.ts';
import './avatar.ts';
import './vote.ts';
import './token.ts';
import './webhook.ts';
import './delivery.ts';
import './bot-deliveries.ts';
import './user.ts';
import './history.ts';
import './moderation.ts';
import './report.ts';
import './review.ts';
import './feature.ts';
import './score.ts';
import './member.ts';
import './widget.ts';
import './health.ts';
import { surroundMutations } from './around-mutations.ts';
import { builder } from './builder.ts';

/** The GraphQL schema, the only way into the domain. REST, pages and dashboard are its clients. */
export const schema = surroundMutations(builder.toSchema());
