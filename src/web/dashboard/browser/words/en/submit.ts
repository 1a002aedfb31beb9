export const submit = {
  step1: 'Which bot?',
  id: "The bot's application ID",
  idHint: '17 to 19 digits. You find it on the developer pages of the chat platform.',
  next: 'Continue',
  notFound:
    "We couldn't get this app's details from the chat platform. Check the ID, or enter the details yourself.",
  filledIn: 'Name and description come from the chat platform. Check them.',
  step2: 'The listing of {id}',
  other: 'Another bot',
  otherWarning: 'Your input on this page will be lost.',
  otherConfirm: 'Discard it and choose another bot',
  listed: 'This bot is listed already.',
  openPage: 'Open its page',
  openDashboard: 'Manage it in your dashboard',
  send: 'Submit for review',
  what: 'We review every bot before it goes live. You can set it up in the meantime.',
} as const;
