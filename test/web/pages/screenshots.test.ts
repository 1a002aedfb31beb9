import sharp from 'sharp';
import { describe, expect, test } from 'vitest';
import { unreviewed } from '../../kit/given.ts';
import { newUserId } from '../../kit/ids.ts';
import { useService } from '../../kit/use-service.ts';
import { elementsOf, visit } from '../page.ts';

const subject = useService(3);
const ADD = `mutation ($id: ID!, $image: String!, $description: String) {
  result: addScreenshot(botId: $id, image: $image, description: $description) {
    __typename ... on Bot { screenshots { id url thumbnailUrl width height description } } ... on Error { message } } }`;
interface Changed {
  readonly __typename: string;
  readonly screenshots?: readonly {
    readonly id: string;
    readonly url: string;
    readonly thumbnailUrl: string;
  }[];
}

const rectangle = (background: string) =>
  sharp({ create: { width: 800, height: 600, channels: 3, background } })
    .png()
    .toBuffer();

async function upload(
  id: string,
  background: string,
  description?: string,
  userId = subject.ownerId,
  isReviewed = false,
) {
  const image = (await rectangle(background)).toString('base64');
  const cookie = await subject.signIn(userId);
  const send = () => subject.graphql<Changed>(ADD, { id, image, description }, cookie);
  return isReviewed ? send() : unreviewed(subject.services, id, send);
}

describe('The page of a listing', () => {
  test('shows its screenshots as links with their size, and loads their script only then', async () => {
    const { id } = subject.bot();
    const before = await visit(subject.service, `/bot/${id}`);
    expect(before.html).not.toContain('screenshots');
    await upload(id, '#0aa', 'The "queue" <b>');
    const { screenshots = [] } = await upload(id, '#a0a');
    expect(screenshots).toHaveLength(2);
    const { html } = await visit(subject.service, `/bot/${id}`);
    const elements = elementsOf(html);
    const strip = elements.find(({ attributes }) => attributes['aria-label'] === 'Screenshots');
    expect(strip?.attributes).toMatchObject({ 'aria-label': 'Screenshots', tabindex: '0' });
    const [first] = screenshots;
    expect(
      elements.filter(({ attributes }) => 'data-place' in attributes).map((a) => a.attributes.href),
    ).toEqual(screenshots.map(({ url }) => url));
    expect(
      elements.find(({ attributes }) => attributes.src === first?.thumbnailUrl)?.attributes,
    ).toMatchObject({
      alt: 'The "queue" <b>',
      width: '800',
      height: '600',
      loading: 'lazy',
    });
    expect(html).toContain('alt="Screenshot 2"');
    expect(html).toMatch(/\/assets\/screenshots\.[\da-f]{12}\.js/);
    for (const url of screenshots.flatMap((one) => [one.url, one.thumbnailUrl])) {
      const response = await fetch(subject.service.url + url);
      expect([response.status, response.headers.get('cache-control')]).toEqual([
        200,
        'public, max-age=31536000, immutable',
      ]);
    }
    const remove = `mutation ($id: ID!, $screenshotId: ID!) {
      result: removeScreenshot(botId: $id, screenshotId: $screenshotId) { __typename } }`;
    const cookie = await subject.signIn(subject.ownerId);
    await subject.graphql(remove, { id, screenshotId: first?.id ?? '' }, cookie);
    expect((await fetch(subject.service.url + first?.url)).status).toBe(404);
  });

  test('gets no screenshot from a user who does not manage the listing', async () => {
    const { id } = subject.bot();
    const { __typename } = await upload(id, '#00a', undefined, newUserId(), true);
    expect(__typename).toBe('ForbiddenError');
    expect((await visit(subject.service, `/bot/${id}`)).html).not.toContain('Screenshots');
  });
});
