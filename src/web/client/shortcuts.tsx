import { useEffect, useRef } from 'preact/hooks';
import { texts } from './texts.ts';

const STORED = 'single-key-shortcuts';

/** Whether the reader wants them: single keys get in the way of speech input, so they can be turned off. */
export function isOn(): boolean {
  return localStorage.getItem(STORED) !== 'off';
}

export function setOn(on: boolean): void {
  localStorage.setItem(STORED, on ? 'on' : 'off');
}

/** How long nothing may be typed, in milliseconds, before keys do something again. */
const PAUSE_MS = 1000;

/**
 * Single keys, pressed anywhere but where text is written. After one that does nothing keys are ignored until there is a
 * pause: who believes to write a reason decides nothing with its letters.
 *
 * @param actions each tells whether it could be done
 */
export function useShortcuts(on: boolean, actions: Readonly<Record<string, () => boolean>>): void {
  const latest = useRef(actions);
  latest.current = actions;
  useEffect(() => {
    if (!on) return;
    let ignoredUntil = 0;
    const press = (event: KeyboardEvent) => {
      if (event.ctrlKey || event.metaKey || event.altKey || isWriting(event.target)) return;
      if (event.timeStamp < ignoredUntil && (event.key.length === 1 || event.key === 'Enter')) {
        // Space and Enter would press the button that has the focus.
        event.preventDefault();
        ignoredUntil = event.timeStamp + PAUSE_MS;
        return;
      }
      // A key that is held would decide one listing after the other, unread.
      if (event.repeat) return;
      const action = latest.current[event.key];
      if (!action) return;
      event.preventDefault();
      if (!action()) ignoredUntil = event.timeStamp + PAUSE_MS;
    };
    document.addEventListener('keydown', press);
    return () => document.removeEventListener('keydown', press);
  }, [on]);
}

function isWriting(target: EventTarget | null): boolean {
  return (
    target instanceof HTMLElement && target.closest('input:not([type=checkbox]), textarea, select') !== null
  );
}

export function ShortcutHelp({ isOn, onChange }: { isOn: boolean; onChange: (on: boolean) => void }) {
  return (
    <details class="shortcuts">
      <summary>{texts.moderation.shortcuts}</summary>
      <label>
        <input type="checkbox" checked={isOn} onChange={(event) => onChange(event.currentTarget.checked)} />{' '}
        {texts.moderation.shortcutsOn}
      </label>
      <dl>
        {texts.moderation.keys.map(([key, what]) => (
          <div key={key}>
            <dt>
              <kbd>{key}</kbd>
            </dt>
            <dd>{what}</dd>
          </div>
        ))}
      </dl>
    </details>
  );
}
