import type { VNode } from 'preact';
import { graphql, type ResultOf } from '../../documents/graphql.ts';
import { type AppealDraft, BlockOfReader, ownBlock } from '../frame/block.tsx';
import { LanguageItems } from '../frame/layout.tsx';
import { UserAvatar } from '../kit/avatar.tsx';
import { NOTICES_PATH } from '../kit/bell.tsx';
import { Icon } from '../kit/icon.tsx';
import { Tile, Tiles } from '../kit/tile.tsx';
import { Time, TimeInSentence } from '../kit/time.tsx';
import { VOTES_PATH } from '../vote/vote-page.tsx';
import { messages } from '../words/messages.ts';
import { FAVOURITES_PATH } from './member-pages.tsx';

export const ACCOUNT_PATH = '/account';
export const SESSIONS_PATH = '/account/sessions';
export const EXPORT_PATH = '/account/export';
export const APPEAL_PATH = '/account/appeal';
export const DELETION_PATH = '/account/delete';
/** The parameter of the page after sessions were ended. */
export const SESSIONS_ENDED = 'ended';

const SECTION = 'card settings px-5 py-[.35rem]';
const TITLE = 'my-[.9rem] text-large';
const ABOUT = 'max-w-text mt-0 mb-3 text-muted';

export const accountViewer = graphql(
  `fragment AccountViewer on Viewer {
    userId name role bots { state } sessions { id startedAt endsAt isCurrent }
    blocks { ...OwnBlock }
  }`,
  [ownBlock],
);

/**
 * Who the viewer is, the way to what belongs to them, their settings, and the ways out.
 *
 * @param hasEnded whether sessions were just ended
 * @param draft a refused appeal
 */
export function AccountPage(
  { userId, name, role, bots, sessions, blocks }: ResultOf<typeof accountViewer>,
  hasEnded: boolean,
  draft: AppealDraft | undefined,
): VNode {
  const labels = messages.account;
  const isPublic = bots.some(({ state }) => state === 'APPROVED');
  return (
    <div class="member account-page grid gap-5 [&>.tiles]:fit-18">
      <header class="profile mb-1">
        <UserAvatar userId={userId} name={name} size={72} />
        <div>
          <h1>{name}</h1>
          <dl class="facts">
            <div>
              <dt>{labels.userId}</dt>
              <dd>{userId}</dd>
            </div>
            {role === null ? null : (
              <div>
                <dt>{labels.role}</dt>
                <dd>{labels.roles[role]}</dd>
              </div>
            )}
          </dl>
        </div>
      </header>
      <Tiles
        tiles={[
          <Tile
            path="/dashboard"
            icon="bot"
            label={messages.navigation.dashboard}
            about={bots.length === 0 ? labels.noBots : labels.botCount({ count: bots.length })}
          />,
          <Tile path={NOTICES_PATH} icon="bell" label={messages.notices.title} about={labels.notices} />,
          <Tile path={VOTES_PATH} icon="vote" label={messages.myVotes.title} about={labels.votes} />,
          <Tile
            path={FAVOURITES_PATH}
            icon="heart"
            label={messages.favourite.title}
            about={labels.favourites}
          />,
          isPublic ? (
            <Tile path={`/user/${userId}`} icon="user" label={labels.profile} about={labels.profileAbout} />
          ) : null,
          role === null ? null : (
            <Tile
              path="/moderation"
              icon="shield"
              label={messages.navigation.moderation}
              about={labels.moderation}
            />
          ),
        ]}
      />
      <Blocks blocks={blocks} draft={draft} />
      <Settings />
      <SessionList sessions={sessions} hasEnded={hasEnded} />
      <OwnData />
    </div>
  );
}

/** What a moderator has blocked the viewer from; nothing for nearly everybody. */
function Blocks({
  blocks,
  draft,
}: {
  blocks: ResultOf<typeof accountViewer>['blocks'];
  draft: AppealDraft | undefined;
}): VNode | null {
  const labels = messages.blocks;
  if (blocks.length === 0) return null;
  return (
    <section class={SECTION} id="blocks" aria-labelledby="blocks-title">
      <h2 class={TITLE} id="blocks-title">
        {labels.title}
      </h2>
      <p class={ABOUT}>{labels.about}</p>
      {blocks.map((block) => (
        <div class="line-t py-[.85rem] [&_p]:mt-[.1rem] [&_p]:text-small [&_p]:text-muted">
          <BlockOfReader block={block} action={APPEAL_PATH} draft={draft} />
        </div>
      ))}
    </section>
  );
}

/** Most people look for the sign-in of today or yesterday. Some have dozens. */
const SHOWN_SESSIONS = 5;

