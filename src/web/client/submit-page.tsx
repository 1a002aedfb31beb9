import { useEffect, useRef, useState } from 'preact/hooks';
import { OutcomeLine, useAction } from './action.tsx';
import { act, ask, Refused } from './api.ts';
import { Button, Field } from './controls.tsx';
import { APPLICATION_PREVIEW, SUBMIT } from './documents.ts';
import { EMPTY_FIELDS, ListingForm, toInput } from './listing-form.tsx';
import { texts } from './texts.ts';
import type { ListingFields, Tag } from './types.ts';

interface Begun {
  readonly botId: string;
  readonly tags: readonly Tag[];
  readonly fields: ListingFields;
  readonly isFilledIn: boolean;
}

/** First which bot it is, so that the platform fills in what it knows; then the listing. */
export function SubmitPage() {
  const [begun, setBegun] = useState<Begun>();
  const [botId, setBotId] = useState('');
  if (begun) return <NewListing {...begun} onOther={() => setBegun(undefined)} />;
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
  const { isBusy, outcome, run } = useAction();
  const field = useRef<HTMLInputElement>(null);
  const begin = async () => {
    const id = botId.trim();
    if (!/^\d{17,19}$/.test(id)) {
      field.current?.focus();
      throw new Refused('INVALID_INPUT', texts.submit.idHint);
    }
    const { tags, result } = await ask<{
      tags: Tag[];
      result: { name?: string; description?: string; code?: string } | null;
    }>(APPLICATION_PREVIEW, { botId: id });
    const name = result?.name;
    const description = result?.description ?? '';
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
  return (
    <form
      class="card form"
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        void run(begin);
      }}
    >
      <h2>{texts.submit.step1}</h2>
      <p>{texts.submit.what}</p>
      <Field label={texts.submit.id} hint={texts.submit.idHint}>
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
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => heading.current?.focus(), []);
  const send = async (written: ListingFields) => {
    const isSent = await run(async () => {
      await act(SUBMIT, { botId, listing: toInput(written) });
      return texts.saved;
    });
    return isSent ? written : undefined;
  };
  const problems = outcome?.kind === 'refused' ? outcome.refusal.problems : [];
  const idProblem = problems.find(({ field }) => field === 'botId');
  return (
    <div class="card">
      <h2 ref={heading} tabIndex={-1}>
        {texts.submit.step2(botId)}
      </h2>
      <p>
        {isFilledIn ? texts.submit.filledIn : texts.submit.notFound}{' '}
        <Button onClick={onOther}>{texts.submit.other}</Button>
      </p>
      {idProblem && (
        <p class="problem" role="alert">
          {idProblem.message}
        </p>
      )}
      <ListingForm
        initial={fields}
        tags={tags}
        isBusy={isBusy}
        outcome={outcome}
        sendLabel={texts.submit.send}
        onSend={send}
        onSent={() => location.assign(`/bot/${botId}/edit`)}
      />
    </div>
  );
}
