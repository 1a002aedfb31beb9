/** A browser may refuse to store anything: then nothing is kept, and everything else works. */
type Store = 'localStorage' | 'sessionStorage';

export function readStored(store: Store, key: string): string | null {
  try {
    return window[store].getItem(key);
  } catch {
    return null;
  }
}

/**
 * @param value undefined removes it
 * @returns whether the browser has done it
 */
export function writeStored(store: Store, key: string, value: string | undefined): boolean {
  try {
    if (value === undefined) window[store].removeItem(key);
    else window[store].setItem(key, value);
    return true;
  } catch {
    return false;
  }
}

export function storedKeys(store: Store): string[] {
  try {
    return Object.keys(window[store]);
  } catch {
    return [];
  }
}
