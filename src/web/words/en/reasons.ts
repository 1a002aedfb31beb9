/** Reasons that moderators give often. Owners read them, in a language that the moderator chooses. */
export const reasons = {
  REJECT: {
    offline: 'The bot was offline when we tried it. Bring it online and submit it again.',
    commandsFail:
      'The bot did not answer its commands when we tried it. Check that they work in a new server.',
    tooShort: 'The description does not say what the bot does. Describe its features and main commands.',
    similarName: 'The name or picture can be confused with another bot. Choose one of your own.',
    tooManyPermissions:
      'The invite asks for permissions that the bot does not need. Ask only for those that its features use.',
    brokenLink: 'A link of the listing does not work, or leads to another place than it says. Correct it.',
  },
  SUSPEND: {
    spam: 'The bot sends advertisements or messages that nobody asked for.',
    malicious: 'The bot harms servers or their members, or takes data that it should not have.',
    offlineForLong: 'The bot has been offline for a long time. Tell us when it is back.',
    impersonation: 'The bot pretends to be another bot or belongs to somebody else.',
  },
} as const;
