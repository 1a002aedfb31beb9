import { useLayoutEffect, useRef } from 'preact/hooks';
import { messages } from '../../words/messages.ts';
import { focusFirst } from '../focus.ts';
import { RefusalText } from './outcome-line.tsx';
import type { Refused } from './refused.ts';

export function Loading() {
  return (
    <p class="loading" role="status">
      {messages.common.loading}
    </p>
  );
}

/**
 * In place of a page, or a part of one, that could not be loaded.
 *
 * @param title CSS selector of the heading that gets the focus after a successful retry
 */
export function LoadFailed({
  refusal,
  reload,
  title = '#page-title',
}: {
  refusal: Refused;
  reload: () => Promise<unknown>;
  title?: string;
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
    <div class="notice bad" role="alert">
      <RefusalText refusal={refusal} />{' '}
      <button ref={retry} type="button" class="quiet" onClick={() => void reload()}>
        {messages.common.tryAgain}
      </button>
    </div>
  );
}
