import { links } from '../../../../words/en/links.ts';

export const fields = {
  name: 'Name',
  followsPlatform: 'Follow the chat platform',
  followsPlatformHint: 'We update name and picture from the chat platform once a day.',
  shortDescription: 'Short description',
  shortDescriptionHint: 'One line of 30 to 150 characters. Lists of bots show it.',
  longDescription: 'Long description',
  longDescriptionHint:
    'Markdown, at most 20,000 characters. Up to eight images appear a few seconds after you save.',
  write: 'Write',
  preview: 'Preview',
  previewEmpty: 'There is nothing to show yet.',
  tags: 'Categories',
  tagsHint: 'Choose 1 to {max}: {count} chosen.',
  languages: 'Languages',
  languagesHint: 'What your bot speaks, at most {max}: {count} chosen.',
  inviteScopes: 'Scopes of the invite link',
  scopeBot: 'A bot user (bot)',
  scopeCommands: 'Commands (applications.commands)',
  invitePermissions: 'Permissions of the invite link',
  prefix: 'Prefix',
  prefixHint: 'The characters that start a command in a message.',
  ...links,
  linkHint: 'Such as https://example.com',
  characters: '{count, number} of {max, number}',
  someWrong: '{count, plural, one {Please correct one field.} other {Please correct # fields.}}',
  save: 'Save the listing',
  loadNewest: 'Load the latest version',
  kept: 'Your input is kept.',
  theirs: 'Somebody else has changed these fields, which now show the new text: {names}.',
  both: 'Somebody else has changed these fields too. Saving will replace their text: {names}.',
} as const;

export const permissions = {
  hint: 'Ask for what your bot needs, not more. Users see the list before they add it.',
  noneChosen: 'No permissions chosen',
  chosen: '{count, plural, one {# permission chosen} other {# permissions chosen}}',
  chosenWithDangerous:
    '{count, plural, one {# permission chosen} other {# permissions chosen}}, {dangerous, number} sensitive',
  unreadable: 'This number is not valid',
  search: 'Search permissions',
  nothing: 'No permission found.',
  dangerous: 'sensitive',
  number: 'Permissions as a number',
  numberHint: "The platform's own form, one bit each.",
} as const;
