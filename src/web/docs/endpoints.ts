/** A request of the REST interface, as the introduction shows it. */
export interface Endpoint {
  /** The last segment of its path. */
  readonly name: string;
  readonly title: string;
  readonly request: string;
  /** Allowed requests per minute and token (section 8 of the contract). */
  readonly perMinute: number;
  /** Sentences, with code between backticks. */
  readonly about: readonly string[];
  /** An answer to the request of the examples. */
  readonly answer: string;
}

export const ENDPOINTS: readonly Endpoint[] = [
  {
    name: 'stats',
    title: 'Report the server count',
    request: 'POST /api/v1/bots/{id}/stats',
    perMinute: 60,
    about: [
      'Send the sum over all shards, every few minutes.',
      'Send the same number again too: each report also shows that the bot is online.',
    ],
    answer: '{ "success": true, "server_count": 1234 }',
  },
  {
    name: 'commands',
    title: 'Publish the commands',
    request: 'PUT /api/v1/bots/{id}/commands',
    perMinute: 10,
    about: [
      'Replaces the whole list on the bot’s page.',
      'At most 100 commands, with names of 1 to 32 and descriptions of 1 to 100 characters.',
      'You can send the platform’s command objects unchanged.',
      'An empty list removes all commands.',
    ],
    answer: '{ "success": true, "count": 1 }',
  },
  {
    name: 'check',
    title: 'Check whether a user has voted',
    request: 'GET /api/v1/bots/{id}/check?userId=…',
    perMinute: 600,
    about: [
      'Tells whether the user voted in the last 12 hours, when, and when they can vote again.',
      'Without such a vote both times are null.',
    ],
    answer: `{
  "voted": 1,
  "hasVoted": true,
  "votedAt": "2026-01-31T12:00:00.000Z",
  "nextVoteAt": "2026-02-01T00:00:00.000Z"
}`,
  },
  {
    name: 'votes',
    title: 'Read the vote log',
    request: 'GET /api/v1/bots/{id}/votes?limit=100',
    perMinute: 60,
    about: [
      'Newest first, 1 to 1000 votes per page.',
      '`next_cursor` leads to the next page and is null on the last page.',
      'Each page is equally fast, however long the log is.',
    ],
    answer: `{
  "votes": [
    { "user_id": "234567890123456789", "voted_at": "2026-01-31T12:00:00.000Z" }
  ],
  "next_cursor": null
}`,
  },
];
