import type { VNode } from 'preact';
import { Icon } from '../kit/icon.tsx';
import { messages } from '../words/messages.ts';
import { WithName } from './with-name.tsx';

/**
 * The button that marks a bot as a favourite, or takes the mark away. Somebody who is not signed in comes back with the
 * bot marked. The label says what is so, and the title what the button does: with `aria-pressed`, the label would have to
 * stay the same.
 *
 * @param returnTo the path to show afterwards
 */
export function FavouriteButton({
  bot: { botId, name },
  isFavourite,
  returnTo,
}: {
  bot: { readonly botId: string; readonly name: string };
  isFavourite: boolean;
  returnTo: string;
}): VNode {
  return (
    <form method="post" action={`/bot/${botId}/favourite`}>
      <input type="hidden" name="mark" value={isFavourite ? 'no' : 'yes'} />
      <input type="hidden" name="return" value={returnTo} />
      <button
        type="submit"
        class={isFavourite ? 'quiet heart full' : 'quiet heart'}
        title={isFavourite ? messages.favourite.remove : messages.favourite.add}
      >
        <Icon name="heart" />
        <WithName label={isFavourite ? messages.favourite.following : messages.favourite.label} name={name} />
      </button>
    </form>
  );
}
