import { useRef } from 'preact/hooks';
import { ActButton, ActForm, ActOutcome, SendButton } from '../client/act.tsx';
import { Field } from '../client/fields.tsx';
import { mutate } from '../client/graphql.ts';
import { Section } from '../client/section.tsx';
import { messages } from '../words/messages.ts';
import {
  type Listing,
  type Pictures,
  REMOVE_BANNER,
  REMOVE_PICTURE,
  SET_BANNER,
  SET_PICTURE,
} from './documents.ts';
import { waitingEdit } from './listing-form/listing-fields.ts';
import { OwnEdits } from './own-edits.tsx';
import { KINDS, readChosen } from './picture-file.ts';

interface PictureProps {
  readonly bot: Listing;
  readonly onChange: (changed: Pictures) => void;
}

/** Uploads and removes the picture of a bot. */
export function PictureSection({ bot, onChange }: PictureProps) {
  const { botId, name, avatarUrl: url } = bot;
  return (
    <Section id="picture" title={messages.sections.picture}>
      <OwnEdits bot={bot} part="PICTURE" onWithdrawn={onChange} />
      <div class="picture">
        <img src={url} alt={messages.picture.current({ name })} width="96" height="96" />
        <PictureForm
          labels={messages.picture}
          title="#picture-title"
          maxKib={256}
          // Only the address of an uploaded picture has a version. The placeholder's address has none.
          isThere={new URL(url, location.href).searchParams.has('v')}
          onUpload={async (image) => {
            const changed = await mutate(SET_PICTURE, { botId, image });
            onChange(changed);
            return waitingEdit(changed, 'PICTURE') !== undefined;
          }}
          onRemove={async () => {
            // The placeholder has the same address as before, so the browser would show a cached response.
            const changed = await mutate(REMOVE_PICTURE, { botId });
            const { avatarUrl } = changed;
            onChange({
              ...changed,
              avatarUrl: `${avatarUrl}${avatarUrl.includes('?') ? '&' : '?'}at=${Date.now()}`,
            });
          }}
        />
      </div>
    </Section>
  );
}

/** Uploads and removes the banner at the top of a bot's page. */
export function BannerSection({ bot, onChange }: PictureProps) {
  const { botId, name, bannerUrl: url } = bot;
  return (
    <Section id="banner" title={messages.sections.banner}>
      <OwnEdits bot={bot} part="BANNER" onWithdrawn={onChange} />
      {url !== null && (
        <img
          class="banner-preview"
          src={url}
          alt={messages.banner.current({ name })}
          width="1600"
          height="400"
        />
      )}
      <PictureForm
        labels={messages.banner}
        title="#banner-title"
        maxKib={700}
        isThere={url !== null}
        onUpload={async (image) => {
          const changed = await mutate(SET_BANNER, { botId, image });
          onChange(changed);
          return waitingEdit(changed, 'BANNER') !== undefined;
        }}
        onRemove={async () => {
          onChange(await mutate(REMOVE_BANNER, { botId }));
        }}
      />
    </Section>
  );
}

/**
 * @param title CSS selector of the heading, which gets the focus after a removal
 * @param isThere whether there is a picture to remove
 * @param onUpload gets the file in Base64, and returns whether it waits for a moderator
 */
function PictureForm({
  labels,
  title,
  maxKib,
  isThere,
  onUpload,
  onRemove,
}: {
  labels: typeof messages.picture | typeof messages.banner;
  title: string;
  maxKib: number;
  isThere: boolean;
  onUpload: (image: string) => Promise<boolean>;
  onRemove: () => Promise<void>;
}) {
  const input = useRef<HTMLInputElement>(null);
  const upload = async () => {
    const waits = await onUpload(await readChosen(input.current, maxKib));
    return waits ? messages.edits.pictureWaiting : labels.uploaded;
  };
  const remove = async () => {
    await onRemove();
    return labels.removed;
  };
  return (
    <ActForm act={upload} field="image" keeps>
      <Field name="image" label={labels.file} hint={labels.hint}>
        {(control) => <input {...control} ref={input} type="file" accept={KINDS.join()} />}
      </Field>
      <div class="actions">
        <SendButton kind="main">{labels.upload}</SendButton>
        {isThere && (
          <ActButton warning={labels.removeWarning} focus={title} act={remove}>
            {labels.remove}
          </ActButton>
        )}
      </div>
      <ActOutcome />
    </ActForm>
  );
}
