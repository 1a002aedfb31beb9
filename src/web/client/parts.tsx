import type { ComponentChildren } from 'preact';
import { useEffect, useRef, useState } from 'preact/hooks';
import type { ListingState } from './documents.ts';
import { formatDate, formatExactly } from './format.ts';
import { texts } from './texts.ts';

export function Section({ id, title, children }: { id: string; title: string; children: ComponentChildren }) {
  return (
    <section id={id} aria-labelledby={`${id}-title`} class="card">
      <h2 id={`${id}-title`} tabIndex={-1}>
        {title}
      </h2>
      {children}
    </section>
  );
}

/**
 * Where the focus goes when what had it is not there any more: to the first of these that is, once what was just changed
 * is drawn.
 *
 * @param selectors of CSS
 */
export function focusFirst(...selectors: readonly string[]): void {
  requestAnimationFrame(() => {
    for (const selector of selectors) {
      const found = document.querySelector<HTMLElement>(selector);
      if (found) return found.focus();
    }
  });
}

/** Asks before what was written and not sent is lost with the page. */
export function useWarningBeforeLeaving(isUnsaved: () => boolean): void {
  const latest = useRef(isUnsaved);
  latest.current = isUnsaved;
  useEffect(() => {
    const warn = (event: BeforeUnloadEvent) => {
      if (latest.current()) event.preventDefault();
    };
    addEventListener('beforeunload', warn);
    return () => removeEventListener('beforeunload', warn);
  }, []);
}

export function Time({ at }: { at: string }) {
  return (
    <time dateTime={at} title={formatExactly(at)}>
      {formatDate(at)}
    </time>
  );
}

/** @param label what it says instead of the state's name */
export function StateBadge({ state, label }: { state: ListingState; label?: string | undefined }) {
  return <span class={`badge ${state.toLowerCase()}`}>{label ?? texts.states[state]}</span>;
}

/** The present, every so often. */
export function useNow(everyMs: number): number {
  const [now, setNow] = useState(Date.now);
  useEffect(() => {
    const timer = setInterval(() => setNow(Date.now()), everyMs);
    return () => clearInterval(timer);
  }, [everyMs]);
  return now;
}
