import { permissionList } from '../../../words/en/permission-list.ts';
import { permissions as pagePermissions } from '../../../words/en/permissions.ts';
import { tags } from '../../../words/en/tags.ts';
import { bots, invitations, reviewWait } from './en/bots.ts';
import { common } from './en/common.ts';
import { snippets, token, widget } from './en/connect.ts';
import { deliveries } from './en/deliveries.ts';
import { fields, permissions } from './en/fields.ts';
import { moderation } from './en/moderation.ts';
import { moderationTools } from './en/moderation-tools.ts';
import { checklist, numbers, state, submitted, warnings } from './en/overview.ts';
import { danger, owners } from './en/owners.ts';
import { banner, picture } from './en/pictures.ts';
import { sections } from './en/sections.ts';
import { submit } from './en/submit.ts';
import { team } from './en/team.ts';
import { webhook } from './en/webhook.ts';

/** The messages in English. Messages with arguments are in the ICU MessageFormat. */
export const en = {
  ...common,
  banner,
  bots,
  checklist,
  danger,
  deliveries,
  fields,
  invitations,
  moderation,
  moderationTools,
  numbers,
  owners,
  permissionGroups: pagePermissions.groups,
  permissionList,
  permissions,
  picture,
  reviewWait,
  sections,
  snippets,
  state,
  submit,
  submitted,
  tags,
  team,
  token,
  warnings,
  webhook,
  widget,
} as const;
