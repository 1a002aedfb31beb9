import type { VNode } from 'preact';
import { graphql, type ResultOf } from '../../documents/graphql.ts';
import { Icon } from '../kit/icon.tsx';
import { NameInSentence } from '../kit/name-in-sentence.tsx';
import { TimeInSentence } from '../kit/time.tsx';
import { messages } from '../words/messages.ts';
import { ACCOUNT_PATH } from './account-page.tsx';

const ownBot = graphql('fragment DeletionBot on Bot { botId name(language: $language) }');

export const deletionViewer = graphql(
  `fragment DeletionViewer on Viewer {
    userId name
    deletion { passedOn { ...DeletionBot } removed { ...DeletionBot } votesKeptUntil }
  }`,
  [ownBot],
);

/** What the viewer typed, and why it was refused. */
export interface DeletionDraft {
  readonly confirmation: string;
  readonly removesListings: boolean;
  readonly problem: string;
}

/**
 * Says what deleting the account deletes and keeps, and why. One click is not enough: the viewer types their name or
 * id, and agrees to the removal of listings that nobody else owns.
 */
export function DeletionPage(
  { userId, name, deletion }: ResultOf<typeof deletionViewer>,
  draft: DeletionDraft | undefined,
): VNode {
  const labels = messages.deletion;
  return (
    <div class="narrow [&>h2]:mt-6 [&>h2]:mb-2 [&>h2]:text-large">
      <h1>{labels.title}</h1>
      <p>{labels.intro}</p>
      <h2>{labels.deleted}</h2>
      <List entries={labels.deletes} />
      <h2>{labels.kept}</h2>
      <p>{labels.keptWhy}</p>
      <List entries={labels.keeps} />
      <VotesKept until={deletion.votesKeptUntil} />
      <p>{labels.copies}</p>
      <Listings title={labels.passedOn} hint={labels.passedOnHint} bots={deletion.passedOn} />
      <Listings title={labels.removed} hint={labels.removedHint} bots={deletion.removed} />
      <form method="post" class="stack mt-7">
        {draft ? (
          <p role="alert" id="problem">
            {draft.problem}
          </p>
        ) : null}
        {deletion.removed.length > 0 ? (
          <label class="choice">
            <input
              type="checkbox"
              name="removesListings"
              value="yes"
              required
              checked={draft?.removesListings}
            />{' '}
            {labels.removes({ count: deletion.removed.length })}
          </label>
        ) : null}
        <label>
          <span>
            <NameInSentence say={(value) => labels.confirm({ ...value, id: userId })} name={name} />
          </span>
          <input
            name="confirmation"
            required
            autocomplete="off"
            autocapitalize="off"
            spellcheck={false}
            value={draft?.confirmation}
            aria-describedby={draft ? 'problem' : undefined}
          />
        </label>
        <button type="submit" class="button danger">
          {labels.button}
        </button>
      </form>
      <p class="note">
        <a href={ACCOUNT_PATH}>{labels.cancel}</a>
      </p>
    </div>
  );
}

/** After the account is deleted. */
export function DeletedPage(votesKeptUntil: string | null): VNode {
  const labels = messages.deletion;
  return (
    <div class="narrow">
      <h1>{labels.doneTitle}</h1>
      <p class="counted" role="status">
        <Icon name="check" />
        <span>{labels.done}</span>
      </p>
      <VotesKept until={votesKeptUntil} />
      <p>{labels.anew}</p>
      <p class="note">
        <a href="/">{messages.navigation.home}</a>
      </p>
    </div>
  );
}

function VotesKept({ until }: { until: string | null }): VNode | null {
  return until === null ? null : (
    <p>
      <TimeInSentence say={messages.deletion.votesKept} iso={until} />
    </p>
  );
}

function List({ entries }: { entries: Readonly<Record<string, string>> }): VNode {
  return (
    <ul>
      {Object.values(entries).map((entry) => (
        <li>{entry}</li>
      ))}
    </ul>
  );
}

function Listings({
  title,
  hint,
  bots,
}: {
  title: string;
  hint: string;
  bots: readonly ResultOf<typeof ownBot>[];
}): VNode | null {
  if (bots.length === 0) return null;
  return (
    <>
      <h2>{title}</h2>
      <p>{hint}</p>
      <ul>
        {bots.map(({ botId, name }) => (
          <li>
            <a href={`/bot/${botId}/edit`}>
              <bdi>{name}</bdi>
            </a>
          </li>
        ))}
      </ul>
    </>
  );
}
