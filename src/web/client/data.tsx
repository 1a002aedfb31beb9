import { type ComponentChild, createContext } from 'preact';
import { useCallback, useContext, useEffect, useLayoutEffect, useRef, useState } from 'preact/hooks';
import { Skeleton } from '../kit/skeleton.tsx';
import { messages } from '../words/messages.ts';
import { asRefused, Refused } from './graphql.ts';
import { RefusalText } from './outcome.tsx';
import { focusFirst } from './page.ts';

/**
 * Loads the data of a page when it opens, and again when `reload` is called. A response is dropped when `setData` or a
 * later `reload` was called meanwhile: it is older.
 *
 * Once there is data, a failed reload never takes it off the screen: `Reloads` shows the refusal beside it. So no page
 * gets the refusal itself.
 *
 * @param version changes when the data has to be loaded again
 * @param title CSS selector of the heading that gets the focus after a successful retry
 * @returns `instead`: what the page shows without data; `failure`: the same, but undefined while the data is loading;
 *   `isLost`: whether the service says that the reader may not have the data, or that there is none any more
 */
export function useData<Data>(
  load: () => Promise<Data>,
  { version, title }: { version?: string; title?: string } = {},
): {
  data: Data | undefined;
  instead: ComponentChild;
  failure: ComponentChild;
  isLost: boolean;
  reload: () => Promise<void>;
  setData: (change: (before: Data | undefined) => Data | undefined) => void;
} {
  const [data, setData] = useState<Data>();
  const [refusal, setRefusal] = useState<Refused>();
  const latest = useRef(load);
  latest.current = load;
  const changes = useRef(0);
  const change = useCallback((next: (before: Data | undefined) => Data | undefined) => {
    changes.current += 1;
    setData(next);
  }, []);
  const reload = useCallback(async () => {
    changes.current += 1;
    const known = changes.current;
    try {
      const loaded = await latest.current();
      if (known !== changes.current) return;
      setData(loaded);
      setRefusal(undefined);
    } catch (error) {
      if (known === changes.current) setRefusal(asRefused(error));
    }
  }, []);
  useEffect(() => void reload(), [reload, version]);
  useFailedReload(data === undefined ? undefined : refusal, reload);
  const failure = refusal && <LoadFailed refusal={refusal} reload={reload} title={title} />;
  const isLost = refusal !== undefined && ['FORBIDDEN', 'NOT_FOUND'].includes(refusal.code);
  return { data, failure, instead: failure ?? <Skeleton />, isLost, reload, setData: change };
}

/** A part of the page that shows older data, since it could not be loaded again. */
interface FailedReload {
  readonly refusal: Refused;
  readonly reload: () => Promise<void>;
}

const Failed = createContext<(change: (before: readonly FailedReload[]) => readonly FailedReload[]) => void>(
  () => {},
);

/** Shows below the page that parts of it could not be loaded again, until they are. */
export function Reloads({ children }: { children: ComponentChild }) {
  const [failed, setFailed] = useState<readonly FailedReload[]>([]);
  const [first] = failed;
  const reloadAll = () => Promise.all(failed.map(({ reload }) => reload()));
  return (
    <Failed.Provider value={setFailed}>
      {children}
      {first && (
        <div class="stale sticky z-2 bottom-4 mt-4">
          <LoadFailed refusal={first.refusal} reload={reloadAll} intro={messages.common.stale} />
        </div>
      )}
    </Failed.Provider>
  );
}

function useFailedReload(refusal: Refused | undefined, reload: () => Promise<void>): void {
  const setFailed = useContext(Failed);
  useEffect(() => {
    if (!refusal) return;
    const failed = { refusal, reload };
    setFailed((before) => [...before, failed]);
    return () => setFailed((before) => before.filter((each) => each !== failed));
  }, [refusal, reload, setFailed]);
}

/** Loads something about a bot, as `useData` does. A bot that is not there any more is a refusal. */
export function useBot<Bot extends object, Data extends { readonly bot: Bot | null }>(
  load: () => Promise<Data & { readonly bot: Bot | null }>,
  options?: Parameters<typeof useData>[1],
) {
  const { data, setData, ...others } = useData(async () => {
    const { bot, ...rest } = await load();
    if (bot === null) throw new Refused('NOT_FOUND', messages.moderation.gone);
    return { ...rest, bot };
  }, options);
  /** Changes what is shown of the bot. */
  const change = useCallback(
    (changed: Partial<Bot>) =>
      setData((before) => before && { ...before, bot: { ...before.bot, ...changed } }),
    [setData],
  );
  return { ...others, data, change };
}

/** What happens elsewhere, such as the first request of a bot, is looked for this often. */
const USUAL_MS = 8000;

/**
 * Loads the data of a page again now and then while the reader sees the page, and at once when they come back to it:
 * most have run a program in another window.
 *
 * @param reload must not reject
 */
export function useRefresh(reload: () => Promise<unknown>, isOn = true): void {
  useEffect(() => {
    if (!isOn) return undefined;
    let isUnderWay = false;
    const refresh = async () => {
      // Coming back to a tab also gives its window the focus.
      if (document.hidden || isUnderWay) return;
      isUnderWay = true;
      await reload();
      isUnderWay = false;
    };
    const timer = setInterval(refresh, USUAL_MS);
    window.addEventListener('focus', refresh);
    document.addEventListener('visibilitychange', refresh);
    return () => {
      clearInterval(timer);
      window.removeEventListener('focus', refresh);
      document.removeEventListener('visibilitychange', refresh);
    };
  }, [reload, isOn]);
}

/** In place of a page, or a part of one, that could not be loaded. `intro` comes before the reason. */
export function LoadFailed({
  intro,
  refusal,
  reload,
  title = '#page-title',
}: {
  intro?: string;
  refusal: Refused;
  reload: () => Promise<unknown>;
  title?: string | undefined;
}) {
  const retry = useRef<HTMLButtonElement>(null);
  // A layout effect ends before the button is removed, while it still has the focus.
  useLayoutEffect(() => {
    const button = retry.current;
    return () => {
      if (document.activeElement === button) focusFirst(title, '#page-title');
    };
  }, [title]);
  return (
    <div class="notice border-s-bad flex flex-wrap gap-x-4 gap-y-2 items-center" role="alert">
      {intro} <RefusalText refusal={refusal} />{' '}
      <button ref={retry} type="button" class="quiet" onClick={() => void reload()}>
        {messages.common.tryAgain}
      </button>
    </div>
  );
}
