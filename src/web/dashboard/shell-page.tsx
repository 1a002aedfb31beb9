import type { VNode } from 'preact';
import { graphql, type ResultOf } from '../../documents/graphql.ts';
import { Icon } from '../kit/icon.tsx';
import { NameInSentence } from '../kit/name-in-sentence.tsx';
import { Skeleton } from '../kit/skeleton.tsx';
import { currentLanguage } from '../words/current-language.ts';
import { messages } from '../words/messages.ts';
import type { Bundle } from './bundle.ts';
import { KeptNote, type KeptSecrets } from './kept-secrets.tsx';

/** A tab of the page for managing a bot. Each one has an address of its own. */
export type EditTab = keyof typeof messages.dashboard.tabs;

export function isEditTab(name: string): name is EditTab {
  return Object.hasOwn(messages.dashboard.tabs, name);
}

/** `viewerMayChange` is false for a co-owner who only reads. */
export const shellViewer = graphql(
  'fragment ShellViewer on Viewer { userId role appealCount bots { botId name avatarUrl viewerMayChange } }',
);

type Visitor = ResultOf<typeof shellViewer>;
type ShellBot = Visitor['bots'][number];

/** A page of the dashboard without its content. */
export interface Shell {
  readonly page: 'bots' | 'submit' | 'edit' | 'moderation' | 'team' | 'user';
  readonly title: string;
  /** The bot that the page is about. */
  readonly bot?: ShellBot;
  readonly tab?: EditTab;
  /** New secrets of the bot that the browser keeps. */
  readonly kept?: KeptSecrets;
  /** The user that a page is about. */
  readonly subjectId?: string | undefined;
}

/** What is the same on all pages of the dashboard. */
interface Everywhere extends Bundle {
  /** Whether the site has a page "Contact". */
  readonly hasContact: boolean;
  /** What npm installs the client for JavaScript by. */
  readonly clientPackage: string;
}

const DESK: ReadonlySet<Shell['page']> = new Set(['moderation', 'team', 'user']);

/** The tabs, the heading, and the element that the program in the browser fills. */
export function ShellPage(
  { page, title, bot, tab, kept = {}, subjectId }: Shell,
  { userId, role, appealCount }: Visitor,
  { script, style, hasContact, clientPackage }: Everywhere,
): VNode {
  const labels = messages.dashboard;
  return (
    <>
      <link rel="stylesheet" href={style.path} />
      {bot && tab ? (
        <BotHead bot={bot} tab={tab} />
      ) : (
        <PageHead page={page} title={title} viewerRole={role} appealCount={appealCount} />
      )}
      <noscript>
        <p class="notice">
          {labels.needsJavaScript({ purpose: labels.purposes[page] })} <a href="/graphql">/graphql</a>.
        </p>
        {bot && <KeptNote botId={bot.botId} kept={kept} />}
      </noscript>
      <div
        id="app"
        data-page={page}
        data-bot-id={bot?.botId}
        data-user-id={userId}
        data-subject-id={subjectId}
        data-role={role ?? undefined}
        data-may-change={bot?.viewerMayChange ? '' : undefined}
        data-kept={Object.keys(kept).length > 0 ? JSON.stringify(kept) : undefined}
        data-has-contact={hasContact ? '' : undefined}
        data-client-package={clientPackage}
      >
        <Skeleton />
      </div>
      <script type="module" src={script(DESK.has(page) ? 'desk' : 'owners', currentLanguage()).path} />
    </>
  );
}

