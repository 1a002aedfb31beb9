import type { VNode } from 'preact';
import { Icon } from '../kit/icon.tsx';
import { messages } from '../words/messages.ts';
import { WithName } from './with-name.tsx';

/** Whether the viewer is told when they can vote again: for this bot, or because they want it for all they follow. */
export type ReminderState = 'off' | 'on' | 'followed';

/** @param viewer null for somebody who is not signed in */
export function reminderStateOf(
  bot: { readonly viewerWantsReminder: boolean; readonly isViewerFavourite: boolean },
  viewer: { readonly remindsFavourites: boolean } | null,
): ReminderState {
  if (bot.viewerWantsReminder) return 'on';
  return bot.isViewerFavourite && viewer?.remindsFavourites ? 'followed' : 'off';
}

/** How the button looks: with words, as a large one with few words, or with the icon alone. */
type Look = 'quiet' | 'button quiet' | 'quiet symbol';

/**
 * The button that switches the reminder of a bot on or off. Where the viewer wants all reminders, it leads to the page
 * that has the switch for them.
 *
 * @param returnTo the path to show afterwards
 */
export function ReminderButton({
  bot: { botId, name },
  state,
  returnTo,
  look = 'quiet',
}: {
  bot: { readonly botId: string; readonly name: string };
  state: ReminderState;
  returnTo: string;
  look?: Look | undefined;
}): VNode {
  const labels = messages.reminder;
  if (state === 'followed')
    return (
      <a class={look} href="/favourites" title={labels.ofFollowed}>
        <Icon name="check" />
        <WithName label={labels.on} name={name} />
      </a>
    );
  const off = look === 'quiet symbol' ? labels.off : labels.short;
  const label = <WithName label={state === 'on' ? labels.on : off} name={name} />;
  return (
    <ReminderSwitch
      action={`/bot/${botId}/reminder`}
      isOn={state === 'on'}
      label={label}
      returnTo={returnTo}
      look={look}
    />
  );
}

/** The button that switches the reminders of all bots that the viewer follows on or off. */
export function AllRemindersButton({ isOn }: { isOn: boolean }): VNode {
  const label = isOn ? messages.reminder.allOn : messages.reminder.all;
  return <ReminderSwitch action="/favourites/reminders" isOn={isOn} label={<span>{label}</span>} />;
}

/** The label says what is so, and the title what the button does, as for favourites. */
function ReminderSwitch({
  action,
  isOn,
  label,
  returnTo,
  look = 'quiet',
}: {
  action: string;
  isOn: boolean;
  label: VNode;
  returnTo?: string | undefined;
  look?: Look | undefined;
}): VNode {
  return (
    <form method="post" action={action}>
      <input type="hidden" name="wanted" value={isOn ? 'no' : 'yes'} />
      {returnTo === undefined ? null : <input type="hidden" name="return" value={returnTo} />}
      <button
        type="submit"
        class={isOn ? `${look} on` : look}
        title={isOn ? messages.reminder.stop : messages.reminder.start}
      >
        <Icon name={isOn && look !== 'quiet symbol' ? 'check' : 'bell'} />
        {label}
      </button>
    </form>
  );
}
