import { useState } from 'preact/hooks';
import { OutcomeLine, useFieldAction } from '../client/action.tsx';
import { Button } from '../client/buttons.tsx';
import { FieldForm, readId } from '../client/form.tsx';
import { mutate } from '../client/graphql.ts';
import { focusFirst } from '../client/page.ts';
import { Section } from '../client/section.tsx';
import { formatMoment } from '../client/time.tsx';
import { messages } from '../words/messages.ts';
import { END_TRANSFER, OFFER_TRANSFER } from './team-documents.ts';

const labels = messages.transfer;

type Transfer = { readonly toName: string; readonly endsAt: string } | null;

/** The owner offers the listing to somebody, and can withdraw the offer. The team sees it. */
export function TransferSection({
  botId,
  transfer,
  isOwner,
  onChange,
}: {
  botId: string;
  transfer: Transfer;
  isOwner: boolean;
  onChange: (changed: { transfer: Transfer }) => void;
}) {
  const { isBusy, outcome, problem, run } = useFieldAction();
  const [userId, setUserId] = useState('');
  const [ownerStays, setOwnerStays] = useState(true);
  const offer = async () => {
    onChange(await mutate(OFFER_TRANSFER, { botId, userId: readId(userId), ownerStays }));
    setUserId('');
    focusFirst('#transfer-title');
    return labels.offered;
  };
  const withdraw = async () => {
    await mutate(END_TRANSFER, { botId });
    onChange({ transfer: null });
    focusFirst('#transfer-title');
    return labels.withdrawn;
  };
  return (
    <Section id="transfer" title={labels.title}>
      {isOwner && <p>{labels.what}</p>}
      {transfer && (
        <p class="notice">{labels.open({ name: transfer.toName, time: formatMoment(transfer.endsAt) })}</p>
      )}
      {isOwner && transfer && (
        <Button isBusy={isBusy} onClick={() => void run(withdraw)}>
          {labels.withdraw}
        </Button>
      )}
      {isOwner && !transfer && (
        <FieldForm
          heading={
            <label class="check">
              <input
                type="checkbox"
                checked={ownerStays}
                onChange={(event) => setOwnerStays(event.currentTarget.checked)}
              />
              {labels.stays}
            </label>
          }
          label={labels.id}
          hint={labels.hint}
          problem={problem}
          value={userId}
          onValue={setUserId}
          inputMode="numeric"
          button={labels.offer}
          kind="danger"
          isBusy={isBusy}
          onSend={() => run(offer)}
        />
      )}
      <OutcomeLine outcome={outcome} />
    </Section>
  );
}
