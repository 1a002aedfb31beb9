import { ActButton, ActOutcome, Acts } from '../client/act.tsx';
import { mutate } from '../client/graphql.ts';
import { Ago } from '../client/time.tsx';
import { WholeIcon } from '../kit/icon.tsx';
import { wordWait } from '../kit/time.tsx';
import { messages } from '../words/messages.ts';
import { type Listing, type ListingEdit, WITHDRAW_EDIT } from './documents.ts';
import { EditChanges } from './edit-changes.tsx';
import { waitingEdit } from './listing-form/listing-fields.ts';

const labels = messages.edits;

/** The headings of the sections, one of which gets the focus when its edit is taken back. */
const HEADINGS: Record<ListingEdit['part'], string> = {
  TEXT: '#listing-title',
  PLATFORM_NAME: '#listing-title',
  PICTURE: '#picture-title',
  BANNER: '#banner-title',
  SCREENSHOTS: '#screenshots-title',
  TRANSLATION: '#translations-title',
};

const PICTURES = new Set(['PICTURE', 'BANNER', 'SCREENSHOTS']);

/** The page has an edit of each part. */
const titleOf = ({ part, language }: ListingEdit) =>
  `own-edit-${[part.toLowerCase(), language ?? []].flat().join('-')}`;

/**
 * What became of the owners' last edit of a part of the listing, while that concerns them: it waits, was refused, or was
 * taken back.
 *
 * @param language of a translation; null for other parts
 * @param medianSeconds how long reviews took lately; null when there were too few to tell
 */
export function OwnEdits({
  bot,
  part = 'TEXT',
  language = null,
  medianSeconds,
}: {
  bot: Listing;
  part?: ListingEdit['part'];
  language?: string | null;
  medianSeconds?: number | null | undefined;
}) {
  // A listing that is not public is reviewed as a whole: the next save holds the edit.
  if (bot.state !== 'APPROVED') return null;
  const waiting = waitingEdit(bot, part, language);
  const last = bot.edits?.find((edit) => edit.part === part && edit.language === language);
  if (waiting) return <Waiting {...{ bot, waiting, medianSeconds }} />;
  return last?.state === 'REFUSED' || last?.state === 'REVERTED' ? <TakenBack edit={last} bot={bot} /> : null;
}

function Waiting({
  bot: { botId, placeInQueue, tags },
  waiting,
  medianSeconds,
}: Parameters<typeof OwnEdits>[0] & { waiting: ListingEdit }) {
  const withdraw = () => mutate(WITHDRAW_EDIT, { botId, editId: waiting.editId });
  return (
    <section class="warning own-edit" aria-labelledby={titleOf(waiting)}>
      <WholeIcon name="clock" />
      <div>
        <h2 id={titleOf(waiting)} tabIndex={-1}>
          {labels.waiting}
        </h2>
        <p>
          {waiting.reviewReasons.map((reason) => labels.reasons[reason]).join(' ')}{' '}
          {PICTURES.has(waiting.part) ? labels.pictureHelp : labels.waitingHelp}
        </p>
        <p>
          {placeInQueue !== null && labels.place({ place: placeInQueue })}{' '}
          {typeof medianSeconds === 'number' &&
            labels.usual({ wait: wordWait(medianSeconds, messages.common.wait) })}{' '}
          <a href="/review">{messages.sitePages.review}</a>
        </p>
        <EditChanges edit={waiting} tags={tags} />
        {/* The next look-up would bring it back. */}
        {waiting.part !== 'PLATFORM_NAME' && (
          <Acts>
            <div class="actions">
              <ActButton act={withdraw} focus={HEADINGS[waiting.part]}>
                {labels.withdraw}
              </ActButton>
            </div>
            <ActOutcome />
          </Acts>
        )}
      </div>
    </section>
  );
}

function TakenBack({ edit, bot: { tags } }: { edit: ListingEdit; bot: Listing }) {
  return (
    <section class="warning own-edit" aria-labelledby={titleOf(edit)}>
      <WholeIcon name="triangle-alert" />
      <div>
        <h2 id={titleOf(edit)}>{edit.state === 'REFUSED' ? labels.refused : labels.reverted}</h2>
        {edit.decidedAt !== null && (
          <p>
            <Ago at={edit.decidedAt} />
          </p>
        )}
        {edit.reason !== null && <blockquote>{edit.reason}</blockquote>}
        <EditChanges edit={edit} tags={tags} />
        <p>
          <a href="/review">{messages.sitePages.review}</a>
        </p>
      </div>
    </section>
  );
}
