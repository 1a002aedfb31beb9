import { permissionList } from '../../../words/de/permission-list.ts';
import { permissions as pagePermissions } from '../../../words/de/permissions.ts';
import { tags } from '../../../words/de/tags.ts';
import type { Translation } from '../../../words/words.ts';
import { bots, invitations, reviewWait } from './de/bots.ts';
import { common } from './de/common.ts';
import { snippets, token, widget } from './de/connect.ts';
import { deliveries } from './de/deliveries.ts';
import { fields, permissions } from './de/fields.ts';
import { moderation } from './de/moderation.ts';
import { moderationTools } from './de/moderation-tools.ts';
import { checklist, numbers, state, submitted, warnings } from './de/overview.ts';
import { danger, owners } from './de/owners.ts';
import { banner, picture } from './de/pictures.ts';
import { sections } from './de/sections.ts';
import { submit } from './de/submit.ts';
import { team } from './de/team.ts';
import { webhook } from './de/webhook.ts';
import type { en } from './en.ts';

/** The messages in German. */
export const de: Translation<typeof en> = {
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
};
