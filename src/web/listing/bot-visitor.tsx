import type { VNode } from 'preact';
import { renderToString } from 'preact-render-to-string';
import { signInPath } from '../frame/sign-in.ts';
import { Icon } from '../kit/icon.tsx';
import { hoursAndMinutes } from '../kit/time.tsx';
import { messages } from '../words/messages.ts';
import type { BotDetails } from './bot-page.tsx';
import { CheckInNote, DeadNote } from './check-in.tsx';
import { FavouriteButton } from './favourite-button.tsx';
import { ReminderButton, type ReminderState } from './reminder-button.tsx';
import { WithName } from './with-name.tsx';

/* What the page of a bot shows its visitor only: the page itself is made once for all. */

/** What the page shows of its viewer, and of the moment. */
export interface BotVisitor {
  /** Undefined for somebody who is not signed in. */
  readonly userId: string | undefined;
  /** The milliseconds until the viewer may vote again. */
  readonly voteWait: number;
  /** Undefined for somebody who is not signed in. */
  readonly isFavourite: boolean | undefined;
  /** Whether the viewer is told when they can vote again. */
  readonly reminder: ReminderState;
  /** Whether a vote needs a captcha, which is on a page of its own. */
  readonly hasCaptcha: boolean;
  /** Whether the site has a sign-in. */
  readonly canSignIn: boolean;
  /** The last report of the bot; null before the first one. */
  readonly checkedInAt: Date | null;
  readonly now: Date;
}

/**
 * Writes what belongs into a hole of the page.
 *
 * @throws {RangeError} for a hole that the page does not have
 */
export function fillBotPage(name: string, bot: NamedBot, visitor: BotVisitor): string {
  const [kind, ...managers] = name.split(' ');
  switch (kind) {
    case 'check-in':
      return renderToString(<CheckInNote checkedInAt={visitor.checkedInAt} now={visitor.now} />);
    case 'dead':
      return renderToString(<DeadNote checkedInAt={visitor.checkedInAt} now={visitor.now} />);
    case 'favourite':
      return renderFavourite(bot, visitor);
    case 'reminder':
      return visitor.voteWait > 0
        ? renderToString(
            <ReminderButton
              bot={bot}
              state={visitor.reminder}
              returnTo={`/bot/${bot.botId}`}
              look="button quiet"
            />,
          )
        : '';
    case 'vote':
      return renderToString(<VoteAction bot={bot} visitor={visitor} />);
    case 'manage':
      return visitor.userId && managers.includes(visitor.userId)
        ? renderToString(<ManageLink bot={bot} />)
        : '';
    default:
      throw new RangeError(`A page of a bot has no hole "${name}".`);
  }
}

type NamedBot = Pick<BotDetails, 'botId' | 'name'>;

function renderFavourite(bot: NamedBot, { isFavourite, canSignIn }: BotVisitor): string {
  const path = `/bot/${bot.botId}`;
  const isOffered = canSignIn || isFavourite !== undefined;
  if (!isOffered) return '';
  return renderToString(
    <>
      <FavouriteButton bot={bot} isFavourite={isFavourite ?? false} returnTo={path} />
      {isFavourite ? (
        <a class="note" href="/favourites">
          {messages.news.of}
        </a>
      ) : null}
    </>,
  );
}

/** A button that votes at once, for those who can; for all others the way to the sign-in, or to the page about voting. */
function VoteAction({ bot: { botId, name }, visitor }: { bot: NamedBot; visitor: BotVisitor }): VNode {
  const { userId, voteWait, hasCaptcha, canSignIn } = visitor;
  const path = `/bot/${botId}/vote`;
  const [icon, label] =
    voteWait === 0
      ? (['arrow-up', messages.vote.button] as const)
      : (['clock', messages.bot.voteIn(hoursAndMinutes(voteWait))] as const);
  const content = (
    <>
      <Icon name={icon} />
      <WithName label={label} name={name} />
    </>
  );
  if (userId === undefined || voteWait > 0 || hasCaptcha)
    return (
      <a
        class="button quiet"
        href={userId === undefined && canSignIn ? signInPath(path) : path}
        rel="nofollow"
      >
        {content}
      </a>
    );
  return (
    <form method="post" action={path}>
      <button type="submit" class="button quiet">
        {content}
      </button>
    </form>
  );
}

function ManageLink({ bot: { botId } }: { bot: NamedBot }): VNode {
  return (
    <a class="button quiet" href={`/bot/${botId}/edit`}>
      <Icon name="settings" />
      {messages.bot.manage}
    </a>
  );
}
