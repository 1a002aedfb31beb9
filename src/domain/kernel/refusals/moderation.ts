/** Reports, and the work of moderators. */
export const MODERATION = {
  'report.ownListing': 'You cannot report your own listing.',
  'report.already': 'You have already reported this bot. A moderator will review it.',
  'report.notFound': 'Report not found.',
  'report.closed': 'One of these reports is already closed. Reload the reports.',
  'report.ids': 'reportIds must have {min} to {max} items.',
  'report.onlySuspensionCloses': 'Only a suspension closes the reports of a listing.',
  'decision.ownListing': 'You cannot decide on your own listing. Another moderator does.',
  'decision.final': 'This decision can no longer be undone.',
  'claim.taken': '{moderator} is working on this listing. Take it over first if you want to decide.',
  'claim.decided': 'Another moderator has just decided on this listing. Reload it.',
  'notes.tooMany': 'A listing has at most {max} notes.',
  'feature.end': 'The end must be in the future, at most {max} days from now.',
  'feature.place': 'The place must be {min} to {max}.',
  'feature.notPublic': 'Only a public listing can be featured.',
  'feature.tooMany': 'At most {max} listings are featured at a time. End another one first.',
  'feature.none': 'This listing is not featured.',
} as const;
