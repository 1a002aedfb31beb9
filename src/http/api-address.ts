/** The paths of a program that means the API: below `/api` or a version, in any case and with any slashes. */
const OF_PROGRAMS = /^\/+(?:api|v\d+)(?:\/|$)/i;
const OF_A_BOT = /\/bots\/+([^/]+)\/+(stats|commands|check|votes(?:\/+stream)?)\/*$/i;

/** Whether an unknown path is meant for the API, so that its sender reads JSON and not a page. */
export const isMeantForApi = (path: string): boolean => OF_PROGRAMS.test(path) || OF_A_BOT.test(path);

/** Says where the API is, for a path that it does not have. */
export function whereApiIs(path: string): string {
  const [, id = '', endpoint = ''] = OF_A_BOT.exec(path) ?? [];
  const right = `/api/v1/bots/${/^\d{17,19}$/.test(id) ? id : '{id}'}/${endpoint.toLowerCase().replaceAll(/\/+/g, '/')}`;
  return endpoint && right !== path
    ? `Not found: the address is ${right}.`
    : 'Not found: addresses of the API begin with /api/v1/bots/, and /docs/api lists them.';
}
