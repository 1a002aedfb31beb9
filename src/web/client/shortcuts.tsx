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

/** Single keys, pressed anywhere but where text is written. */
export function useShortcuts(on: boolean, actions: Readonly<Record<string, () => void>>): void {
  const latest = useRef(actions);
  latest.current = actions;
  useEffect(() => {
    if (!on) return;
    const press = (event: KeyboardEvent) => {
      // A key that is held would decide one listing after the other, unread.
      if (event.repeat || event.ctrlKey || event.metaKey || event.altKey || isWriting(event.target)) return;
      const action = latest.current[event.key];
      if (!action) return;
      event.preventDefault();
      action();
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
