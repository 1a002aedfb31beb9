import type { WithClock } from '../../domain/kernel/needs.ts';
import { type Sending, sendNotice, takeSendings } from '../../domain/notices/send.ts';
import type { WithWays } from '../../domain/notices/ways.ts';
import type { Due } from './work-off.ts';

const LOOK_MS = 1000;
/** Many receivers may be silent for ten seconds, and cost a socket each. */
const PLACES = 200;
/** All emails go to one server: each place is a connection to it. */
const EMAILS = 5;
/** Taken at once: encrypting a push takes CPU time, which others need meanwhile. */
const BATCH = 24;

/** Sends notices by the channels of their users: those by email, or all others. */
export function dueSendings(services: WithWays & WithClock, areEmails: boolean): Due<Sending> {
  const notices = areEmails ? 'Notices by email' : 'Notices';
  return {
    everyMs: LOOK_MS,
    places: areEmails ? EMAILS : PLACES,
    take: (limit) => takeSendings(services, areEmails, Math.min(limit, BATCH)),
    work: (sending) => sendNotice(services, sending),
    sentences: {
      away: `${notices} cannot be sent. They wait in the database.`,
      back: `${notices} are sent again.`,
    },
  };
}
