import { useRef } from 'preact/hooks';
import { OutcomeLine, useAction } from './action.tsx';
import { act, Refused } from './api.ts';
import { Button, ConfirmButton, Field } from './controls.tsx';
import { REMOVE_PICTURE, SET_PICTURE } from './documents.ts';
import { Section } from './parts.tsx';
import { texts } from './texts.ts';

const MAX_BYTES = 256 * 1024;

export function PictureSection({
  bot,
  onChange,
}: {
  bot: { botId: string; name: string; avatarUrl: string };
  onChange: (avatarUrl: string) => void;
}) {
  const { isBusy, outcome, run } = useAction();
  const input = useRef<HTMLInputElement>(null);
  const { botId } = bot;
  const upload = async () => {
    const file = input.current?.files?.[0];
    if (!file) {
      input.current?.focus();
      throw new Refused('INVALID_INPUT', texts.picture.choose);
    }
    if (file.size > MAX_BYTES) throw new Refused('INVALID_INPUT', texts.picture.tooLarge);
    const { avatarUrl } = await act<{ avatarUrl: string }>(SET_PICTURE, { botId, image: await base64(file) });
    onChange(avatarUrl);
    return texts.picture.uploaded;
  };
  const remove = async () => {
    // What stands in for it has an address that is the same for long: it is asked for anew.
    const { avatarUrl } = await act<{ avatarUrl: string }>(REMOVE_PICTURE, { botId });
    onChange(`${avatarUrl}${avatarUrl.includes('?') ? '&' : '?'}at=${Date.now()}`);
    return texts.picture.removed;
  };
  return (
    <Section id="picture" title={texts.sections.picture}>
      <div class="picture">
        <img src={bot.avatarUrl} alt={texts.picture.current(bot.name)} width="96" height="96" />
        <form
          class="form"
          onSubmit={(event) => {
            event.preventDefault();
            void run(upload);
          }}
        >
          <Field label={texts.picture.file} hint={texts.picture.hint}>
            {(control) => (
              <input
                {...control}
                ref={input}
                type="file"
                accept="image/png,image/jpeg,image/webp,image/gif"
              />
            )}
          </Field>
          <div class="actions">
            <Button kind="main" type="submit" isBusy={isBusy}>
              {texts.picture.upload}
            </Button>
            <ConfirmButton
              warning={texts.picture.removeWarning}
              isBusy={isBusy}
              onConfirm={() => void run(remove)}
            >
              {texts.picture.remove}
            </ConfirmButton>
          </div>
          <OutcomeLine outcome={outcome} />
        </form>
      </div>
    </Section>
  );
}

function base64(file: File): Promise<string> {
  return new Promise((resolve, reject) => {
    const reader = new FileReader();
    reader.onload = () => resolve(String(reader.result).replace(/^[^,]*,/, ''));
    reader.onerror = () => reject(reader.error);
    reader.readAsDataURL(file);
  });
}
