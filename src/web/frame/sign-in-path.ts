/** The path of the sign-in that returns to another path of this site. */
export function signInPath(returnTo: string): string {
  return `/sign-in?${new URLSearchParams({ return: returnTo })}`;
}
