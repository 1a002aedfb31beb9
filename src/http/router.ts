import findMyWay from 'find-my-way';
import type { Operation } from '../rest/operation.ts';
import type { Answer, Method, Route } from './route.ts';

/** The kind of a route. It decides the format of errors and the accepted credentials. */
export type Form = 'api' | 'graphql' | 'page';

/** How the lane of a request is chosen (see `admission/lanes.ts`). */
export type Entrance = 'free' | 'token' | 'vote' | 'sign-in' | 'callback' | 'any';

/** The handlers of a path. Empty when the path does not exist. */
export type Handlers<Handler> = Readonly<Partial<Record<Method, Handler>>>;

/** What is served at a path, such as `/bot/:botId`. */
export type Row = { readonly entrance: Entrance; readonly path: string } & (
  | { readonly form: 'api'; readonly answers: Handlers<Operation> }
  | { readonly form: 'graphql' | 'page'; readonly answers: Handlers<Answer> }
);

/** The routes of each kind. */
export interface Rooms {
  readonly api: readonly Route<Operation>[];
  readonly graphql: readonly Route[];
  readonly page: readonly Route[];
}

/** A row of the table and the parameters of the path. */
export type Match<Of extends Row = Row> = Of & { readonly places: readonly string[] };
/** A path of the REST interface. */
export type ApiMatch = Match<Row & { readonly form: 'api' }>;
/** Any other path. */
export type WebMatch = Match<Row & { readonly form: 'graphql' | 'page' }>;

/** Paths with their own kind of admission. */
const ENTRANCES: Readonly<Record<string, Entrance>> = {
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
};
/** The kind of unknown paths. */
const ELSEWHERE: readonly (readonly [path: string, form: Form])[] = [
  ...(['/api', '/api/*', '/api/v1/*', '/widget', '/widget/*'] as const).map((path) => [path, 'api'] as const),
  ['/*', 'page'],
];

/**
 * Builds the table of routes.
 *
 * @returns finds the row of a path without its query; every path has a row
 * @throws when two routes have the same method and path
 */
export function createRouter(rooms: Rooms): (path: string) => Match {
  const rows = new Map<
    string,
    { path: string; form: Form; entrance: Entrance; answers: Handlers<Answer | Operation> }
  >();
  const rowAt = (path: string, form: Form) => {
    const entrance = ENTRANCES[path] ?? (path.startsWith('/api/v1/') ? 'token' : 'any');
    const row = rows.get(path) ?? { path, form, entrance, answers: {} };
    rows.set(path, row);
    return row;
  };
  for (const form of ['api', 'graphql', 'page'] as const) {
    for (const [method, path, answer] of rooms[form]) {
      const row = rowAt(path, form);
      if (row.answers[method]) throw new Error(`There are two routes for ${method} ${path}.`);
      row.answers = { ...row.answers, [method]: answer };
    }
  }
  for (const [path, form] of ELSEWHERE) rowAt(path, form);

  // The method is checked later, so that a wrong one gets the list of allowed methods. Queries are not parsed here.
  const router = findMyWay({ maxParamLength: MAX_PATH, querystringParser: (query: string) => query });
  for (const [path, row] of rows) {
    router.on('GET', path, NOTHING, row);
    // The contract allows a trailing slash.
    if (row.form === 'api' && !path.endsWith('*')) router.on('GET', `${path}/`, NOTHING, row);
  }
  return (path) => {
    // The router decodes paths, which is prevented here. A path keeps one spelling, and caches depend on it.
    const found = router.find('GET', path.includes('%') ? path.replaceAll('%', '%25') : path);
    const { path: pattern, form, entrance, answers } = found ? (found.store as Row) : NOWHERE;
    const places = found ? (Object.values(found.params) as string[]) : [];
    return { path: pattern, form, entrance, answers, places } as Match;
  };
}

/** Longer than the headers of any request. */
const MAX_PATH = 64 * 1024;
const NOTHING = () => {};
/** Unreachable while every path begins with a slash. */
const NOWHERE: Row = { path: '/*', form: 'page', entrance: 'any', answers: {} };
