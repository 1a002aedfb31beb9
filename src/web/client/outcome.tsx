import { messages } from '../words/messages.ts';
import type { Refused } from './graphql.ts';

/** The result of the reader's last action. */
export type Outcome =
  | { readonly kind: 'done'; readonly text: string }
  | { readonly kind: 'refused'; readonly refusal: Refused }
  | undefined;

/** The outcome of an action. The element is always in the document, so that screen readers announce its changes. */
export function OutcomeLine({ outcome }: { outcome: Outcome }) {
  return (
    <div class={`outcome ${outcome?.kind ?? ''}`} role="status">
      {outcome?.kind === 'done' && outcome.text}
      {outcome?.kind === 'refused' && <RefusalText refusal={outcome.refusal} />}
    </div>
  );
}

/** A refusal in words, with a link to the sign-in when the session has ended. */
export function RefusalText({ refusal }: { refusal: Refused }) {
  const returnTo = new URLSearchParams({ return: location.pathname });
  return (
    <span>
      {refusal.message}{' '}
      {refusal.code === 'UNAUTHENTICATED' && <a href={`/sign-in?${returnTo}`}>{messages.common.signIn}</a>}
      {refusal.code === 'BLOCKED' && <a href="/account#blocks">{messages.blocks.see}</a>}
    </span>
  );
}
