import { Button } from '../client/buttons.tsx';
import { mutate } from '../client/graphql.ts';
import { hold, useHeld } from '../client/held.tsx';
import { focusFirst } from '../client/page.ts';
import { messages } from '../words/messages.ts';
import { type ModeratedBot, type PartProps, TAKE_DOWN } from './documents.ts';
import { ReasonForm, reasonFor, useOpen } from './reason-form.tsx';

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
  const shown = screenshots.map(({ url, width, height, description }, index) => ({
    ...{ url, width, height, description },
    alt: messages.screenshots.named({ number: index + 1 }),
    takeDown: messages.screenshotsForm.removeNamed({ number: index + 1 }),
  }));
  if (bannerUrl === null) return shown;
  const alt = messages.banner.current({ name });
  return [{ url: bannerUrl, width: 1600, height: 400, alt, takeDown: messages.banner.remove }, ...shown];
}

/**
 * The banner and the screenshots of a listing, with their descriptions: readers who do not see a picture hear them. A
 * moderator can take each one down with a reason.
 */
export function Pictures({ listing }: Pick<PartProps, 'listing'>) {
  const isGone = useHeld();
  const pictures = picturesOf(listing).filter(({ url }) => !isGone(url));
  if (pictures.length === 0) return null;
  return (
    <section aria-labelledby="pictures-title">
      <h3 id="pictures-title" tabIndex={-1}>
        {labels.pictures}
      </h3>
      <ul class="shown-pictures items fill-20 gap-x-4 gap-y-5 [&>li:has(form)]:col-span-full">
        {pictures.map((picture) => (
          <li key={picture.url} class={picture.url === listing.bannerUrl ? 'col-span-full' : undefined}>
            <Picture picture={picture} />
            <TakeDown listing={listing} picture={picture} />
          </li>
        ))}
      </ul>
    </section>
  );
}

/** The button and the form that take a picture down. */
function TakeDown({ listing, picture: { url, takeDown } }: { listing: ModeratedBot; picture: Shown }) {
  const { botId, name } = listing;
  const [isOpen, setOpen] = useOpen(url);
  if (!isOpen) {
    return (
      <Button kind="danger" label={takeDown} onClick={() => setOpen(true)}>
        {labels.takeDown}
      </Button>
    );
  }
  const send = (reason: string) => {
    hold({
      ...{ botId, name },
      text: labels.takenDown,
      hides: [url],
      draft: reasonFor(url),
      send: () => mutate(TAKE_DOWN, { botId, url, reason }, true),
    });
    focusFirst('#pictures-title', '#listing-title');
  };
  return (
    <ReasonForm
      listing={listing}
      subject={url}
      decision="TAKE_DOWN"
      onSend={send}
      onCancel={() => {
        setOpen(false);
        focusFirst(`.shown-pictures button[aria-label="${takeDown}"]`);
      }}
    />
  );
}

/** Large enough to judge. Each one leads to the whole picture. */
const PICTURE = 'block size-auto max-w-full max-h-96 framed';

function Picture({ picture: { url, width, height, alt, description } }: { picture: Shown }) {
  return (
    <>
      <a class="block mb-[.4rem]" href={url} target="_blank" rel="noopener">
        <img class={PICTURE} src={url} alt={alt} width={width} height={height} loading="lazy" />
      </a>
      {description !== undefined && (
        <p
          class={description === null ? 'my-[.4rem] text-muted' : 'my-[.4rem]'}
          dir={description === null ? undefined : 'auto'}
        >
          {description ?? labels.notDescribed}
        </p>
      )}
    </>
  );
}