type Sessions = ResultOf<typeof accountViewer>['sessions'];

function SessionList({ sessions, hasEnded }: { sessions: Sessions; hasEnded: boolean }): VNode {
  const labels = messages.account;
  const others = sessions.filter(({ isCurrent }) => !isCurrent);
  const older = others.slice(SHOWN_SESSIONS - 1);
  return (
    <section class={SECTION} aria-labelledby="sessions">
      <h2 class={TITLE} id="sessions">
        {labels.sessions}
      </h2>
      <p class={ABOUT}>{labels.sessionsAbout}</p>
      {hasEnded ? (
        <p class="counted max-w-text mt-0 mb-[.9rem]" role="status">
          <Icon name="check" />
          <span>{labels.sessionsEnded}</span>
        </p>
      ) : null}
      {sessions.filter(({ isCurrent }) => isCurrent).map(SessionRow)}
      {others.length > 1 ? (
        <div class="setting-row">
          <h3>{labels.otherSessions}</h3>
          <form method="post" action={SESSIONS_PATH}>
            <button type="submit" class="quiet">
              {labels.otherSessionsEnd}
            </button>
          </form>
        </div>
      ) : null}
      {others.slice(0, SHOWN_SESSIONS - 1).map(SessionRow)}
      {older.length === 0 ? null : (
        <details>
          <summary class="line-t py-[.85rem]">
            {labels.moreSessions({ count: older.length })}
            <Icon name="chevron-down" />
          </summary>
          {older.map(SessionRow)}
        </details>
      )}
    </section>
  );
}

/** What a row is about. */
const About = ({ id, name, text }: { id?: string; name: VNode | string; text: VNode | string }): VNode => (
  <div>
    <h3 id={id}>{name}</h3>
    <p>{text}</p>
  </div>
);

function SessionRow({ id, startedAt, endsAt, isCurrent }: Sessions[number]): VNode {
  const labels = messages.account;
  return (
    <div class="setting-row">
      <About
        id={`from-${id}`}
        name={
          <>
            {labels.sessionStarted} <Time at={startedAt} />
          </>
        }
        text={isCurrent ? labels.sessionCurrent : <TimeInSentence say={labels.sessionEnds} iso={endsAt} />}
      />
      {isCurrent ? null : (
        <form method="post" action={SESSIONS_PATH}>
          <input type="hidden" name="session" value={id} />
          <button type="submit" class="quiet" aria-describedby={`from-${id}`}>
            {labels.sessionEnd}
          </button>
        </form>
      )}
    </div>
  );
}

/** The viewer's rights to what is stored about them. */
function OwnData(): VNode {
  const labels = messages.account;
  return (
    <section class={SECTION} aria-labelledby="data">
      <h2 class={TITLE} id="data">
        {labels.data}
      </h2>
      <p class={ABOUT}>{labels.dataStored}</p>
      <div class="setting-row">
        <About name={labels.download} text={labels.downloadAbout} />
        <form method="post" action={EXPORT_PATH}>
          <button type="submit" class="quiet">
            {labels.downloadButton}
          </button>
        </form>
      </div>
      <div class="setting-row">
        <About name={messages.deletion.title} text={labels.deleteAbout} />
        <a class="quiet" href={DELETION_PATH}>
          {labels.deleteButton}
        </a>
      </div>
    </section>
  );
}

function Settings(): VNode {
  const labels = messages.account;
  return (
    <section class={SECTION} aria-labelledby="settings">
      <h2 class={TITLE} id="settings">
        {labels.settings}
      </h2>
      <div class="setting-row">
        <h3 id="language">{messages.footer.language}</h3>
        <ul class="chips" aria-labelledby="language">
          <LanguageItems address={ACCOUNT_PATH} />
        </ul>
      </div>
      <div class="setting-row [@media(scripting:none)]:hidden">
        <h3>{labels.appearance}</h3>
        <button class="quiet [&_.icon]:me-[.35rem]" type="button" data-theme-switch hidden>
          <span class="when-light">
            <Icon name="moon" /> {labels.dark}
          </span>
          <span class="when-dark">
            <Icon name="sun" /> {labels.light}
          </span>
        </button>
      </div>
      <div class="setting-row">
        <h3>{labels.session}</h3>
        <div class="actions m-0 gap-2">
          <form method="post" action="/sign-out">
            <button type="submit" class="quiet">
              <Icon name="log-out" />
              {messages.navigation.signOut}
            </button>
          </form>
          <form method="post" action="/sign-out-everywhere">
            <button type="submit" class="quiet">
              {labels.signOutEverywhere}
            </button>
          </form>
        </div>
      </div>
    </section>
  );
}
