import { focusFirst } from '../../client/focus.ts';
import { Button } from '../../client/form/button.tsx';
import { mutate } from '../../client/request/graphql.ts';
import { OutcomeLine } from '../../client/request/outcome-line.tsx';
import { useAction } from '../../client/request/use-action.ts';
import { Section } from '../../client/section.tsx';
import { StateBadge } from '../../client/state-badge.tsx';
import { messages } from '../../words/messages.ts';
import { pathOf } from '../edit/tabs.ts';
import { type Overview, RESUBMIT } from './documents.ts';

type Changed = Pick<Overview, 'state' | 'history'>;

/** The state of a listing. A rejected listing can be submitted again. */
export function StateSection({ bot, onChange }: { bot: Overview; onChange: (changed: Changed) => void }) {
  const { isBusy, outcome, run } = useAction();
  const { botId, state } = bot;
  const reason = state === 'REJECTED' || state === 'SUSPENDED' ? bot.history?.at(-1)?.reason : null;
  const resubmit = async () => {
    const { state: changed, history } = await mutate(RESUBMIT, { botId });
    onChange({ state: changed, history });
    focusFirst('#state-title');
    return messages.state.resubmitted;
  };
  return (
    <Section id="state" title={messages.sections.state}>
      <p>
        {messages.state.now} <StateBadge state={state} />{' '}
        {state === 'APPROVED' && <a href={`/bot/${botId}`}>{messages.bots.publicPage}</a>}
      </p>
      {state !== 'REMOVED' && <p class="muted">{messages.state.meaning[state]}</p>}
      {reason && <blockquote>{reason}</blockquote>}
      {state === 'REJECTED' && (
        <div class="actions">
          <Button kind="main" isBusy={isBusy} onClick={() => void run(resubmit)}>
            {messages.state.resubmit}
          </Button>
          <a href={pathOf(botId, 'listing')}>{messages.state.edit}</a>
        </div>
      )}
      <OutcomeLine outcome={outcome} />
    </Section>
  );
}
