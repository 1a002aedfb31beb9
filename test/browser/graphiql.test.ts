import { expect, test } from 'vitest';
import { FLOW_LOOKS, useSite } from './visitor.ts';

const site = useSite();

test.each(FLOW_LOOKS)(
  'GraphiQL edits with its workers, runs a document and shows its result: $name',
  async (look) => {
    const visitor = await site.arrive(look);
    const { page } = visitor;
    const complaints: string[] = [];
    page.on('console', (message) => {
      if (message.type() === 'error') complaints.push(message.text());
    });
    const workers: string[] = [];
    page.on('worker', (worker) => workers.push(worker.url()));
    // Browsers ask for the page with this header themselves.
    await page.goto('/graphql?query=%7B%20health%20%7B%20ok%20%7D%20%7D');
    await page.locator('.graphiql-execute-button').click();
    await page.locator('.graphiql-response').getByText('"health"').waitFor();
    await page.locator('.graphiql-response').getByText('true').first().waitFor();
    await expect.poll(() => workers.length).toBeGreaterThan(0);
    for (const url of workers) expect(url).toMatch(/\/docs\/assets\/graphiql-\w+\.[\da-f]{12}\.js$/);
    expect(complaints).toEqual([]);
  },
);
