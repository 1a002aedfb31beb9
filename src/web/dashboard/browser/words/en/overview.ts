export const state = {
  now: 'This listing is',
  meaning: {
    PENDING: 'Only you and your team see it until a moderator approves it.',
    APPROVED: 'Everyone can find it and vote for it.',
    REJECTED: 'Fix what the moderator names, save, and submit it again.',
    SUSPENDED: 'A moderator took it off the directory. Only you and your team see it.',
  },
  history: 'History',
  noHistory: 'Approvals, rejections and suspensions will be listed here. There are none yet.',
  historyBefore: 'History with earlier owners',
  votesBefore:
    'Only moderators see this. The earlier listing had {count, plural, one {# vote} other {# votes}}.',
  submitted: 'submitted',
  by: 'by',
  resubmit: 'Submit for review again',
  edit: 'Edit the listing',
  resubmitted: 'The listing is waiting for review again.',
} as const;

export const submitted = {
  title: 'Submitted. Thank you!',
  usual: 'A person reviews your bot. Half of all reviews take less than {wait}.',
  unknown: 'A person reviews your bot before it goes live.',
  /** Before a link to the listing's form. */
  meanwhile: 'Meanwhile you can connect your bot and improve its page:',
  openListing: 'edit the listing',
} as const;

export const checklist = {
  progress: '{done} of {all} done',
  done: 'done',
  open: 'to do',
  later: 'not possible yet',
  obstacles: {
    noToken: 'Generate your API token first.',
    notPublic: 'Users can vote once your listing is public.',
  },
  steps: {
    token: { title: 'Generate your API token', hint: 'Your bot signs in with it.' },
    report: { title: 'Report your server count', hint: 'Copy the code and let your bot send it.' },
    webhook: { title: 'Verify your webhook', hint: 'Set its URL and send a test that your server accepts.' },
    vote: { title: 'Get your first vote', hint: 'Write a good page and share its link.' },
  },
} as const;

export const warnings = {
  silent: 'Your bot has gone silent',
  /** Before a time such as "2 days ago". */
  lastReport: 'We got the last report',
  silentHelp: 'Check that your bot runs and that its reports succeed. A 401 means: generate a new token.',
  openApi: 'Check the API',
  failing: 'Your webhook is failing',
  failed: '{count, plural, one {The last attempt failed.} other {The last # attempts failed.}}',
  openWebhook: 'See the deliveries',
} as const;

export const numbers = {
  recentVotes: 'Votes in 30 days',
  allVotes: 'All votes',
  noVotes: 'No votes yet.',
  votes: 'Votes per day',
  servers: 'Servers',
  sum: '{count, plural, one {# vote in the last 30 days.} other {# votes in the last 30 days.}}',
  latest: '{count, plural, one {# server now.} other {# servers now.}}',
  noServers: 'Your bot has not reported its server count yet.',
  table: 'As a table',
  day: 'Day',
} as const;
