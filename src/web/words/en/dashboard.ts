/** The frame of the dashboard. The program in it has a catalogue of its own. */
export const dashboard = {
  label: 'Dashboard',
  bots: 'My bots',
  submit: 'Add your bot',
  moderation: 'Moderation',
  team: 'Team',
  edit: 'Manage {name}',
  editLabel: 'Manage this bot',
  /** In the order of the tabs. */
  tabs: {
    overview: 'Overview',
    listing: 'Listing',
    api: 'API',
    webhook: 'Webhook',
    team: 'Team',
    settings: 'Settings',
  },
  roleMissing: 'Your account does not have the role for this page.',
  /** The subject of `needsJavaScript`, by page. */
  purposes: {
    bots: 'The list of your bots',
    submit: 'The form for adding a bot',
    edit: 'Managing a bot',
    moderation: 'The moderation queue',
    team: 'The list of moderators',
  },
  /** The address of the API follows. */
  needsJavaScript:
    '{purpose} needs JavaScript, which is off in this browser. You can do the same with the GraphQL API at',
  loading: 'Loading…',
} as const;
