import './scalars.ts';
import './errors.ts';
import './command.ts';
import './bot.ts';
import './listing.ts';
import './owner.ts';
import './directory.ts';
import './stats.ts';
import './avatar.ts';
import './application.ts';
import './vote.ts';
import './token.ts';
import './webhook.ts';
import './delivery.ts';
import './delivery-watch.ts';
import './role.ts';
import './history.ts';
import './moderation.ts';
import './report.ts';
import './temporal-links.ts';
import './user.ts';
import './viewer.ts';
import './widget.ts';
import './health.ts';
import { builder } from './builder.ts';
import { tellChanges } from './tell-changes.ts';

/** The GraphQL schema, the only way into the domain. REST, pages and dashboard are its clients. */
export const schema = tellChanges(builder.toSchema());
