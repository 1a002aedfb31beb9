import { useEffect, useState } from 'preact/hooks';
import { focusFirst } from '../client/page.ts';
import { readStored, writeStored } from '../client/storage.ts';
import { messages } from '../words/messages.ts';

/** Where a tab of the browser keeps the name of a removed bot for its next page. */
const KEY = 'removed';

/** Keeps for the next page which bot was just removed. */
export function keepRemoved(name: string): void {
  writeStored('sessionStorage', KEY, name);
}

function takeRemoved(): string | null {
  const name = readStored('sessionStorage', KEY);
  writeStored('sessionStorage', KEY, undefined);
  return name;
}

/** Says which bot was just removed. */
export function Removed() {
  const [name] = useState(takeRemoved);
  useEffect(() => {
    if (name !== null) focusFirst('#removed');
  }, [name]);
  if (name === null) return null;
  return (
    <p class="notice" id="removed" tabIndex={-1}>
      {messages.removed.done({ name })}
    </p>
  );
}
