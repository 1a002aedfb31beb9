import { useEffect, useRef, useState } from 'preact/hooks';
import { messages } from '../words/messages.ts';
import { Button } from './buttons.tsx';
import { session } from './graphql.ts';

const labels = messages.drafts;
/** Any page of members tells other tabs who is signed in (`scripts/bell.ts`). */
const SIGN_IN = '/sign-in?return=/account';

const DIALOG =
  'framed rounded max-w-[min(30rem,calc(100vw-2rem))] p-6 bg-surface text-text backdrop:bg-[rgb(0_0_0/50%)]';

/**
 * Asks the reader to sign in again, in a new tab, when their session has ended: the page stays, and goes on by itself.
 * It also says when another user has signed in, because what was typed here is not theirs.
 */
export function SessionDialog({ userId }: { userId: string }) {
  const dialog = useRef<HTMLDialogElement>(null);
  const tab = useRef<Window | null>(null);
  const waiting = useRef<((isRenewed: boolean) => void)[]>([]);
  const [isOther, setOther] = useState(false);
  const settle = (isRenewed: boolean) => {
    for (const resolve of waiting.current.splice(0)) resolve(isRenewed);
    dialog.current?.close();
  };
  useEffect(() => {
    const show = () => {
      if (!dialog.current?.open) dialog.current?.showModal();
    };
    session.renew = () => {
      show();
      return new Promise((resolve) => waiting.current.push(resolve));
    };
    const channel = new BroadcastChannel('session');
    channel.onmessage = ({ data }) => {
      tab.current?.close();
      session.isForeign = data !== userId;
      setOther(session.isForeign);
      if (session.isForeign) show();
      else settle(true);
    };
    return () => channel.close();
  }, [userId]);
  return (
    <dialog ref={dialog} class={DIALOG} aria-labelledby="session-title" onClose={() => settle(false)}>
      <h2 class="mt-0" id="session-title">
        {isOther ? labels.otherUser : labels.ended}
      </h2>
      <p>{isOther ? labels.otherUserHow : labels.endedHow}</p>
      <div class="actions">
        <a
          class="button"
          href={SIGN_IN}
          target="_blank"
          rel="noreferrer"
          onClick={(event) => {
            // This page closes the tab after the sign-in. A browser that opens none this way follows the link.
            tab.current = open(SIGN_IN);
            if (tab.current) event.preventDefault();
          }}
        >
          {labels.signIn}
        </a>
        <Button onClick={() => settle(false)}>{messages.common.cancel}</Button>
      </div>
    </dialog>
  );
}
