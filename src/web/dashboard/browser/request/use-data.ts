import { useCallback, useEffect, useRef, useState } from 'preact/hooks';
import { asRefused, type Refused } from './refused.ts';

/** Loads the data of a page when it opens, and again when `reload` is called. */
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
  const reload = useCallback(async () => {
    try {
      setData(await latest.current());
      setRefusal(undefined);
    } catch (error) {
      setRefusal(asRefused(error));
    }
  }, []);
  useEffect(() => void reload(), [reload]);
  return { data, refusal, reload, setData };
}
