import { useRef, useState } from 'preact/hooks';
import { OutcomeLine, useAction, useFieldAction } from '../client/action.tsx';
import { Button } from '../client/buttons.tsx';
import { useDraft } from '../client/draft.tsx';
import { Field, InputField } from '../client/fields.tsx';
import { Form } from '../client/form.tsx';
import { mutate } from '../client/graphql.ts';
import { focusFirst } from '../client/page.ts';
import { Section } from '../client/section.tsx';
import { messages } from '../words/messages.ts';
import {
  ADD_SCREENSHOT,
  DESCRIBE_SCREENSHOT,
  type Listing,
  MOVE_SCREENSHOT,
  type OwnScreenshot,
  type Pictures,
  REMOVE_SCREENSHOT,
} from './documents.ts';
import { waitingEdit } from './listing-form/listing-fields.ts';
import { OwnEdits } from './own-edits.tsx';
import { KINDS, readChosen } from './picture-file.ts';

const labels = messages.screenshotsForm;
const MAX_SCREENSHOTS = 5;
const MAX_KIB = 700;
const MAX_DESCRIPTION = 120;

interface Props {
  readonly bot: { readonly botId: string; readonly screenshots: readonly OwnScreenshot[] };
  readonly onChange: (changed: Pictures) => void;
}

/** The screenshots of a bot in their order, with those that wait for a moderator, and a form for another one. */
export function ScreenshotsSection({ bot, onChange }: Pick<Props, 'onChange'> & { bot: Listing }) {
  const { botId } = bot;
  const screenshots = workedOn(bot);
  return (
    <Section id="screenshots" title={messages.sections.screenshots}>
      <OwnEdits bot={bot} part="SCREENSHOTS" onWithdrawn={onChange} />
      <p class="muted">{labels.intro}</p>
      <ScreenshotList bot={{ botId, screenshots }} onChange={onChange} />
      {screenshots.length < MAX_SCREENSHOTS ? (
        <UploadForm botId={botId} onChange={onChange} />
      ) : (
        <p>{labels.full}</p>
      )}
    </Section>
  );
}

/** The screenshots with the edit that waits, if there is one: a change builds on it. */
function workedOn(bot: Pictures): readonly OwnScreenshot[] {
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

const doneOr = (changed: Pictures, done: string) =>
  waitingEdit(changed, 'SCREENSHOTS') ? messages.edits.savedWaiting : done;

function ScreenshotList({ bot: { botId, screenshots }, onChange }: Props) {
  const { isBusy, outcome, run } = useAction();
  const act = (work: () => Promise<Pictures>, done: string) =>
    run(async () => {
      const changed = await work();
      onChange(changed);
      return doneOr(changed, done);
    });
  return (
    <>
      {screenshots.length > 0 && (
        <ol class="own-screenshots" aria-labelledby="screenshots-title">
          {screenshots.map((screenshot, index) => (
            <ScreenshotItem
              key={screenshot.id}
              screenshot={screenshot}
              number={index + 1}
              total={screenshots.length}
              isBusy={isBusy}
              onDescribe={(description) =>
                void act(
                  () => mutate(DESCRIBE_SCREENSHOT, { botId, screenshotId: screenshot.id, description }),
                  labels.described,
                )
              }
              onMove={(position) =>
                void act(
                  () => mutate(MOVE_SCREENSHOT, { botId, screenshotId: screenshot.id, position }),
                  labels.moved({ number: position }),
                )
              }
              onRemove={async () => {
                const remove = () => mutate(REMOVE_SCREENSHOT, { botId, screenshotId: screenshot.id });
                if (await act(remove, labels.removed)) focusFirst('#screenshots-title');
              }}
            />
          ))}
        </ol>
      )}
      <OutcomeLine outcome={outcome} />
    </>
  );
}

/** A screenshot with its description, and the buttons that move and remove it. */
function ScreenshotItem({
  screenshot: { id, url, thumbnailUrl, width, height, description },
  number,
  total,
  isBusy,
  onDescribe,
  onMove,
  onRemove,
}: {
  screenshot: OwnScreenshot;
  number: number;
  total: number;
  isBusy: boolean;
  onDescribe: (description: string) => void;
  onMove: (position: number) => void;
  onRemove: () => Promise<void>;
}) {
  const stored = description ?? '';
  const [words, setWords] = useState(stored);
  const { note } = useDraft({
    name: `screenshot/${id}`,
    value: words.trim() === stored ? undefined : words,
    restore: setWords,
    reset: () => setWords(stored),
  });
  return (
    <li>
      <a href={url} target="_blank" rel="noopener">
        <img
          src={thumbnailUrl}
          alt={description ?? messages.screenshots.named({ number })}
          width={width}
          height={height}
        />
      </a>
      <Form onSend={() => onDescribe(words)}>
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
          <Button type="submit" label={labels.describe({ number })} isBusy={isBusy}>
            {labels.save}
          </Button>
          <Button
            label={labels.moveEarlier({ number })}
            isBusy={isBusy}
            isOff={number === 1}
            onClick={() => onMove(number - 1)}
          >
            {labels.earlier}
          </Button>
          <Button
            label={labels.moveLater({ number })}
            isBusy={isBusy}
            isOff={number === total}
            onClick={() => onMove(number + 1)}
          >
            {labels.later}
          </Button>
          <Button
            kind="danger"
            label={labels.removeNamed({ number })}
            isBusy={isBusy}
            onClick={() => void onRemove()}
          >
            {labels.remove}
          </Button>
        </div>
      </Form>
    </li>
  );
}

function UploadForm({ botId, onChange }: { botId: string; onChange: Props['onChange'] }) {
  const { isBusy, outcome, problem, run } = useFieldAction();
  const [description, setDescription] = useState('');
  const input = useRef<HTMLInputElement>(null);
  const upload = async () => {
    const image = await readChosen(input.current, MAX_KIB);
    const changed = await mutate(ADD_SCREENSHOT, { botId, image, description });
    onChange(changed);
    setDescription('');
    if (input.current) input.current.value = '';
    return doneOr(changed, labels.uploaded);
  };
  const send = async () => {
    if (!(await run(upload))) input.current?.focus();
  };
  return (
    <Form onSend={send}>
      <Field label={labels.file} hint={labels.hint} problem={problem} isAlone>
        {(control) => <input {...control} ref={input} type="file" accept={KINDS.join()} />}
      </Field>
      <InputField
        label={labels.description}
        hint={labels.descriptionHint}
        isOptional
        maxLength={MAX_DESCRIPTION}
        value={description}
        onValue={setDescription}
      />
      <div class="actions">
        <Button kind="main" type="submit" isBusy={isBusy}>
          {labels.upload}
        </Button>
      </div>
      <OutcomeLine outcome={outcome} />
    </Form>
  );
}
