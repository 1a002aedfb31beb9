/** The path of the sign-in that returns to another path of this site. */
export function signInPath(returnTo: string): string {
  return `/sign-in?${new URLSearchParams({ return: returnTo })}`;
}

/**
 * The path to return to after the sign-in.
 *
 * @param path as the browser sent it
 * @returns `/` for all but a path of this site: `//host` and `/\host` lead to another site
 */
export function localPath(path: string | null): string {
  return path !== null && /^\/(?![/\\])[\x21-\x7e]*$/.test(path) ? path : '/';
}