/** The picture and the tabs of one bot. */
function BotHead({ bot, tab }: { bot: ShellBot; tab: EditTab }): VNode {
  const { botId, name, avatarUrl, viewerMayChange } = bot;
  const labels = messages.dashboard;
  const page = `/bot/${botId}/edit`;
  const tabs = (Object.keys(labels.tabs) as EditTab[]).filter(
    // `manage/edit-page.tsx` shows nothing in these.
    (each) => viewerMayChange || (each !== 'listing' && each !== 'api'),
  );
  return (
    <>
      <p class="mt-0 mb-4 text-small">
        <a class="inline-flex gap-[.35rem] items-center plain-link hover:underline" href="/dashboard">
          <Icon name="arrow-left" />
          {labels.bots}
        </a>
      </p>
      <div class="flex gap-3.5 items-center mb-4">
        <img
          class="flex-none rounded-control object-cover bg-line"
          src={avatarUrl}
          alt=""
          width="48"
          height="48"
        />
        <h1 id="page-title" class="m-0 min-w-0" tabindex={-1}>
          <NameInSentence say={messages.bots.manage} name={name} />
        </h1>
      </div>
      <Tabs
        label={labels.editLabel}
        places={tabs.map((each) => ({
          href: each === 'overview' ? page : `${page}/${each}`,
          label: labels.tabs[each],
          isCurrent: each === tab,
        }))}
      />
    </>
  );
}

/** The tabs of the dashboard and the heading of a page. */
export function PageHead({
  page,
  title,
  viewerRole: role,
  appealCount,
}: {
  page: Shell['page'] | 'log';
  title: string;
  viewerRole: Visitor['role'];
  appealCount: number | null;
}): VNode {
  const labels = messages.dashboard;
  const places = [
    { href: '/dashboard', label: labels.bots, isCurrent: page === 'bots' },
    {
      href: '/moderation',
      label: labels.moderation,
      isCurrent: page === 'moderation',
      // The page itself shows the appeals, and stays current.
      ...(page !== 'moderation' &&
        appealCount && { waiting: messages.moderatedUser.appealCount({ count: appealCount }) }),
    },
    ...(role === 'ADMIN'
      ? [
          { href: '/moderation/team', label: labels.team, isCurrent: page === 'team' },
          { href: '/moderation/log', label: labels.log, isCurrent: page === 'log' },
        ]
      : []),
  ];
  return (
    <>
      {role === null ? null : <Tabs label={labels.label} places={places} />}
      <h1 id="page-title" tabindex={-1}>
        {title}
      </h1>
    </>
  );
}

interface Place {
  readonly href: string;
  readonly label: string;
  readonly isCurrent: boolean;
  /** What waits there. */
  readonly waiting?: string;
}

/** The cut edge fades on a phone, as beside the filters of the directory. */
const TABS =
  'items flex gap-[clamp(0px,1vw,.25rem)] overflow-x-auto [scrollbar-width:none] line-b ' +
  '[font-size:clamp(var(--small),4vw,var(--body))] max-sm:pe-6 ' +
  'max-sm:[mask-image:linear-gradient(to_right,#000_calc(100%_-_1.5rem),transparent)]';
/** The outline is inside: the scrolling row would cut it off. The program in the browser changes which tab is current. */
const TAB =
  'inline-block max-sm:min-w-11 px-[clamp(.25rem,2vw,.75rem)] py-[.6rem] max-sm:py-[.65rem] plain-link font-medium ' +
  'max-sm:text-center whitespace-nowrap focus-visible:outline-offset-[-3px] border-b-2 border-b-solid border-transparent ' +
  '[&:hover:not([aria-current])]:border-border aria-current:border-accent aria-current:text-accent';

function Tabs({ label, places }: { label: string; places: readonly Place[] }): VNode {
  return (
    <nav class="tabs mb-6" aria-label={label}>
      <ul class={TABS}>
        {places.map((place) => (
          <li>
            <a class={TAB} href={place.href} aria-current={place.isCurrent ? 'page' : undefined}>
              {place.label}
              {place.waiting === undefined ? null : (
                <>
                  {' '}
                  <span class="badge pending">{place.waiting}</span>
                </>
              )}
            </a>
          </li>
        ))}
      </ul>
    </nav>
  );
}
