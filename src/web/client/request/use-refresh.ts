import { useEffect } from 'preact/hooks';

/** What happens elsewhere, such as the first request of a bot, is looked for this often. */
const USUAL_MS = 8000;

/**
 * Loads the data of a page again now and then while the reader sees the page, and at once when they come back to it:
 * most have run a program in another window.
 *
 * @param reload must not reject
 * @param everyMs between two loads
 */
export function useRefresh(reload: () => Promise<unknown>, everyMs = USUAL_MS): void {
  useEffect(() => {
    let isUnderWay = false;
    const refresh = async () => {
      // Coming back to a tab also gives its window the focus.
      if (document.hidden || isUnderWay) return;
      isUnderWay = true;
      await reload();
      isUnderWay = false;
    };
    const timer = setInterval(refresh, everyMs);
    window.addEventListener('focus', refresh);
    document.addEventListener('visibilitychange', refresh);
    return () => {
      clearInterval(timer);
      window.removeEventListener('focus', refresh);
      document.removeEventListener('visibilitychange', refresh);
    };
  }, [reload, everyMs]);
}
