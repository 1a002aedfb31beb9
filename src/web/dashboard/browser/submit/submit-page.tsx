import { useEffect, useRef, useState } from 'preact/hooks';
import { focusFirst } from '../focus.ts';
import { Button } from '../form/button.tsx';
import { ConfirmButton } from '../form/confirm-button.tsx';
import { TextForm } from '../form/field-form.tsx';
import { readId } from '../form/read-id.ts';
import { SUBMIT, type Tag } from '../listing-form/documents.ts';
import { EMPTY_FIELDS, type ListingFields, toInput } from '../listing-form/listing-fields.ts';
import { ListingForm } from '../listing-form/listing-form.tsx';
import { mutate, query } from '../request/graphql.ts';
import { OutcomeLine } from '../request/outcome-line.tsx';
import { type ProblemLink, Refused } from '../request/refused.ts';
import { useAction, useFieldAction } from '../request/use-action.ts';
import { texts } from '../texts.ts';
import { APPLICATION_PREVIEW } from './documents.ts';

type State = keyof typeof texts.states;

/** A submission after its first step. */
interface Begun {
  readonly botId: string;
  readonly tags: readonly Tag[];
  readonly languages: readonly string[];
  readonly fields: ListingFields;
  /** Whether the chat platform knows the bot. */
  readonly isFilledIn: boolean;
}

/** Nobody can submit a bot whose listing has one of these states. In other states, its owners cannot. */
const LISTED = new Set<State | undefined>(['PENDING', 'APPROVED', 'SUSPENDED']);

/** Two steps: the bot's id, with which the chat platform fills in name and description; then the listing. */
export function SubmitPage() {
  const [begun, setBegun] = useState<Begun>();
  const [botId, setBotId] = useState('');
  const beginAnew = () => {
    setBegun(undefined);
    focusFirst('#app input');
  };
  return (
    <div class="submission">
      {begun ? (
        <NewListing {...begun} onOther={beginAnew} />
      ) : (
        <WhichBot botId={botId} onChange={setBotId} onBegin={setBegun} />
      )}
    </div>
  );
}

/** Where the reader finds a bot that is listed already: its public page, and where they manage it. */
function linksTo(botId: string, state: State | undefined, isOwn: boolean): ProblemLink[] {
  const page = `/bot/${botId}`;
  return [
    ...(state === 'APPROVED' ? [{ href: page, label: texts.submit.openPage }] : []),
    ...(isOwn ? [{ href: `${page}/edit`, label: texts.submit.openDashboard }] : []),
  ];
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
  const begin = async () => {
    const id = readId(botId);
    const { tags, languages, viewer, bot, result } = await query(APPLICATION_PREVIEW, { botId: id });
    const isOwn = viewer?.bots.some((managed) => managed.botId === id) ?? false;
    if (LISTED.has(bot?.state) || isOwn) {
      const links = linksTo(id, bot?.state, isOwn);
      throw new Refused('INVALID_INPUT', texts.submit.listed, { links });
    }
    // The platform may not know the bot: the form is then empty.
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
    onBegin({ botId: id, tags, languages, fields, isFilledIn: name !== undefined });
    return undefined;
  };
  const heading = (
    <>
      <h2>{texts.submit.step1}</h2>
      <p>{texts.submit.what}</p>
    </>
  );
  return (
    <TextForm
      class="card form"
      heading={heading}
      label={texts.submit.id}
      hint={texts.submit.idHint}
      problem={problem}
      value={botId}
      onInput={onChange}
      inputMode="numeric"
      onSend={() => run(begin)}
    >
      <div class="actions">
        <Button kind="main" type="submit" isBusy={isBusy}>
          {texts.submit.next}
        </Button>
        <OutcomeLine outcome={outcome} />
      </div>
    </TextForm>
  );
}

function NewListing({
  botId,
  tags,
  languages,
  fields,
  isFilledIn,
  onOther,
}: Begun & { onOther: () => void }) {
  const { isBusy, outcome, run } = useAction();
  const [isChanged, setChanged] = useState(false);
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => heading.current?.focus(), []);
  const send = async (written: ListingFields) => {
    const isSent = await run(async () => {
      await mutate(SUBMIT, { botId, listing: toInput(written) });
      return texts.saved;
    });
    return isSent ? written : undefined;
  };
  return (
    <div class="card">
      <h2 ref={heading} tabIndex={-1}>
        {texts.submit.step2({ id: botId })}
      </h2>
      <p>{isFilledIn ? texts.submit.filledIn : texts.submit.notFound}</p>
      <div class="begun">
        {isChanged ? (
          <ConfirmButton
            kind="quiet"
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
        languages={languages}
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
