import type { ComponentChild } from 'preact';
import { useEffect, useLayoutEffect, useRef, useState } from 'preact/hooks';
import { messages } from '../words/messages.ts';
import { Button } from './buttons.tsx';
import { draftKey, draftKeys, readDraft, writeDraft } from './kept-drafts.ts';
import { useUnsavedWarning } from './page.ts';
import { formatMoment } from './time.tsx';

const labels = messages.drafts;
const PAUSE_MS = 300;

const keyOf = (name: string) => draftKey(document.getElementById('app')?.dataset.userId, name);

/** Deletes a draft, for a form that disappears when its text is sent. */
export function dropDraft(name: string): void {
  writeDraft(keyOf(name), undefined);
}

/** @returns what follows the prefix in the name of the newest draft that begins with it */
export function newestDraft(prefix: string): string | undefined {
  const start = keyOf(prefix);
  return draftKeys(start)[0]?.slice(start.length);
}

/**
 * Keeps the input of a form in the browser while the reader types, and brings it back when the form opens again: after
 * a reload, a crash or a sign-in. It must hold no secrets.
 *
 * @param draft.name of the form and of what it is about, such as `news/123`
 * @param draft.value what was typed; undefined when there is nothing to keep, as after it was sent
 * @param draft.restore puts a kept value into the form
 * @param draft.reset puts back what the form shows without a draft
 * @returns `note`: says that a draft was restored, and can discard it. `flush` writes at once; it returns whether
 *   everything is kept
 */
export function useDraft<Value>({
  name,
  value,
  restore,
  reset,
}: {
  name: string;
  value: Value | undefined;
  restore: (kept: Value) => void;
  reset: () => void;
}): { note: ComponentChild; flush: () => boolean } {
  const [key] = useState(() => keyOf(name));
  const [found, setFound] = useState(() => readDraft<Value>(key));
  const text = value === undefined ? undefined : JSON.stringify(value);
  const stored = useRef(found && JSON.stringify(found.value));
  const latest = useRef(text);
  latest.current = text;
  const [flush] = useState(() => () => {
    const typed = latest.current;
    if (typed !== stored.current && writeDraft(key, typed)) stored.current = typed;
    if (typed === undefined) setFound(undefined);
    return typed === stored.current;
  });
  // Once: the form may change what it restores with.
  useLayoutEffect(() => {
    if (found) restore(found.value);
  }, []);
  useEffect(() => {
    const timer = setTimeout(flush, PAUSE_MS);
    return () => clearTimeout(timer);
  }, [text, flush]);
  useEffect(() => {
    addEventListener('pagehide', flush);
    return () => {
      removeEventListener('pagehide', flush);
      flush();
    };
  }, [flush]);
  useUnsavedWarning(() => !flush());
  const discard = () => {
    setFound(undefined);
    reset();
  };
  const note = (
    <div role="status">
      {found && text !== undefined && (
        <p class="notice flex flex-wrap gap-x-4 gap-y-2 items-center justify-between m-0 mb-3">
          <span>{labels.restored({ time: formatMoment(found.at) })}</span>
          <Button onClick={discard}>{labels.discard}</Button>
        </p>
      )}
    </div>
  );
  return { note, flush };
}
