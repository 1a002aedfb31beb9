import { messages } from '../../words/messages.ts';

/** Counts code points, as the service does. */
export function Counter({ value, max }: { value: string; max: number }) {
  const count = [...value].length;
  return (
    <p class={count > max ? 'counter problem' : 'counter'}>{messages.fields.characters({ count, max })}</p>
  );
}
