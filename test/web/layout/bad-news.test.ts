import { expect, test } from 'vitest';
import type { Failure } from '../../../src/http/message/reply.ts';
import { createPageResponder } from '../../../src/web/frame/page-response.ts';
import { inLanguage } from '../../../src/web/words/current-language.ts';
import { elementsOf } from '../page.ts';

const responder = createPageResponder({
  brand: { siteName: 'Orbit', siteAccent: 'iris', siteLinks: [] },
  canSignIn: true,
  sitePages: ['about'],
  fileUrl: (name) => `/assets/${name}`,
});

/** No icon is of this size. */
const DRAWN = '0 0 128 128';
const STATUSES: readonly Failure['status'][] = [400, 403, 404, 405, 408, 413, 429, 500, 503];

function show(status: Failure['status'], language: 'en' | 'de' = 'en', method = 'GET'): string {
  const failure = { status, sentence: 'It did not work.', retryAfter: 5 };
  return String(inLanguage(language, () => responder.failure(failure, method)).body);
}

test.each(STATUSES)('an error page (%i) shows a bot, says what happened and leads on', (status) => {
  for (const language of ['en', 'de'] as const) {
    const html = show(status, language);
    const main = elementsOf(/<main[\s\S]*<\/main>/.exec(html)?.[0] ?? '');
    const pictures = main.filter(({ attributes }) => attributes.viewBox === DRAWN);
    expect(pictures.map(({ attributes }) => attributes['aria-hidden'])).toEqual(['true']);
    expect(main.find(({ name }) => name === 'h1')?.text).not.toBe('');
    const links = main.filter(({ name }) => name === 'a').map(({ attributes }) => attributes.href);
    expect(links).toEqual(expect.arrayContaining(['/', '/bots']));
    const fields = elementsOf(html).filter(
      ({ name, attributes }) => name === 'input' && attributes.name === 'q',
    );
    expect(fields.length).toBeGreaterThan(0);
  }
});

test('the picture tells what is not there, what may work later, and what does not work', () => {
  const picture = new RegExp(`<svg [^>]*viewBox="${DRAWN}"[\\s\\S]*?</svg>`);
  const pictures = STATUSES.map((status) => picture.exec(show(status))?.[0]);
  expect(pictures).not.toContain(undefined);
  const kinds = [...new Set(pictures)].map((kind) => STATUSES.filter((_, index) => pictures[index] === kind));
  expect(kinds).toEqual([
    [400, 404, 405],
    [403, 413, 500],
    [408, 429, 503],
  ]);
});

test('a page that may be there in a moment is offered again, and a form that may have been accepted is not', () => {
  const offered = (method: string) =>
    STATUSES.filter((status) =>
      elementsOf(show(status, 'en', method)).some(
        ({ name, text, attributes }) => name === 'a' && text === 'Try again' && attributes.href === '',
      ),
    );
  expect(offered('GET')).toEqual([429, 500, 503]);
  expect(offered('POST')).toEqual([]);
});
