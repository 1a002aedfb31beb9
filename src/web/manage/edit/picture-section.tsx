import { useRef } from 'preact/hooks';
import { focusFirst } from '../../client/focus.ts';
import { Button } from '../../client/form/button.tsx';
import { ConfirmButton } from '../../client/form/confirm-button.tsx';
import { Field } from '../../client/form/field.tsx';
import { mutate } from '../../client/request/graphql.ts';
import { OutcomeLine } from '../../client/request/outcome-line.tsx';
import { Refused } from '../../client/request/refused.ts';
import { useFieldAction } from '../../client/request/use-action.ts';
import { Section } from '../../client/section.tsx';
import { messages } from '../../words/messages.ts';
import { REMOVE_PICTURE, SET_PICTURE } from './documents.ts';
import { base64, KINDS, problemOf } from './picture-file.ts';

const MAX_KIB = 256;

/** Uploads and removes the picture of a bot. */
export function PictureSection({
  bot,
  onChange,
}: {
  bot: { botId: string; name: string; avatarUrl: string };
  onChange: (avatarUrl: string) => void;
}) {
  const { isBusy, outcome, problem, run } = useFieldAction();
  const input = useRef<HTMLInputElement>(null);
  const { botId } = bot;
  // Only the address of an uploaded picture has a version. The placeholder's address has none.
  const hasPicture = new URL(bot.avatarUrl, location.href).searchParams.has('v');
  const upload = async () => {
    const file = input.current?.files?.[0];
    if (!file) throw new Refused('INVALID_INPUT', messages.picture.choose);
    const wrong = problemOf(file, MAX_KIB);
    if (wrong !== undefined) throw new Refused('INVALID_INPUT', wrong);
    const { avatarUrl } = await mutate(SET_PICTURE, { botId, image: await base64(file) });
    onChange(avatarUrl);
    return messages.picture.uploaded;
  };
  const send = async () => {
    if (!(await run(upload))) input.current?.focus();
  };
  const remove = async () => {
    // The placeholder has the same address as before, so the browser would show a cached response.
    const { avatarUrl } = await mutate(REMOVE_PICTURE, { botId });
    onChange(`${avatarUrl}${avatarUrl.includes('?') ? '&' : '?'}at=${Date.now()}`);
    focusFirst('#picture-title');
    return messages.picture.removed;
  };
  return (
    <Section id="picture" title={messages.sections.picture}>
      <div class="picture">
        <img src={bot.avatarUrl} alt={messages.picture.current({ name: bot.name })} width="96" height="96" />
        <form
          class="form"
          onSubmit={(event) => {
            event.preventDefault();
            void send();
          }}
        >
          <Field label={messages.picture.file} hint={messages.picture.hint} problem={problem} isAlone>
            {(control) => <input {...control} ref={input} type="file" accept={KINDS.join()} />}
          </Field>
          <div class="actions">
            <Button kind="main" type="submit" isBusy={isBusy}>
              {messages.picture.upload}
            </Button>
            {hasPicture && (
              <ConfirmButton
                warning={messages.picture.removeWarning}
                isBusy={isBusy}
                onConfirm={() => void run(remove)}
              >
                {messages.picture.remove}
              </ConfirmButton>
            )}
          </div>
          <OutcomeLine outcome={outcome} />
        </form>
      </div>
    </Section>
  );
}
