import { expect, test } from 'vitest';
import type { ListingNow, ModeratedBot } from '../../../src/web/moderation/documents.ts';
import { overtakenBy } from '../../../src/web/moderation/overtaken.ts';
import { messages } from '../../../src/web/words/messages.ts';

const labels = messages.moderation;
const report = (id: string) => ({ id, category: 'SPAM' as const, text: 'x', userId: '1', createdAt: '' });
const move = (toState: ListingNow['state'], userName: string | null) => ({
  fromState: null,
  toState,
  userName,
  reason: null,
  movedAt: '',
  isBeforeTakeOver: false,
  voteCountBefore: null,
  takenDown: null,
});
const submitted = move('PENDING', 'Olga');
const seen: Pick<ModeratedBot, 'state' | 'revision' | 'history' | 'openReports'> = {
  state: 'PENDING',
  revision: 3,
  history: [submitted],
  openReports: [report('a'), report('b')],
};
const now = (changed: Partial<ListingNow>): ListingNow => ({
  state: 'PENDING',
  revision: 3,
  history: [submitted],
  openReports: [{ id: 'a' }, { id: 'b' }],
  review: null,
  ...changed,
});

test.each([
  ['nothing has happened', now({}), undefined],
  ['a report came in', now({ openReports: [{ id: 'a' }, { id: 'b' }, { id: 'c' }] }), undefined],
  ['it was read before the listing that is shown', now({ revision: 2, openReports: [] }), undefined],
  ['the listing does not exist any more', null, { text: labels.gone, stopsAll: true }],
  ['the owner has edited it', now({ revision: 4 }), { text: labels.changed, stopsAll: false }],
  [
    'a report was closed',
    now({ openReports: [{ id: 'a' }] }),
    { text: labels.reportsClosed, stopsAll: true },
  ],
  [
    'another moderator has decided',
    now({ revision: 4, state: 'REJECTED', history: [submitted, move('REJECTED', 'Grace')] }),
    { text: labels.overtaken.REJECTED({ name: 'Grace' }), stopsAll: true },
  ],
  [
    'somebody whose account is erased has decided',
    now({ revision: 4, state: 'APPROVED', history: [submitted, move('APPROVED', null)] }),
    { text: labels.overtaken.APPROVED({ name: labels.somebody }), stopsAll: true },
  ],
  [
    'the owner has edited it, and a screenshot was taken down',
    now({ revision: 4, history: [submitted, { ...move('PENDING', 'Grace'), takenDown: 'SCREENSHOT' }] }),
    { text: labels.changed, stopsAll: false },
  ],
  [
    'its state changed without a move',
    now({ revision: 4, state: 'APPROVED' }),
    { text: labels.changed, stopsAll: true },
  ],
])('A moderator is told what others have done: %s', (_, found, told) => {
  expect(overtakenBy(seen, found)).toEqual(told);
});
