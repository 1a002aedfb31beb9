import { createContext } from 'preact';
import { useContext, useEffect, useState } from 'preact/hooks';

/** A token or secret that is shown once. */
export interface KeptSecret {
  readonly value: string;
  /** When it is shown no more, in milliseconds since 1970. */
  readonly until: number;
  /** Whether it was made on this page, and not on one before it. */
  readonly isNew: boolean;
  /** Whether it survives a reload. */
  readonly isStored: boolean;
}

type Fingerprint = string | null | undefined;

interface Keeper {
  /**
   * Finds the secret that the service names. One that another secret has replaced has no such name, so it is shown no
   * more, wherever that happened.
   */
  readonly find: (fingerprint: Fingerprint) => KeptSecret | undefined;
  /** Keeps a secret over tabs and reloads, for ten minutes. */
  readonly keep: (fingerprint: Fingerprint, value: string) => void;
  readonly dismiss: (fingerprint: Fingerprint) => void;
}

const KEPT_MS = 10 * 60_000;

const Kept = createContext<Keeper>({ find: () => undefined, keep: () => {}, dismiss: () => {} });
export const KeptProvider = Kept.Provider;
export const useKept = () => useContext(Kept);

type Secrets = Readonly<Record<string, KeptSecret>>;

/** Keeps new secrets of a bot in the page, and in a sealed cookie that its script cannot read. */
export function useKeeper(botId: string): Keeper {
  const [kept, setKept] = useState<Secrets>(readPage);
  const next = Math.min(...Object.values(kept).map(({ until }) => until));
  useEffect(() => {
    if (!Number.isFinite(next)) return;
    const drop = () => setKept((all) => without(all, ({ until }) => until <= next));
    const timer = setTimeout(drop, Math.max(0, next - Date.now()));
    return () => clearTimeout(timer);
  }, [next]);
  const keep = (fingerprint: Fingerprint, value: string) => {
    if (!fingerprint) return;
    const secret = { value, until: Date.now() + KEPT_MS, isNew: true, isStored: true };
    setKept((all) => ({ ...all, [fingerprint]: secret }));
    void storeSecret(botId, fingerprint, value).then(
      (isStored) => isStored || setKept((all) => ({ ...all, [fingerprint]: { ...secret, isStored } })),
    );
  };
  const dismiss = (fingerprint: Fingerprint) => {
    if (!fingerprint || !(fingerprint in kept)) return;
    setKept((all) => without(all, (secret) => secret === all[fingerprint]));
    void storeSecret(botId, fingerprint, '');
  };
  return { find: (fingerprint) => kept[fingerprint ?? ''], keep, dismiss };
}

const without = (all: Secrets, isOver: (secret: KeptSecret) => boolean): Secrets =>
  Object.fromEntries(Object.entries(all).filter(([, secret]) => !isOver(secret)));

/** The server opens the cookie when it sends the page, and leaves out what another secret has replaced. */
function readPage(): Secrets {
  const kept: Readonly<Record<string, { value: string; leftMs: number }>> = JSON.parse(
    document.getElementById('app')?.dataset.kept ?? '{}',
  );
  const now = Date.now();
  return Object.fromEntries(
    Object.entries(kept).map(([fingerprint, { value, leftMs }]) => [
      fingerprint,
      { value, until: now + leftMs, isNew: false, isStored: true },
    ]),
  );
}

/** Each response replaces the cookie, so requests follow one another. */
let last: Promise<unknown> = Promise.resolve();

/**
 * Stores a secret in the cookie of its bot's pages. An empty value forgets it.
 *
 * @returns whether that succeeded
 */
export function storeSecret(botId: string, fingerprint: string, value: string): Promise<boolean> {
  const body = new URLSearchParams({ fingerprint, value });
  const post = async () => {
    try {
      return (await fetch(`/bot/${botId}/edit/kept`, { method: 'POST', body, keepalive: true })).ok;
    } catch {
      return false;
    }
  };
  const stored = last.then(post);
  last = stored;
  return stored;
}
