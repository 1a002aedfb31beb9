import { describe, expect, test } from 'vitest';
import { newBotId } from '../kit/ids.ts';
import { useService } from '../kit/use-service.ts';

const ERROR = '... on Error { code reason parameters { name value } message }';
const SUBMIT = `mutation ($id: ID!, $listing: ListingInput!) { result: submitListing(botId: $id, listing: $listing) {
  ${ERROR} ... on InvalidListingError { problems { field reason parameters { name value } message } } } }`;
const SET = `mutation ($id: ID!, $url: String!) { result: setWebhook(botId: $id, url: $url) { ${ERROR} } }`;
const VOTE = `mutation ($id: ID!) { result: castVote(botId: $id) { ${ERROR} } }`;

describe('A refusal of the schema', () => {
  const subject = useService(4, { WEBHOOK_TRUSTED_NETWORKS: '' });
  const owner = () => subject.signIn(subject.ownerId);

  test('has a reason, and its sentence needs no parameters', async () => {
    expect(await subject.graphql(VOTE, { id: subject.bot().id })).toEqual({
      code: 'UNAUTHENTICATED',
      reason: 'signIn.required',
      parameters: [],
      message: 'Sign in first.',
    });
  });

  test('has a reason and parameters for each problem of a listing', async () => {
    const listing = { name: ' ', shortDescription: 'x'.repeat(40), tags: [] };
    const cookie = await subject.signIn();
    const length = {
      reason: 'text.length',
      parameters: [
        { name: 'subject', value: 'name' },
        { name: 'min', value: '1' },
        { name: 'max', value: '100' },
      ],
      message: 'The name must be 1 to 100 characters long.',
    };
    expect(await subject.graphql(SUBMIT, { id: newBotId(), listing }, cookie)).toEqual({
      code: 'INVALID_LISTING',
      ...length,
      problems: [
        { field: 'name', ...length },
        {
          field: 'tags',
          reason: 'tags.count',
          parameters: [
            { name: 'min', value: '1' },
            { name: 'max', value: '5' },
          ],
          message: 'Choose 1 to 5 categories.',
        },
      ],
    });
  });

  test('has them in the extensions of an error', async () => {
    const { service } = subject;
    const { errors } = await service.graphql(
      '{ bots(filter: { tags: ["no-such-tag"] }) { edges { cursor } } }',
    );
    expect(errors?.[0]).toMatchObject({
      message: 'A filter names a category that does not exist.',
      extensions: { code: 'INVALID_INPUT', reason: 'filter.unknownTag', parameters: [] },
    });
    const many = 'ar cs de en es fr hi hu id it ja'.split(' ').map((code) => `"${code}"`);
    for (const [languages, because] of [
      ['"tlh"', { reason: 'filter.unknownLanguage', parameters: [] }],
      [many.join(), { reason: 'filter.tooManyLanguages', parameters: [{ name: 'max', value: '10' }] }],
    ] as const) {
      const document = `{ bots(filter: { languages: [${languages}] }) { edges { cursor } } }`;
      expect((await service.graphql(document)).errors?.[0]?.extensions).toEqual({
        code: 'INVALID_INPUT',
        ...because,
      });
    }
    const days = await service.graphql(
      'query ($id: ID!) { bot(botId: $id) { votesPerDay(days: 0) { day } } }',
      {
        id: subject.bot().id,
      },
    );
    expect(days.errors?.[0]?.extensions).toEqual({
      code: 'INVALID_INPUT',
      reason: 'argument.outOfRange',
      parameters: [
        { name: 'argument', value: 'days' },
        { name: 'min', value: '1' },
        { name: 'max', value: expect.stringMatching(/^\d+$/) },
      ],
    });
  });

  test('does not tell a name without an address from one with a private address', async () => {
    const { id } = subject.bot();
    const cookie = await owner();
    for (const url of ['https://no-such-name.invalid/', 'https://10.1.2.3/', 'https://169.254.169.254/']) {
      expect(await subject.graphql(SET, { id, url }, cookie)).toEqual({
        code: 'INVALID_INPUT',
        reason: 'webhook.notPublic',
        parameters: [],
        message:
          'The URL must lead to a public https address. Check the spelling of its host. Private networks are refused.',
      });
    }
  });

  test('has no reason when GraphQL itself refuses the document', async () => {
    const { errors } = await subject.service.graphql('{ nothing }');
    expect(errors?.[0]?.extensions).toEqual({ code: 'GRAPHQL_VALIDATION_FAILED' });
  });
});
