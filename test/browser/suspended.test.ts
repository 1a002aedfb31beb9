import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { messages } from '../../src/web/words/messages.ts';
import { makeFolder } from '../kit/folder.ts';
import { given, putInState } from '../kit/given.ts';
import { forFile, startService } from '../kit/service.ts';
import { FLOW_LOOKS, useSite } from './visitor.ts';

const parts = await forFile(new AsyncDisposableStack());
const site = useSite(async () => {
  const folder = await makeFolder('pages', parts);
  await writeFile(join(folder, 'contact.md'), '# Contact\n\nWrite to team@example.com.');
  return startService({ SITE_PAGES: folder });
});

test.each(FLOW_LOOKS)(
  'The owner of a suspended bot learns what to change, and whom to ask: $name',
  async (look) => {
    const { id, ownerId } = await given(site.services).owner('Olivia Owner').listing().approved();
    await putInState(site.services, id, 'suspended');
    const owner = await site.arriveAs(look, ownerId, 'Olivia Owner', `/bot/${id}/edit`);
    const state = owner.page.locator('#state');
    await state.getByText(messages.state.change).waitFor();
    await state.getByText(messages.state.ask({ id })).waitFor();
    await owner.inspect('suspended');
    expect(await state.locator('.actions > *').allInnerTexts()).toEqual([
      messages.state.edit,
      messages.sitePages.contact,
      messages.sitePages.review,
    ]);
    await state.getByRole('link', { name: messages.sitePages.contact }).click();
    await owner.page.getByText('Write to team@example.com.').waitFor();
  },
);
