import { useCallback, useEffect, useRef, useState } from 'preact/hooks';
import { asRefused, type Refused } from './refused.ts';

/**
 * Loads the data of a page when it opens, and again when `reload` is called. A response is dropped when `setData` or a
 * later `reload` was called meanwhile: it is older.
 */
export function useData<Data>(load: () => Promise<Data>): {
  data: Data | undefined;
  refusal: Refused | undefined;
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
  useEffect(() => void reload(), [reload]);
  return { data, refusal, reload, setData: change };
}
