import { describe, expect, test } from 'vitest';
import { messages } from '../../../src/web/words/messages.ts';
import { newUserId } from '../../kit/ids.ts';
import { useService } from '../../kit/use-service.ts';
import { visit } from '../page.ts';

describe('Voting by forms alone', () => {
  const subject = useService(10);
  const votes = async (id: string) => {
    const { sql } = subject.services.db;
    return [
      ...(await sql<
        { at: Date; by: string }[]
      >`select voted_at as at, user_id as by from votes where bot_id = ${id}`),
    ];
  };

  test('leads from the bot to the sign-in, back, to one vote, and to when the next one is possible', async () => {
    const { id } = subject.bot();
    const userId = newUserId();
    const path = `/bot/${id}/vote`;
    const bot = await visit(subject.service, `/bot/${id}`);
    const stranger = await visit(subject.service, path);
    expect(stranger.html).not.toContain('<form method="post"><button');
    // The button on the page of the bot leads there at once, and says what for.
    for (const { html } of [bot, stranger]) {
      const [signInPath = ''] = /\/sign-in\?return=[^"]+vote/.exec(html) ?? [];
      const signIn = await visit(subject.service, signInPath);
      expect(signIn.html).toContain(`<input type="hidden" name="return" value="${path}"/>`);
      expect(signIn.text).toContain(messages.signIn.toVote);
    }

    const signedIn = await visit(subject.service, '/sign-in', {
      form: { id: userId, name: 'Voter', return: path },
    });
    expect(signedIn.status).toBe(303);
    expect(signedIn.headers.get('location')).toBe(path);
    const cookie = signedIn.headers.getSetCookie()[0]?.split(';')[0] ?? '';

    const form = await visit(subject.service, path, { cookie });
    expect(form.html).toMatch(/<form method="post"><button[^>]*><svg.*?<\/svg>Vote<\/button>/);
    expect(form.text).toContain('Voter');

    // The page of the bot has the same form: one click.
    expect((await visit(subject.service, `/bot/${id}`, { cookie })).html).toContain(
      `<form method="post" action="${path}">`,
    );
    const sent = await visit(subject.service, path, { cookie, form: {} });
    expect(sent.status).toBe(303);
    const voted = await visit(subject.service, sent.headers.get('location') ?? '', { cookie });
    expect(voted.status).toBe(200);
    expect(voted.text).toContain('your vote is recorded');
    const recorded = await votes(id);
    expect(recorded).toMatchObject([{ by: userId }]);
    const opens = new Date((recorded[0]?.at.getTime() ?? 0) + 12 * 60 * 60 * 1000).toISOString();
    expect(voted.html).toContain(`<time datetime="${opens}"`);
    expect(voted.text).toMatch(/1[12] h \d+ min left/);
    expect(voted.text).toMatch(/You can vote again in 1[12] hours/);

    expect((await visit(subject.service, `/bot/${id}`, { cookie })).text).toMatch(/Vote in 1[12] h \d+ min/);
    expect((await visit(subject.service, `/bot/${id}`)).text).not.toContain('again in');

    const again = await visit(subject.service, path, { cookie, form: {} });
    expect(again.status).toBe(409);
    expect(again.text).toContain('already voted');
    expect(again.html).toContain(`<time datetime="${opens}"`);
    expect(await votes(id)).toHaveLength(1);

    const later = await visit(subject.service, path, { cookie });
    expect(later.status).toBe(200);
    expect(later.text).toContain('Your vote has been counted.');
    expect(later.html).toContain(`<time datetime="${opens}"`);
    expect(later.html).not.toMatch(/<form method="post"><button/);
    expect(later.text).toMatch(/1[12] h \d+ min left/);
  });

  const BELL = expect.stringMatching(
    /^<script type="module" src="\/assets\/bell\.[\da-f]+\.js" data-user-id="\d+">$/,
  );
  test('needs no script on any page of the way: theme, bell and what is there already are all that scripts change', async () => {
    const { id } = subject.bot();
    const cookie = await subject.signIn();
    for (const path of ['/', `/bot/${id}`, `/bot/${id}/vote`, '/sign-in']) {
      const { html: whole } = await visit(subject.service, path, { cookie });
      const html = whole.replace(/<script type="application\/ld\+json">.*?<\/script>/s, '');
      expect(html.match(/<script[^>]*>/g)).toEqual([
        expect.stringMatching(/^<script src="\/assets\/theme\.[\da-f]+\.js">$/),
        expect.stringMatching(
          /^<script type="module" src="\/assets\/public\.[\da-f]+\.js"(?: data-[a-z-]+="[^"]*")*>$/,
        ),
        ...(path === '/sign-in' ? [] : [BELL]),
      ]);
      expect(html).not.toMatch(/<[^>]+\son\w+=|javascript:/i);
    }
  });

  test('casts no vote for somebody who is not signed in', async () => {
    const { id } = subject.bot();
    const { status, text } = await visit(subject.service, `/bot/${id}/vote`, { form: {} });
    expect(status).toBe(401);
    expect(text).toContain('Sign in to vote');
    expect(await votes(id)).toEqual([]);
  });

  test.each([
    { 'sec-fetch-site': 'cross-site' },
    { 'sec-fetch-site': 'same-site' },
    { origin: 'https://evil.example' },
  ])('from another site, %o, is refused with 403 and casts nothing', async (headers) => {
    const { id } = subject.bot();
    const cookie = await subject.signIn();
    const answer = await visit(subject.service, `/bot/${id}/vote`, {
      cookie,
      form: {},
      headers: headers as Record<string, string>,
    });
    expect(answer.status).toBe(403);
    expect(await votes(id)).toEqual([]);
  });

  test('by GET casts nothing', async () => {
    const { id } = subject.bot();
    const cookie = await subject.signIn();
    await visit(subject.service, `/bot/${id}/vote?vote=1`, { cookie });
    expect(await votes(id)).toEqual([]);
  });
});
