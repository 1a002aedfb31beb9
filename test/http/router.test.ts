import { describe, expect, test } from 'vitest';
import type { Route } from '../../src/http/message/request.ts';
import { createRouter } from '../../src/http/router.ts';

const nothing = () => undefined;
const reply = () => ({ status: 200, headers: {}, body: '' });
const api: Route[] = [
  ['GET', '/api/v1/bots/:id/check', reply],
  ['POST', '/api/v1/bots/:id/stats', reply],
  ['GET', '/api/health', reply],
  ['GET', '/widget/:id.svg', reply],
  ['GET', '/widget/:id', reply],
];
const page: Route[] = [
  ['GET', '/', nothing],
  ['GET', '/bot/:botId/vote', nothing],
  ['POST', '/bot/:botId/vote', nothing],
  ['GET', '/assets/*', nothing],
];
const find = createRouter({ api, graphql: [['GET', '/graphql', nothing]], page });

describe('The table of routes', () => {
  test.each([
    ['/', 'page', ['GET'], []],
    ['/bot/1/vote', 'page', ['GET', 'POST'], ['1']],
    ['/bot/1/vote/', 'page', [], ['bot/1/vote/']],
    ['/assets/a/b.css', 'page', ['GET'], ['a/b.css']],
    ['/graphql', 'graphql', ['GET'], []],
    ['/api/v1/bots/1/check', 'api', ['GET'], ['1']],
    ['/api/v1/bots/1/check/', 'api', ['GET'], ['1']],
    ['/api/v1/bots//check', 'api', ['GET'], ['']],
    ['/widget/1', 'api', ['GET'], ['1']],
    ['/widget/1.svg', 'api', ['GET'], ['1']],
    ['/api', 'api', [], []],
    ['/widget/1/2', 'api', [], ['1/2']],
    ['/nowhere', 'page', [], ['nowhere']],
  ])('leads from %s to a row', (path, kind, methods, params) => {
    const { handlers, ...match } = find(path);
    expect([match.kind, Object.keys(handlers), match.params]).toEqual([kind, methods, params]);
  });

  test.each([
    '/bot/%31/vote',
    '/bot/%2F/vote',
    '/bot/%/vote',
    '/bot/%E0%A4%A/vote',
    '/bot/%25/vote',
    '/bot/a;b/vote',
  ])('takes a parameter as it was sent: %s', (path) =>
    expect(find(path).params).toEqual([path.split('/')[2]]),
  );

  test('takes a path as it was sent: an encoded letter makes another path', () => {
    expect(find('/%62ot/1/vote').handlers).toEqual({});
  });

  test('takes a parameter of any length', () => {
    expect(find(`/widget/${'1'.repeat(16_000)}`).params[0]).toHaveLength(16_000);
  });

  test('knows which requests are never refused, and which wait with the bots', () => {
    const paths = [
      '/assets/a.css',
      '/api/health',
      '/api/v1/bots/1/check',
      '/api/v1/none',
      '/bot/1/vote',
      '/',
    ];
    expect(paths.map((path) => find(path).admission)).toEqual([
      'free',
      'free',
      'token',
      'token',
      'vote',
      'any',
    ]);
  });

  test('refuses two routes of the same method and path', () => {
    expect(() => createRouter({ api: [], graphql: [], page: [...page, ...page] })).toThrow(
      'two routes for GET /.',
    );
  });
});
