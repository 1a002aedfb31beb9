import type { VNode } from 'preact';
import { Icon } from '../kit/icon.tsx';
import { WithName } from '../listing/with-name.tsx';
import { messages } from '../words/messages.ts';

/** The path that a vote may return to instead of the page after the vote. */
export const VOTES_PATH = '/votes';

/**
 * A button that votes at once. Where a captcha is needed, it leads to the page with the captcha.
 *
 * @param returnsToVotes whether the list of the voter's votes is shown afterwards
 */
export function VoteButton(
  { botId, name }: { readonly botId: string; readonly name: string },
  { hasCaptcha, returnsToVotes = false }: { hasCaptcha: boolean; returnsToVotes?: boolean },
): VNode {
  const path = `/bot/${botId}/vote`;
  const label = (
    <>
      {Icon('arrow-up')}
      {WithName(messages.vote.button, name)}
    </>
  );
  if (hasCaptcha)
    return (
      <a class="button small" href={path}>
        {label}
      </a>
    );
  return (
    <form method="post" action={path}>
      {returnsToVotes ? <input type="hidden" name="return" value={VOTES_PATH} /> : null}
      <button type="submit" class="button small">
        {label}
      </button>
    </form>
  );
}
