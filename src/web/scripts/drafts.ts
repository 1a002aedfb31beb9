// Keeps what is typed into a form of a page until it is sent, as `client/draft.tsx` does in the dashboard, and deletes
// old drafts of both.
import { draftKey, draftKeys, readDraft, typedAt, writeDraft } from '../client/kept-drafts.ts';
import { the } from './dom.ts';
import { moments } from './reader.ts';

const MAX_AGE_MS = 30 * 24 * 60 * 60 * 1000;
const MOST = 20;
const PAUSE_MS = 300;

for (const [index, key] of draftKeys().entries())
  if (index >= MOST || Date.now() - typedAt(key) > MAX_AGE_MS) writeDraft(key, undefined);

const keyOf = (userId: string | undefined) => draftKey(userId, location.pathname);

const sent = document.querySelector<HTMLElement>('[data-draft-sent]');
if (sent) writeDraft(keyOf(sent.dataset.draftSent), undefined);

const form = document.querySelector<HTMLFormElement>('form[data-draft]');
if (form) keepDraftOf(form);

function keepDraftOf(form: HTMLFormElement): void {
  const key = keyOf(form.dataset.draft);
  const note = the('[data-restored]', form);
  const kept = readDraft<[name: string, text: string][]>(key);
  let timer: ReturnType<typeof setTimeout> | undefined;
  const write = () => {
    clearTimeout(timer);
    timer = undefined;
    const value = [...new FormData(form)].filter(([, text]) => text !== '');
    writeDraft(key, value.length === 0 ? undefined : JSON.stringify(value));
  };
  // A refused form comes back filled in.
  if (kept && !document.getElementById('problem')) {
    for (const [name, text] of kept.value) {
      // A later version may lack a field.
      const field = form.elements.namedItem(name);
      if (field) (field as HTMLInputElement).value = text;
    }
    the('span', note).textContent = note.dataset.restored?.replace('{time}', moments.format(kept.at)) ?? '';
    note.hidden = false;
  }
  form.addEventListener('input', () => {
    clearTimeout(timer);
    timer = setTimeout(write, PAUSE_MS);
  });
  form.addEventListener('reset', () => {
    note.hidden = true;
    writeDraft(key, undefined);
  });
  addEventListener('pagehide', () => timer && write());
}
