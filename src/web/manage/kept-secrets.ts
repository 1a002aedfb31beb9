import { createContext } from 'preact';
import { useContext, useState } from 'preact/hooks';

/** What is shown once: an API token, a webhook's secret, and its next one. */
export type KeptKind = 'token' | 'secret' | 'next';
type KeptSecrets = Readonly<Partial<Record<KeptKind, string>>>;

interface Keeper {
  readonly kept: KeptSecrets;
  /** What was made on this page, and not on one before it. */
  readonly isNew: (kind: KeptKind) => boolean;
  /** Keeps a secret over tabs and reloads, for ten minutes. */
  readonly keep: (kind: KeptKind, value: string) => void;
  readonly dismiss: (...kinds: readonly KeptKind[]) => void;
}

const Kept = createContext<Keeper>({ kept: {}, isNew: () => false, keep: () => {}, dismiss: () => {} });
export const KeptProvider = Kept.Provider;
export const useKept = () => useContext(Kept);

/** Keeps new secrets of a bot in the page, and in a sealed cookie that its script cannot read. */
export function useKeeper(botId: string): Keeper {
  const [before] = useState(readPage);
  const [kept, setKept] = useState<KeptSecrets>(before);
  const keep = (kind: KeptKind, value: string) => {
    setKept((all) => ({ ...all, [kind]: value }));
    send(botId, [kind], value);
  };
  const dismiss = (...kinds: readonly KeptKind[]) => {
    const shown = kinds.filter((kind) => kind in kept);
    if (shown.length === 0) return;
    setKept((all) =>
      Object.fromEntries(Object.entries(all).filter(([kind]) => !shown.includes(kind as KeptKind))),
    );
    send(botId, shown, '');
  };
  return { kept, isNew: (kind) => kept[kind] !== before[kind], keep, dismiss };
}

/** The server opens the cookie when it sends the page. */
function readPage(): KeptSecrets {
  return JSON.parse(document.getElementById('app')?.dataset.kept ?? '{}');
}

/** Each response replaces the cookie, so requests follow one another. */
let last: Promise<unknown> = Promise.resolve();

/** Without the cookie, the page itself still keeps the secret, so a failure has no message. */
function send(botId: string, kinds: readonly KeptKind[], value: string): void {
  const body = new URLSearchParams([...kinds.map((kind) => ['kind', kind]), ['value', value]]);
  const post = () => fetch(`/bot/${botId}/edit/kept`, { method: 'POST', body, keepalive: true });
  last = last.then(post).catch(() => {});
}
