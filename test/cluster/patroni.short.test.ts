import { afterAll, test } from 'vitest';
import { present } from '../kit/present.ts';
import { startPatroni } from './patroni.ts';
import { startVoting } from './patroni-votes.ts';

const parts = new AsyncDisposableStack();
afterAll(() => parts.disposeAsync());

test('the primary of Patroni is killed: no acknowledged vote is lost, and votes go on as soon as it has another one', async () => {
  const patroni = await startPatroni(parts);
  const voting = await startVoting(patroni, parts);
  const primary = present(await patroni.primary());
  await voting.through('primary killed', () => patroni.kill(primary));
});
