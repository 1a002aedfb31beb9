export const vote = {
  title: 'Vote for {name}',
  voted: 'You voted for {name}',
  back: 'Back to {name}',
  button: 'Vote',
  rule: 'Free – one vote every 12 hours.',
  captcha: 'Please allow JavaScript from {host}. It checks that you are human.',
  impossible: 'Voting is not available: this site has no sign-in.',
  signIn: 'Sign in to vote',
  counted: 'Your vote is counted.',
  recorded: 'Thank you, your vote is recorded.',
  again: 'You can vote again at',
  mayFrom: 'You can vote from',
  tooOften: 'You have voted too often: {when}.',
  over: 'You can vote again now.',
  left: '{hours}\u00a0h {minutes}\u00a0min left',
} as const;

export const afterVote = {
  total: 'Votes',
  rank: 'Place by votes',
  place: '#{rank}',
  remind: 'Calendar reminder',
  reminder: 'Vote for {name}',
  next: 'Vote for these next',
} as const;

export const myVotes = {
  title: 'My votes',
  tabs: 'Your lists',
  open: 'Open now',
  openNow: 'You can vote now',
  waiting: 'Voted in the last 12 hours',
  votedAt: 'Last vote:',
  justVoted: 'Your vote for {name} is recorded.',
  none: 'You have not voted yet.',
  noneHint: 'Bots that you vote for appear here, with the time of your next vote.',
  find: 'Find bots',
} as const;

export const favourite = {
  title: 'Favourites',
  label: 'Favourite',
  add: 'Add to favourites',
  remove: 'Remove from favourites',
  none: 'You have no favourites yet.',
  noneHint: 'Press the heart on a bot’s page to find it here again.',
  refused: 'Favourite not changed',
  tooOften: 'You have changed favourites too often: {when}.',
} as const;
