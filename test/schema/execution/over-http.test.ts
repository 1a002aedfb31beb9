import { serverAudits } from 'graphql-http';
import { expect, test } from 'vitest';
import { useService } from '../../kit/use-service.ts';

const subject = useService(1);
const audits = serverAudits({ url: () => `${subject.service.url}/graphql` });

test.each(audits.map(({ name, id, fn }) => ({ name, id, fn })))(
  'GraphQL over HTTP: $name ($id)',
  async ({ fn }) => {
    const { status, ...rest } = await fn();
    expect(status, JSON.stringify(rest)).toBe('ok');
  },
);
