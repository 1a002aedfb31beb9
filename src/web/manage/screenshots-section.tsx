import { useRef, useState } from 'preact/hooks';
import { ActButton, ActForm, ActOutcome, Acts, SendButton, useActs } from '../client/act.tsx';
import { useDraft } from '../client/draft.tsx';
import { Field, InputField } from '../client/fields.tsx';
import { Form } from '../client/form.tsx';
import { mutate } from '../client/graphql.ts';
import { Section } from '../client/section.tsx';
import { messages } from '../words/messages.ts';
import {
  ADD_SCREENSHOT,
  type Changed,
  DESCRIBE_SCREENSHOT,
  type Listing,
  MOVE_SCREENSHOT,
  type OwnScreenshot,
  REMOVE_SCREENSHOT,
} from './documents.ts';
import { waitingEdit } from './listing-form/listing-fields.ts';
import { OwnEdits } from './own-edits.tsx';
import { KINDS, readChosen } from './picture-file.ts';

const labels = messages.screenshotsForm;
const MAX_SCREENSHOTS = 5;
const MAX_KIB = 700;
const MAX_DESCRIPTION = 120;

/** The screenshots of a bot in their order, with those that wait for a moderator, and a form for another one. */
export function ScreenshotsSection({ bot }: { bot: Listing }) {
  const { botId } = bot;
  const screenshots = workedOn(bot);
  return (
    <Section id="screenshots" title={messages.sections.screenshots}>
      <OwnEdits bot={bot} part="SCREENSHOTS" />
      <p class="muted">{labels.intro}</p>
      {/* The list and the form have an outcome each. */}
      <Acts>
        {screenshots.length > 0 && (
          <ol class="own-screenshots items mb-5" aria-labelledby="screenshots-title">
            {screenshots.map((screenshot, index) => (
              <ScreenshotItem
                key={screenshot.id}
                botId={botId}
                screenshot={screenshot}
                number={index + 1}
                total={screenshots.length}
              />
            ))}
          </ol>
        )}
        <ActOutcome />
      </Acts>
      {screenshots.length < MAX_SCREENSHOTS ? (
        <Acts>
          <UploadForm botId={botId} />
        </Acts>
      ) : (
        <p>{labels.full}</p>
      )}
    </Section>
  );
}

/** The screenshots with the edit that waits, if there is one: a change builds on it. */
function workedOn(bot: Listing): readonly OwnScreenshot[] {
  const [change] = waitingEdit(bot, 'SCREENSHOTS')?.changes ?? [];
  return (
    change?.picturesAfter.map(({ id, width, height, ...picture }) => ({
      ...picture,
      id: id ?? '',
      width: width ?? 0,
      height: height ?? 0,
    })) ?? bot.screenshots
  );
}

const doneOr = async (work: Promise<Changed>, done: string) =>
  waitingEdit(await work, 'SCREENSHOTS') ? messages.edits.savedWaiting : done;

/** The picture beside its description and its buttons. */
const ITEM =
  'grid grid-cols-[minmax(6rem,10rem)_minmax(0,1fr)] max-[30rem]:grid-cols-1 gap-x-4 gap-y-2 items-start py-3.5 line-b';

/** A screenshot with its description, and the buttons that move and remove it. */
function ScreenshotItem({
  botId,
  screenshot: { id, url, thumbnailUrl, width, height, description },
  number,
  total,
}: {
  botId: string;
  screenshot: OwnScreenshot;
  number: number;
  total: number;
}) {
  const { act } = useActs();
  const screenshot = { botId, screenshotId: id };
  const describe = () =>
    doneOr(mutate(DESCRIBE_SCREENSHOT, { ...screenshot, description: words }), labels.described);
  const moveTo = (position: number) => () =>
    doneOr(mutate(MOVE_SCREENSHOT, { ...screenshot, position }), labels.moved({ number: position }));
  const stored = description ?? '';
  const [words, setWords] = useState(stored);
  const { note } = useDraft({
    name: `screenshot/${id}`,
    value: words.trim() === stored ? undefined : words,
    restore: setWords,
    reset: () => setWords(stored),
  });
  return (
    <li class={ITEM}>
      <a href={url} target="_blank" rel="noopener">
        <img
          class="block w-full h-auto max-h-40 object-contain"
          src={thumbnailUrl}
          alt={description ?? messages.screenshots.named({ number })}
          width={width}
          height={height}
        />
      </a>
      <Form onSend={() => act(describe)}>
        {note}
        <InputField
          label={messages.common.labelled({
            label: messages.screenshots.named({ number }),
            value: labels.description,
          })}
          maxLength={MAX_DESCRIPTION}
          value={words}
          onValue={setWords}
        />
        <div class="actions">
          <SendButton label={labels.describe({ number })}>{labels.save}</SendButton>
          <ActButton label={labels.moveEarlier({ number })} isOff={number === 1} act={moveTo(number - 1)}>
            {labels.earlier}
          </ActButton>
          <ActButton label={labels.moveLater({ number })} isOff={number === total} act={moveTo(number + 1)}>
            {labels.later}
          </ActButton>
          <ActButton
            kind="danger"
            label={labels.removeNamed({ number })}
            focus="#screenshots-title"
            act={() => doneOr(mutate(REMOVE_SCREENSHOT, screenshot), labels.removed)}
          >
            {labels.remove}
          </ActButton>
        </div>
      </Form>
    </li>
  );
}

function UploadForm({ botId }: { botId: string }) {
  const input = useRef<HTMLInputElement>(null);
  const upload = async (typed: (name: string) => string) => {
    const image = await readChosen(input.current, MAX_KIB);
    return doneOr(
      mutate(ADD_SCREENSHOT, { botId, image, description: typed('description') }),
      labels.uploaded,
    );
  };
  return (
    <ActForm act={upload} field="image">
      <Field name="image" label={labels.file} hint={labels.hint}>
        {(control) => <input {...control} ref={input} type="file" accept={KINDS.join()} />}
      </Field>
      <InputField
        name="description"
        label={labels.description}
        hint={labels.descriptionHint}
        isOptional
        maxLength={MAX_DESCRIPTION}
      />
      <div class="actions">
        <SendButton kind="main">{labels.upload}</SendButton>
      </div>
      <ActOutcome />
    </ActForm>
  );
}
