/** Reasons that moderators give often. Owners read them. */
export const templates = {
  title: 'Start from a template',
  choose: 'Choose…',
  of: {
    REJECT: {
      offline: {
        name: 'Bot is offline',
        text: 'The bot was offline when we tried it. Bring it online and submit it again.',
      },
      commandsFail: {
        name: 'Commands fail',
        text: 'The bot did not answer its commands when we tried it. Check that they work in a new server.',
      },
      tooShort: {
        name: 'Description says too little',
        text: 'The description does not say what the bot does. Describe its features and main commands.',
      },
      similarName: {
        name: 'Name looks like another bot',
        text: 'The name or picture can be confused with another bot. Choose one of your own.',
      },
      tooManyPermissions: {
        name: 'Too many permissions',
        text: 'The invite asks for permissions that the bot does not need. Ask only for those that its features use.',
      },
      brokenLink: {
        name: 'Broken link',
        text: 'A link of the listing does not work, or leads to another place than it says. Correct it.',
      },
    },
    SUSPEND: {
      spam: {
        name: 'Spam',
        text: 'The bot sends advertisements or messages that nobody asked for.',
      },
      malicious: {
        name: 'Malicious',
        text: 'The bot harms servers or their members, or takes data that it should not have.',
      },
      offlineForLong: {
        name: 'Offline for long',
        text: 'The bot has been offline for a long time. Tell us when it is back.',
      },
      impersonation: {
        name: 'Impersonation',
        text: 'The bot pretends to be another bot or belongs to somebody else.',
      },
    },
  },
} as const;
