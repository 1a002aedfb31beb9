import { useRef, useState } from 'preact/hooks';
import { ActButton, ActForm, ActOutcome, SendButton } from '../client/act.tsx';
import { Field } from '../client/fields.tsx';
import { mutate } from '../client/graphql.ts';
import { Section } from '../client/section.tsx';
import { messages } from '../words/messages.ts';
import {
  type Listing,
  type ListingEdit,
  REMOVE_BANNER,
  REMOVE_PICTURE,
  SET_BANNER,
  SET_PICTURE,
} from './documents.ts';
import { waitingEdit } from './listing-form/listing-fields.ts';
import { OwnEdits } from './own-edits.tsx';
import { KINDS, readChosen } from './picture-file.ts';

/** Uploads and removes the picture of a bot. */
export function PictureSection({ bot }: { bot: Listing }) {
  const { botId, name, avatarUrl } = bot;
  const [removedAt, setRemovedAt] = useState<number>();
  // Only the address of an uploaded picture has a version. The placeholder's address has none.
  const isUploaded = new URL(avatarUrl, location.href).searchParams.has('v');
  // The placeholder has the same address as before, so the browser would show a cached response.
  const url =
    isUploaded || !removedAt
      ? avatarUrl
      : `${avatarUrl}${avatarUrl.includes('?') ? '&' : '?'}at=${removedAt}`;
  return (
    <Section id="picture" title={messages.sections.picture}>
      <OwnEdits bot={bot} part="PICTURE" />
      <div class="[&>form]:flex-[1_1_18rem] flex flex-wrap gap-x-6 gap-y-4">
        <img src={url} alt={messages.picture.current({ name })} width="96" height="96" />
        <PictureForm
          labels={messages.picture}
          title="#picture-title"
          maxKib={256}
          isThere={isUploaded}
          onUpload={async (image) => waitingEdit(await mutate(SET_PICTURE, { botId, image }), 'PICTURE')}
          onRemove={async () => {
            await mutate(REMOVE_PICTURE, { botId });
            setRemovedAt(Date.now());
          }}
        />
      </div>
    </Section>
  );
}

/** Uploads and removes the banner at the top of a bot's page. */
export function BannerSection({ bot }: { bot: Listing }) {
  const { botId, name, bannerUrl: url } = bot;
  return (
    <Section id="banner" title={messages.sections.banner}>
      <OwnEdits bot={bot} part="BANNER" />
      {url !== null && (
        <img
          class="block w-full h-auto mb-4"
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
        onUpload={async (image) => waitingEdit(await mutate(SET_BANNER, { botId, image }), 'BANNER')}
        onRemove={() => mutate(REMOVE_BANNER, { botId })}
      />
    </Section>
  );
}

/**
 * @param title CSS selector of the heading, which gets the focus after a removal
 * @param isThere whether there is a picture to remove
 * @param onUpload gets the file in Base64, and returns the edit that then waits for a moderator, if any
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
  onUpload: (image: string) => Promise<ListingEdit | undefined>;
  onRemove: () => Promise<unknown>;
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
