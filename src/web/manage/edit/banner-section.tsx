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
import { REMOVE_BANNER, SET_BANNER } from './documents.ts';
import { base64, KINDS, problemOf } from './picture-file.ts';

const MAX_KIB = 700;

/** Uploads and removes the banner at the top of a bot's page. */
export function BannerSection({
  bot,
  onChange,
}: {
  bot: { botId: string; name: string; bannerUrl: string | null };
  onChange: (bannerUrl: string | null) => void;
}) {
  const { isBusy, outcome, problem, run } = useFieldAction();
  const input = useRef<HTMLInputElement>(null);
  const { botId, name, bannerUrl } = bot;
  const upload = async () => {
    const file = input.current?.files?.[0];
    if (!file) throw new Refused('INVALID_INPUT', messages.picture.choose);
    const wrong = problemOf(file, MAX_KIB);
    if (wrong !== undefined) throw new Refused('INVALID_INPUT', wrong);
    onChange((await mutate(SET_BANNER, { botId, image: await base64(file) })).bannerUrl);
    return messages.banner.uploaded;
  };
  const send = async () => {
    if (!(await run(upload))) input.current?.focus();
  };
  const remove = async () => {
    onChange((await mutate(REMOVE_BANNER, { botId })).bannerUrl);
    focusFirst('#banner-title');
    return messages.banner.removed;
  };
  return (
    <Section id="banner" title={messages.sections.banner}>
      {bannerUrl !== null && (
        <img
          class="banner-preview"
          src={bannerUrl}
          alt={messages.banner.current({ name })}
          width="1600"
          height="400"
        />
      )}
      <form
        class="form"
        onSubmit={(event) => {
          event.preventDefault();
          void send();
        }}
      >
        <Field label={messages.banner.file} hint={messages.banner.hint} problem={problem} isAlone>
          {(control) => <input {...control} ref={input} type="file" accept={KINDS.join()} />}
        </Field>
        <div class="actions">
          <Button kind="main" type="submit" isBusy={isBusy}>
            {messages.banner.upload}
          </Button>
          {bannerUrl !== null && (
            <ConfirmButton
              warning={messages.banner.removeWarning}
              isBusy={isBusy}
              onConfirm={() => void run(remove)}
            >
              {messages.banner.remove}
            </ConfirmButton>
          )}
        </div>
        <OutcomeLine outcome={outcome} />
      </form>
    </Section>
  );
}
