// Keeps the reader's language: one choice holds for all examples, and stays.
import { readStored, writeStored } from '../client/storage.ts';
import { all } from './dom.ts';

const KEY = 'language';
const choices = all<HTMLInputElement>('.languages input');

/** Chooses a language wherever there is an example in it. */
function choose(language: string): void {
  for (const input of choices) if (input.value === language) input.checked = true;
}

for (const input of choices) {
  input.addEventListener('change', () => {
    // What the reader looks at stays where it is while examples above it change their heights.
    const top = () => input.parentElement?.getBoundingClientRect().top ?? 0;
    const before = top();
    choose(input.value);
    writeStored('localStorage', KEY, input.value);
    scrollBy(0, top() - before);
  });
}

const kept = readStored('localStorage', KEY);
if (kept) choose(kept);

// Shows the examples with another bot of the reader as soon as it is chosen.
for (const select of all<HTMLSelectElement>('.own-bot select')) {
  select.addEventListener('change', () => select.form?.requestSubmit());
}
