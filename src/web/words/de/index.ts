import type { en } from '../en/index.ts';
import type { Translation } from '../words.ts';
import { account, signIn } from './account.ts';
import { bot, card, chart, reporting, share } from './bot.ts';
import { dashboard } from './dashboard.ts';
import { directory, filters, user } from './directory.ts';
import { docs } from './docs.ts';
import { failures, tryAgain } from './failures.ts';
import { footer, navigation, time } from './frame.ts';
import { home } from './home.ts';
import { links } from './links.ts';
import { permissionList } from './permission-list.ts';
import { permissions } from './permissions.ts';
import { report } from './report.ts';
import { tags } from './tags.ts';
import { afterVote, favourite, myVotes, vote } from './vote.ts';

/** The German words of the pages. They say “du”. */
export const de: Translation<typeof en> = {
  navigation,
  footer,
  time,
  home,
  directory,
  filters,
  user,
  tags,
  bot,
  links,
  chart,
  reporting,
  share,
  card,
  permissions,
  permissionList,
  vote,
  afterVote,
  myVotes,
  favourite,
  report,
  signIn,
  account,
  dashboard,
  docs,
  failures,
  tryAgain,
};
