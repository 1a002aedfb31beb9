/** Names of the reasons that moderators give often. */
export const templates = {
  title: 'Start from a template',
  choose: 'Choose…',
  language: 'Language of the template',
  languages: { en: 'English', de: 'German' },
  of: {
    REJECT: {
      offline: 'Bot is offline',
      commandsFail: 'Commands fail',
      tooShort: 'Description says too little',
      similarName: 'Name looks like another bot',
      tooManyPermissions: 'Too many permissions',
      brokenLink: 'Broken link',
    },
    SUSPEND: {
      spam: 'Spam',
      malicious: 'Malicious',
      offlineForLong: 'Offline for long',
      impersonation: 'Impersonation',
    },
  },
} as const;
