import type { WithClock } from '../../domain/kernel/needs.ts';
import { type Sending, sendNotice, takeSendings } from '../../domain/notices/send.ts';
import type { WithWays } from '../../domain/notices/ways.ts';
import type { Due } from './work-off.ts';

const LOOK_MS = 1000;
/** Many receivers may be silent for ten seconds, and cost a socket each. */
const PLACES = 200;
/** Taken at once: encrypting a push takes CPU time, which others need meanwhile. */
const BATCH = 24;

/** Sends notices by the channels of their users. */
export const dueSendings = (services: WithWays & WithClock): Due<Sending> => ({
  everyMs: LOOK_MS,
  places: PLACES,
  take: (limit) => takeSendings(services, Math.min(limit, BATCH)),
  work: (sending) => sendNotice(services, sending),
  sentences: {
    away: 'Notices cannot be sent. They wait in the database.',
    back: 'Notices are sent again.',
  },
});
