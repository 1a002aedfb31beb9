/** A version of the service that was released before. */
export interface Release {
  readonly version: string;
  readonly commit: string;
}

/**
 * Finds the last release before this version. Tags may be missing in a clone.
 *
 * @param changelog the text of `CHANGELOG.md`
 * @throws when it names no release with its commit
 */
export function lastRelease(changelog: string): Release {
  const found = /^## (\d+\.\d+\.\d+)[^\n]*\n+Commit `([\da-f]{40})`/m.exec(changelog);
  if (!found?.[1] || !found[2]) throw new Error('CHANGELOG.md names no release with its commit.');
  return { version: found[1], commit: found[2] };
}
