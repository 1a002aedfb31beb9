import { useState } from 'preact/hooks';
import { OutcomeLine, useFieldAction } from '../client/action.tsx';
import { Button } from '../client/buttons.tsx';
import { dropDraft } from '../client/draft.tsx';
import { mutate, Refused } from '../client/graphql.ts';
import { focusFirst } from '../client/page.ts';
import { messages } from '../words/messages.ts';
import { type ModeratedBot, type PartProps, TAKE_DOWN } from './documents.ts';
import { ReasonForm, reasonFor } from './reason-form.tsx';

const labels = messages.moderation;

/** A picture that a moderator judges. */
interface Shown {
  readonly url: string;
  /** In pixels. */
  readonly width: number;
  readonly height: number;
  readonly alt: string;
  /** What the owner says that it shows; undefined for a picture that has no description. */
  readonly description?: string | null;
  /** The accessible name of the button that takes it down. */
  readonly takeDown: string;
}

function picturesOf({ name, bannerUrl, screenshots }: ModeratedBot): Shown[] {
  const { banner, screenshotsForm } = messages;
  const shown = screenshots.map(({ url, width, height, description }, index) => ({
    ...{ url, width, height, description },
    alt: messages.screenshots.named({ number: index + 1 }),
    takeDown: screenshotsForm.removeNamed({ number: index + 1 }),
  }));
  if (bannerUrl === null) return shown;
  const alt = banner.current({ name });
  return [{ url: bannerUrl, width: 1600, height: 400, alt, takeDown: banner.remove }, ...shown];
}

/**
 * The banner and the screenshots of a listing, with their descriptions: readers who do not see a picture hear them. A
 * moderator can take each one down with a reason.
 */
export function Pictures({ listing, onReload }: Pick<PartProps, 'listing' | 'onReload'>) {
  const { isBusy, outcome, problem, run } = useFieldAction();
  /** The picture whose reason is being typed. */
  const [opened, setOpened] = useState<string>();
  const takeDown = (url: string, reason: string) =>
    void run(async () => {
      try {
        await mutate(TAKE_DOWN, { botId: listing.botId, url, reason });
      } catch (error) {
        // Somebody else may have changed the listing.
        if (error instanceof Refused && error.code !== 'INVALID_INPUT') await onReload();
        throw error;
      }
      dropDraft(reasonFor(url));
      setOpened(undefined);
      await onReload();
      focusFirst('#pictures-title');
      return labels.takenDown;
    });
  const pictures = picturesOf(listing);
  if (pictures.length === 0 && !isBusy && outcome === undefined) return null;
  return (
    <section aria-labelledby="pictures-title">
      <h3 id="pictures-title" tabIndex={-1}>
        {labels.pictures}
      </h3>
      <OutcomeLine outcome={outcome} />
      <ul class="shown-pictures">
        {pictures.map((picture) => (
          <li key={picture.url} class={picture.url === listing.bannerUrl ? 'shown-banner' : undefined}>
            <Picture picture={picture} />
            {opened === picture.url ? (
              <ReasonForm
                listing={listing}
                subject={picture.url}
                decision="TAKE_DOWN"
                problem={problem}
                isBusy={isBusy}
                isOff={false}
                onSend={(reason) => takeDown(picture.url, reason)}
                onCancel={() => {
                  setOpened(undefined);
                  focusFirst(`.shown-pictures button[aria-label="${picture.takeDown}"]`);
                }}
              />
            ) : (
              <Button kind="danger" label={picture.takeDown} onClick={() => setOpened(picture.url)}>
                {labels.takeDown}
              </Button>
            )}
          </li>
        ))}
      </ul>
    </section>
  );
}

function Picture({ picture: { url, width, height, alt, description } }: { picture: Shown }) {
  return (
    <>
      <a href={url} target="_blank" rel="noopener">
        <img src={url} alt={alt} width={width} height={height} loading="lazy" />
      </a>
      {description !== undefined && (
        <p class={description === null ? 'muted' : undefined} dir={description === null ? undefined : 'auto'}>
          {description ?? labels.notDescribed}
        </p>
      )}
    </>
  );
}
