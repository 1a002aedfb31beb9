import { useRef } from 'preact/hooks';
import { OutcomeLine, useFieldAction } from '../client/action.tsx';
import { Button, ConfirmButton } from '../client/buttons.tsx';
import { Field } from '../client/fields.tsx';
import { mutate, Refused } from '../client/graphql.ts';
import { focusFirst } from '../client/page.ts';
import { Section } from '../client/section.tsx';
import { messages } from '../words/messages.ts';
import { REMOVE_BANNER, REMOVE_PICTURE, SET_BANNER, SET_PICTURE } from './documents.ts';

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

const MAX_BANNER_KIB = 700;

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
    const wrong = problemOf(file, MAX_BANNER_KIB);
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

/** Pictures that the service accepts. */
export const KINDS = ['image/png', 'image/jpeg', 'image/webp', 'image/gif'];

/** Checks what the browser knows of a file. The service checks its content. */
export function problemOf(file: File, maxKib: number): string | undefined {
  if (file.size === 0) return messages.picture.empty;
  if (file.size > maxKib * 1024) return messages.picture.tooLarge({ kib: maxKib });
  return KINDS.includes(file.type) ? undefined : messages.picture.wrongKind;
}

export function base64(file: File): Promise<string> {
  return new Promise((resolve, reject) => {
    const reader = new FileReader();
    reader.onload = () => resolve(String(reader.result).replace(/^[^,]*,/, ''));
    reader.onerror = () => reject(reader.error);
    reader.readAsDataURL(file);
  });
}
