import { useEffect, useRef, useState } from 'preact/hooks';
import { OutcomeLine, useAction, useFieldAction } from './action.tsx';
import { act, ask, Refused, readId } from './api.ts';
import { Button, ConfirmButton, Field } from './controls.tsx';
import { APPLICATION_PREVIEW, type ListingState, SUBMIT, type Tag } from './documents.ts';
import { EMPTY_FIELDS, type ListingFields, toInput } from './listing-fields.ts';
import { ListingForm } from './listing-form.tsx';
import { focusFirst } from './parts.tsx';
import { texts } from './texts.ts';

interface Begun {
  readonly botId: string;
  readonly tags: readonly Tag[];
  readonly fields: ListingFields;
  readonly isFilledIn: boolean;
}

/** A bot in one of these is listed for everybody; in any other, who does not manage it can submit it anew. */
const LISTED = new Set<ListingState | undefined>(['PENDING', 'APPROVED', 'SUSPENDED']);

/** First which bot it is, so that the platform fills in what it knows; then the listing. */
export function SubmitPage() {
  const [begun, setBegun] = useState<Begun>();
  const [botId, setBotId] = useState('');
  const beginAnew = () => {
    setBegun(undefined);
    focusFirst('#app input');
  };
  if (begun) return <NewListing {...begun} onOther={beginAnew} />;
  return <WhichBot botId={botId} onChange={setBotId} onBegin={setBegun} />;
}

function WhichBot({
  botId,
  onChange,
  onBegin,
}: {
  botId: string;
  onChange: (botId: string) => void;
  onBegin: (begun: Begun) => void;
}) {
  const { isBusy, outcome, problem, run } = useFieldAction();
  const field = useRef<HTMLInputElement>(null);
  const begin = async () => {
    const id = readId(botId);
    const { tags, viewer, bot, result } = await ask(APPLICATION_PREVIEW, { botId: id });
    if (LISTED.has(bot?.state) || viewer?.bots.some((managed) => managed.botId === id))
      throw new Refused('INVALID_INPUT', texts.submit.listed);
    // A refusal leaves the form empty.
    const known = result && 'name' in result ? result : undefined;
    const name = known?.name;
    const description = known?.description ?? '';
    const fields = {
      ...EMPTY_FIELDS,
      name: name ?? '',
      shortDescription: [...description.replace(/\s+/g, ' ').trim()].slice(0, 150).join(''),
      longDescription: description,
      followsPlatform: name !== undefined,
    };
    onBegin({ botId: id, tags, fields, isFilledIn: name !== undefined });
    return undefined;
  };
  const send = async () => {
    if (!(await run(begin))) field.current?.focus();
  };
  return (
    <form
      class="card form"
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        void send();
      }}
    >
      <h2>{texts.submit.step1}</h2>
      <p>{texts.submit.what}</p>
      <Field label={texts.submit.id} hint={texts.submit.idHint} problem={problem} isAlone>
        {(control) => (
          <input
            {...control}
            ref={field}
            value={botId}
            inputMode="numeric"
            autocomplete="off"
            required
            onInput={(event) => onChange(event.currentTarget.value)}
          />
        )}
      </Field>
      <div class="actions">
        <Button kind="main" type="submit" isBusy={isBusy}>
          {texts.submit.next}
        </Button>
        <OutcomeLine outcome={outcome} />
      </div>
    </form>
  );
}

function NewListing({ botId, tags, fields, isFilledIn, onOther }: Begun & { onOther: () => void }) {
  const { isBusy, outcome, run } = useAction();
  const [isChanged, setChanged] = useState(false);
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => heading.current?.focus(), []);
  const send = async (written: ListingFields) => {
    const isSent = await run(async () => {
      await act(SUBMIT, { botId, listing: toInput(written) });
      return texts.saved;
    });
    return isSent ? written : undefined;
  };
  return (
    <div class="card">
      <h2 ref={heading} tabIndex={-1}>
        {texts.submit.step2(botId)}
      </h2>
      <p>{isFilledIn ? texts.submit.filledIn : texts.submit.notFound}</p>
      <div class="begun">
        {isChanged ? (
          <ConfirmButton
            warning={texts.submit.otherWarning}
            confirm={texts.submit.otherConfirm}
            isBusy={isBusy}
            onConfirm={onOther}
          >
            {texts.submit.other}
          </ConfirmButton>
        ) : (
          <Button onClick={onOther}>{texts.submit.other}</Button>
        )}
      </div>
      <ListingForm
        initial={fields}
        tags={tags}
        isBusy={isBusy}
        outcome={outcome}
        sendLabel={texts.submit.send}
        onSend={send}
        onChanged={setChanged}
        onSent={() => location.assign(`/bot/${botId}/edit`)}
      />
    </div>
  );
}
