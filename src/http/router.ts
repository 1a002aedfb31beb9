import findMyWay from 'find-my-way';
import type { Answer, Method, Route } from './route.ts';

/** Whose clients ask there, which decides the form of errors and the credentials that count. */
export type Form = 'api' | 'graphql' | 'page';

/** How a request is admitted, where that is not decided by who asks alone (`lanes.ts`). */
export type Entrance = 'free' | 'token' | 'vote' | 'sign-in' | 'callback' | 'any';

/** All that is served at a path. */
export interface Row {
  readonly form: Form;
  readonly entrance: Entrance;
  /** Empty where nothing is. */
  readonly answers: Readonly<Partial<Record<Method, Answer>>>;
}

export interface Match extends Row {
  readonly places: readonly string[];
}

/** Paths whose requests are not admitted like all others. */
const ENTRANCES: Readonly<Record<string, Entrance>> = {
  // Answers that need no work: files from memory, and what tells about the service.
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
/** Where paths that are no route belong. */
const ELSEWHERE: readonly (readonly [path: string, form: Form])[] = [
  ...(['/api', '/api/*', '/api/v1/*', '/widget', '/widget/*'] as const).map((path) => [path, 'api'] as const),
  ['/*', 'page'],
];

/**
 * Builds the table of everything that is served.
 *
 * @returns finds what is at a path (without the query). Every path leads to a row
 * @throws when two routes have the same method and path
 */
export function createRouter(rooms: Readonly<Record<Form, readonly Route[]>>): (path: string) => Match {
  const rows = new Map<string, Row & { answers: Partial<Record<Method, Answer>> }>();
  const rowAt = (path: string, form: Form) => {
    const entrance = ENTRANCES[path] ?? (path.startsWith('/api/v1/') ? 'token' : 'any');
    const row = rows.get(path) ?? { form, entrance, answers: {} };
    rows.set(path, row);
    return row;
  };
  for (const form of ['api', 'graphql', 'page'] as const) {
    for (const [method, path, answer] of rooms[form]) {
      const { answers } = rowAt(path, form);
      if (answers[method]) throw new Error(`There are two routes for ${method} ${path}.`);
      answers[method] = answer;
    }
  }
  for (const [path, form] of ELSEWHERE) rowAt(path, form);

  // Methods are looked at later: a wrong one is told which ones there are. Nor are queries parsed here.
  const router = findMyWay({ maxParamLength: MAX_PATH, querystringParser: (query: string) => query });
  for (const [path, row] of rows) {
    router.on('GET', path, NOTHING, row);
    // The contract tolerates a slash at the end.
    if (row.form === 'api' && !path.endsWith('*')) router.on('GET', `${path}/`, NOTHING, row);
  }
  return (path) => {
    // The router decodes what it is given. A path has one spelling here, which is the one that caches go by.
    const found = router.find('GET', path.includes('%') ? path.replaceAll('%', '%25') : path);
    const { form, entrance, answers } = found ? (found.store as Row) : NOWHERE;
    return { form, entrance, answers, places: found ? (Object.values(found.params) as string[]) : [] };
  };
}

/** Longer than the headers of any request. */
const MAX_PATH = 64 * 1024;
const NOTHING = () => {};
/** No path gets here as long as each begins with a slash. */
const NOWHERE: Row = { form: 'page', entrance: 'any', answers: {} };
