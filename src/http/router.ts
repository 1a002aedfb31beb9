import findMyWay from 'find-my-way';
import { isMeantForApi } from './api-address.ts';
import type { Handler, Method, Route } from './message/request.ts';

/** The kind of a route. It decides the format of errors and the accepted credentials. */
export type RouteKind = 'api' | 'graphql' | 'page';

/** How the lane of a request is chosen (see `admission/lanes.ts`). */
type AdmissionRule = 'free' | 'token' | 'vote' | 'sign-in' | 'callback' | 'own-data' | 'any';

/** What is served at a path, such as `/bot/:botId`. */
interface Row {
  readonly path: string;
  readonly kind: RouteKind;
  readonly admission: AdmissionRule;
  /** Empty when the path does not exist. */
  handlers: Readonly<Partial<Record<Method, Handler>>>;
}

/** A row of the table and the parameters of the path. */
export interface RouteMatch extends Readonly<Row> {
  readonly params: readonly string[];
}

/** Paths with their own kind of admission. */
const ADMISSIONS: Readonly<Record<string, AdmissionRule>> = {
  // Cheap responses: files in memory, and data about the service.
  '/assets/*': 'free',
  '/docs/assets/*': 'free',
  '/favicon.ico': 'free',
  '/robots.txt': 'free',
  '/api/health': 'free',
  '/api/openapi.json': 'free',
  '/bot/:botId/vote': 'vote',
  '/sign-in': 'sign-in',
  '/sign-in/callback': 'callback',
  '/account/export': 'own-data',
  '/account/delete': 'own-data',
};
/** The kind of unknown paths. */
const ELSEWHERE: readonly (readonly [path: string, kind: RouteKind])[] = [
  ...(['/api', '/api/*', '/api/v1/*', '/widget', '/widget/*'] as const).map((path) => [path, 'api'] as const),
  ['/*', 'page'],
];

/**
 * Builds the table of routes.
 *
 * @returns finds the row of a path without its query; every path has a row
 * @throws when two routes have the same method and path
 */
export function createRouter(
  routes: Readonly<Record<RouteKind, readonly Route[]>>,
): (path: string) => RouteMatch {
  const rows = new Map<string, Row>();
  const rowAt = (path: string, kind: RouteKind) => {
    const admission = ADMISSIONS[path] ?? (path.startsWith('/api/v1/') ? 'token' : 'any');
    const row = rows.get(path) ?? { path, kind, admission, handlers: {} };
    rows.set(path, row);
    return row;
  };
  for (const kind of ['api', 'graphql', 'page'] as const) {
    for (const [method, path, handler] of routes[kind]) {
      const row = rowAt(path, kind);
      if (row.handlers[method]) throw new Error(`There are two routes for ${method} ${path}.`);
      row.handlers = { ...row.handlers, [method]: handler };
    }
  }
  for (const [path, kind] of ELSEWHERE) rowAt(path, kind);

  // The method is checked later, so that a wrong one gets the list of allowed methods. Queries are not parsed here.
  const router = findMyWay({ maxParamLength: MAX_PATH, querystringParser: (query: string) => query });
  for (const [path, row] of rows) {
    router.on('GET', path, NOTHING, row);
    // The contract allows a trailing slash.
    if (row.kind === 'api' && !path.endsWith('*')) router.on('GET', `${path}/`, NOTHING, row);
  }
  return (path) => {
    // The router decodes paths, which is prevented here. A path keeps one spelling, and caches depend on it.
    const found = router.find('GET', path.includes('%') ? path.replaceAll('%', '%25') : path);
    const row = found ? (found.store as Row) : NOWHERE;
    const {
      path: pattern,
      kind,
      admission,
      handlers,
    } = row.path === '/*' && isMeantForApi(path) ? ELSEWHERE_IN_API : row;
    const params = found ? (Object.values(found.params) as string[]) : [];
    return { path: pattern, kind, admission, handlers, params };
  };
}

/** Longer than the headers of any request. */
const MAX_PATH = 64 * 1024;
const NOTHING = () => {};
const ELSEWHERE_IN_API: Row = { path: '/api/*', kind: 'api', admission: 'any', handlers: {} };
/** Unreachable while every path begins with a slash. */
const NOWHERE: Row = { path: '/*', kind: 'page', admission: 'any', handlers: {} };
