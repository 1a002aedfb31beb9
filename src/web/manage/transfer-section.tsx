import { ActButton, ActForm, ActOutcome, SendButton } from '../client/act.tsx';
import { InputField } from '../client/fields.tsx';
import { readId } from '../client/form.tsx';
import { mutate } from '../client/graphql.ts';
import { Section } from '../client/section.tsx';
import { formatMoment } from '../client/time.tsx';
import { messages } from '../words/messages.ts';
import { END_TRANSFER, OFFER_TRANSFER, type TeamBot } from './team-documents.ts';

const labels = messages.transfer;

/** The owner offers the listing to somebody, and can withdraw the offer. The team sees it. */
export function TransferSection({
  bot: { transfer },
  botId,
  isOwner,
}: {
  bot: TeamBot;
  botId: string;
  isOwner: boolean;
}) {
  return (
    <Section id="transfer" title={labels.title}>
      {isOwner && <p>{labels.what}</p>}
      {transfer && (
        <p class="notice">{labels.open({ name: transfer.toName, time: formatMoment(transfer.endsAt) })}</p>
      )}
      {isOwner && transfer && (
        <ActButton
          focus="#transfer-title"
          act={async () => {
            await mutate(END_TRANSFER, { botId });
            return labels.withdrawn;
          }}
        >
          {labels.withdraw}
        </ActButton>
      )}
      {isOwner && !transfer && (
        <ActForm
          field="userId"
          focus="#transfer-title"
          act={async (typed) => {
            const ownerStays = typed('ownerStays') === 'on';
            await mutate(OFFER_TRANSFER, { botId, userId: readId(typed('userId')), ownerStays });
            return labels.offered;
          }}
        >
          <label class="check">
            <input type="checkbox" name="ownerStays" defaultChecked />
            {labels.stays}
          </label>
          <InputField
            name="userId"
            label={labels.id}
            hint={labels.hint}
            inputMode="numeric"
            required
            beside={<SendButton kind="danger">{labels.offer}</SendButton>}
          />
        </ActForm>
      )}
      <ActOutcome />
    </Section>
  );
}
