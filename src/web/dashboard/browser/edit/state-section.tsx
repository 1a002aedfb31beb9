import { focusFirst } from '../focus.ts';
import { Button } from '../form/button.tsx';
import type { Listing } from '../listing-form/documents.ts';
import { ListingHistory } from '../listing-history.tsx';
import { mutate } from '../request/graphql.ts';
import { OutcomeLine } from '../request/outcome-line.tsx';
import { useAction } from '../request/use-action.ts';
import { Section } from '../section.tsx';
import { StateBadge } from '../state-badge.tsx';
import { texts } from '../texts.ts';
import { RESUBMIT } from './documents.ts';

/** The state of a listing and its history. A rejected listing can be submitted again. */
export function StateSection({ bot, onChange }: { bot: Listing; onChange: (listing: Listing) => void }) {
  const { isBusy, outcome, run } = useAction();
  const resubmit = async () => {
    onChange(await mutate(RESUBMIT, { botId: bot.botId }));
    focusFirst('#state-title');
    return texts.state.resubmitted;
  };
  return (
    <Section id="state" title={texts.sections.state}>
      <p>
        {texts.state.now} <StateBadge state={bot.state} />{' '}
        {bot.state === 'APPROVED' && <a href={`/bot/${bot.botId}`}>{texts.bots.publicPage}</a>}
      </p>
      {bot.state === 'REJECTED' && (
        <p>
          {texts.state.resubmitHint}{' '}
          <Button kind="main" isBusy={isBusy} onClick={() => void run(resubmit)}>
            {texts.state.resubmit}
          </Button>
        </p>
      )}
      <OutcomeLine outcome={outcome} />
      <ListingHistory moves={bot.history ?? []} />
    </Section>
  );
}
