import { useEffect, useRef, useState } from 'preact/hooks';
import { ActButton, ActForm, ActOutcome, Acts, SendButton, useActs } from '../client/act.tsx';
import { dropDraft, newestDraft } from '../client/draft.tsx';
import { InputField } from '../client/fields.tsx';
import { readId } from '../client/form.tsx';
import { mutate, type ProblemLink, query, Refused } from '../client/graphql.ts';
import { focusFirst } from '../client/page.ts';
import { messages } from '../words/messages.ts';
import { SubmissionsLeft, wordAllowance } from './daily-left.tsx';
import { APPLICATION_PREVIEW, SUBMIT, type Tag } from './documents.ts';
import { EMPTY_FIELDS, type FormFields, toInput } from './listing-form/listing-fields.ts';
import { ListingForm } from './listing-form/listing-form.tsx';

type State = keyof typeof messages.common.states;

/** A submission after its first step. */
interface Begun {
  readonly botId: string;
  readonly tags: readonly Tag[];
  readonly languages: readonly string[];
  readonly fields: FormFields;
  /** Whether the chat platform knows the bot. */
  readonly isFilledIn: boolean;
}

/** Nobody can submit a bot whose listing has one of these states. In other states, its owners cannot. */
const LISTED = new Set<State | undefined>(['PENDING', 'APPROVED', 'SUSPENDED']);

/** The name of the draft of a submission. */
const draftOf = (botId: string) => `submit/${botId}`;

/** Two steps: the bot's id, with which the chat platform fills in name and description; then the listing. */
export function SubmitPage() {
  const [begun, setBegun] = useState<Begun>();
  const [drafted, setDrafted] = useState<string | undefined>(() => newestDraft(draftOf('')));
  const [botId, setBotId] = useState(drafted ?? '');
  const beginAnew = async () => {
    setBegun(undefined);
    dropDraft(draftOf(botId));
    setDrafted(undefined);
    focusFirst('#app input');
  };
  return begun ? (
    <NewListing {...begun} onOther={beginAnew} />
  ) : (
    <Acts>
      <WhichBot
        botId={botId}
        doesBegin={botId !== '' && botId === drafted}
        onChange={setBotId}
        onBegin={setBegun}
      />
    </Acts>
  );
}

/** Where the reader finds a bot that is listed already: its public page, and where they manage it. */
function linksTo(botId: string, state: State | undefined, isOwn: boolean): ProblemLink[] {
  const page = `/bot/${botId}`;
  return [
    ...(state === 'APPROVED' ? [{ href: page, label: messages.submit.openPage }] : []),
    ...(isOwn ? [{ href: `${page}/edit`, label: messages.submit.openDashboard }] : []),
  ];
}

function WhichBot({
  botId,
  doesBegin,
  onChange,
  onBegin,
}: {
  botId: string;
  /** Whether it goes on by itself: the listing has a draft. */
  doesBegin: boolean;
  onChange: (botId: string) => void;
  onBegin: (begun: Begun) => void;
}) {
  const { act } = useActs();
  const begin = async () => {
    const id = readId(botId);
    const { tags, languages, viewer, bot, result } = await query(APPLICATION_PREVIEW, { botId: id });
    const isOwn = viewer?.bots.some((managed) => managed.botId === id) ?? false;
    if (LISTED.has(bot?.state) || isOwn) {
      dropDraft(draftOf(id));
      const links = linksTo(id, bot?.state, isOwn);
      throw new Refused('INVALID_INPUT', messages.submit.listed, { links });
    }
    const left = viewer?.allowance;
    // Now, and not after the whole form is filled in.
    if (left?.remaining === 0) throw new Refused('RATE_LIMITED', wordAllowance(left));
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
  };
  // Once, when the page opens.
  useEffect(() => {
    if (doesBegin) void act(begin, { isOfField: true });
  }, []);
  return (
    <ActForm class="card form" field="botId" keeps act={begin}>
      <h2>{messages.submit.step1}</h2>
      <p>{messages.submit.what}</p>
      <SubmissionsLeft />
      <InputField
        name="botId"
        label={messages.submit.id}
        hint={messages.submit.idHint}
        value={botId}
        onValue={onChange}
        inputMode="numeric"
        required
      />
      <div class="actions">
        <SendButton kind="main">{messages.submit.next}</SendButton>
        <ActOutcome />
      </div>
    </ActForm>
  );
}

function NewListing({
  botId,
  tags,
  languages,
  fields,
  isFilledIn,
  onOther,
}: Begun & { onOther: () => Promise<void> }) {
  const [isChanged, setChanged] = useState(false);
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => heading.current?.focus(), []);
  const send = async (written: FormFields) => {
    await mutate(SUBMIT, { botId, listing: toInput(written) });
    location.assign(`/bot/${botId}/edit`);
    return { stored: { fields: written, version: undefined }, text: messages.common.saved };
  };
  return (
    <div class="card">
      <h2 ref={heading} tabIndex={-1}>
        {messages.submit.step2({ id: botId })}
      </h2>
      <p>{isFilledIn ? messages.submit.filledIn : messages.submit.notFound}</p>
      <Acts>
        <div class="mb-4">
          <ActButton
            {...(isChanged && { warning: messages.submit.otherWarning })}
            kind="quiet"
            confirm={messages.submit.otherConfirm}
            isRead
            act={onOther}
          >
            {messages.submit.other}
          </ActButton>
        </div>
        <ListingForm
          draft={draftOf(botId)}
          stored={{ fields, version: undefined }}
          tags={tags}
          languages={languages}
          send={messages.submit.send}
          save={send}
          onChanged={setChanged}
        />
      </Acts>
    </div>
  );
}
