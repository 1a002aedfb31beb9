import type { VNode } from 'preact';
import { renderToString } from 'preact-render-to-string';
import type { Brand } from '../../config/site.ts';
import { graphql, type ResultOf } from '../../documents/graphql.ts';
import { hole } from '../../http/message/template.ts';
import { UserAvatar } from '../kit/avatar.tsx';
import { Bell, NOTICES_PATH } from '../kit/bell.tsx';
import { Icon, iconSheet, WholeIcon } from '../kit/icon.tsx';
import { addressIn, inLanguageOf } from '../words/choose-language.ts';
import { currentLanguage } from '../words/current-language.ts';
import { LANGUAGE_NAMES, LANGUAGES } from '../words/language.ts';
import { messages } from '../words/messages.ts';
import { HeaderSearch } from './header-search.tsx';
import { signInPath } from './sign-in.ts';
import type { ExtraFile, PageStyle, StaticFiles } from './static-files.ts';
import { type Summary, SummaryTags } from './summary.tsx';

/** What the header of every page shows of its viewer. */
export const pageViewer = graphql(
  'fragment PageViewer on Viewer { userId name role unreadNotices queueCount }',
);

export const viewerDocument = graphql('{ viewer { ...PageViewer } }', [pageViewer]);

export type Viewer = ResultOf<typeof pageViewer>;

/** What the pages of this process have in common. */
export interface Frame {
  readonly brand: Brand;
  /** Whether the site has a sign-in. */
  readonly canSignIn: boolean;
  /** The pages about the site that exist, in the order of the footer. */
  readonly sitePages: readonly SitePageName[];
  readonly fileUrl: StaticFiles['url'];
}

/** A page about the site, such as the imprint. Its address is its name. */
export type SitePageName = keyof typeof messages.sitePages;

export interface Page {
  /** An empty title stands for the name of the site. */
  readonly title: string;
  readonly content: VNode;
  /** Undefined leaves a hole named {@link HEADER} in the place of the header. */
  readonly viewer: Viewer | null | undefined;
  /** Path and query of the page. The sign-in returns there. */
  readonly path?: string | undefined;
  /** The same where the sign-in must not return. */
  readonly address?: string | undefined;
  readonly summary?: Summary | undefined;
  /** What this page loads besides the files of all pages. */
  readonly files?: readonly ExtraFile[] | undefined;
  /** What it loads beside `style.css`, `pages.css` by default. Most visitors see first what needs nothing beside it. */
  readonly style?: PageStyle | null | undefined;
}

/** The hole of a kept page where {@link renderHeader} belongs. */
export const HEADER = 'header';

const END = '</body></html>';
/** Icons of what fills the holes of kept pages. */
const IN_HOLES = [
  ...(['menu', 'search', 'plus', 'moon', 'sun', 'log-out', 'bot', 'code'] as const),
  ...(['arrow-up', 'bell', 'check', 'clock', 'heart', 'settings'] as const),
];

/** @returns a whole HTML document: head, header, content and footer */
export function renderPage(
  frame: Frame,
  { title, content, viewer, path, address = path, summary, files = [], style = 'pages.css' }: Page,
): string {
  const { brand, fileUrl } = frame;
  const document = (
    <html lang={currentLanguage()}>
      <head>
        <meta charset="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <title>{title === '' ? brand.siteName : `${title} · ${brand.siteName}`}</title>
        <link
          rel="preload"
          href={fileUrl('font.woff2')}
          as="font"
          type="font/woff2"
          crossorigin="anonymous"
        />
        <link rel="stylesheet" href={fileUrl('style.css')} />
        {style && <link rel="stylesheet" href={fileUrl(style)} />}
        {files.map((name) =>
          name.endsWith('.css') ? (
            <link rel="stylesheet" href={fileUrl(name)} />
          ) : (
            <script type="module" src={fileUrl(name)} />
          ),
        )}
        <script src={fileUrl('theme.js')} />
        <link rel="icon" href={fileUrl('icon')} />
        <link rel="apple-touch-icon" href="/app-icons/touch.png" />
        <link rel="manifest" href={addressIn('/manifest.webmanifest', currentLanguage())} />
        <meta name="color-scheme" content="light dark" />
        <script
          type="module"
          src={fileUrl('public.js')}
          data-charts={fileUrl('charts.js')}
          data-extras={fileUrl('extras.js')}
          data-suggest={fileUrl('suggest.js')}
          data-palette={fileUrl('palette.js')}
          data-known={fileUrl('places.json')}
          data-label={messages.palette.label}
          data-places={messages.palette.places}
          data-actions={messages.palette.actions}
          data-keys={messages.palette.keys}
          data-recent={messages.palette.recent}
          data-clear={messages.palette.clear}
          data-search-for={messages.palette.searchFor({ text: '{text}' })}
          data-nothing={messages.palette.nothing}
        />
        {summary ? (
          <SummaryTags title={title || brand.siteName} summary={summary} siteName={brand.siteName} />
        ) : null}
      </head>
      <body>
        <a class="skip" href="#main">
          {messages.navigation.skip}
        </a>
        {viewer === undefined ? hole(HEADER) : <Header frame={frame} viewer={viewer} path={path} />}
        <main id="main" tabindex={-1}>
          {content}
        </main>
        <Footer frame={frame} address={address} />
      </body>
    </html>
  );
  const html = renderToString(document);
  return `<!doctype html>${html.slice(0, -END.length)}${iconSheet(html, IN_HOLES)}${END}`;
}

/** The header of a page, which shows its viewer. */
export const renderHeader = (frame: Frame, viewer: Viewer | null, path?: string): string =>
  renderToString(<Header frame={frame} viewer={viewer} path={path} />);

interface HeaderProps {
  readonly frame: Frame;
  readonly viewer: Viewer | null;
  readonly path?: string | undefined;
}

function Header({ frame, viewer, path }: HeaderProps): VNode {
  const { brand, canSignIn, fileUrl } = frame;
  return (
    <header class="top-bar">
      <div class="top-row">
        <a class="brand" href="/" data-label={messages.navigation.home}>
          <img src={fileUrl('icon')} alt="" width="28" height="28" />
          <span>{brand.siteName}</span>
        </a>
        <nav class="places flex max-xl:hidden items-center gap-1" aria-label={messages.navigation.label}>
          <Places viewer={viewer} path={path} />
        </nav>
        {path !== undefined && HAS_SEARCH.test(path) ? null : <HeaderSearch />}
        <div class="wide-only flex max-xl:hidden items-center gap-2">
          {canSignIn ? <SubmitLink /> : null}
          <ThemeSwitch />
          {canSignIn && !viewer ? <SignInLink path={path} /> : null}
        </div>
        {viewer ? <Bell unread={viewer.unreadNotices} path={path} /> : null}
        <Menu frame={frame} viewer={viewer} path={path} />
      </div>
      {viewer ? <script type="module" src={fileUrl('bell.js')} data-user-id={viewer.userId} /> : null}
    </header>
  );
}

/** Pages with a larger search of their own. */
const HAS_SEARCH = /^\/(?:$|bots(?:$|\?)|tag\/)/;

const MODERATION = '/moderation';

/**
 * The parts of the site, as links.
 *
 * @param hasIcons whether an icon stands beside each, as in the menu. Shapes for members alone are not in every page
 */
function Places({
  viewer,
  path,
  hasIcons = false,
}: Omit<HeaderProps, 'frame'> & { hasIcons?: boolean }): VNode {
  type Place = readonly [href: string, label: string, icon: () => VNode, ...within: string[]];
  const places: readonly Place[] = [
    ['/bots', messages.navigation.directory, () => <Icon name="bot" />, '/bots?', '/tag/'],
    ...(viewer
      ? ([
          ['/votes', messages.myVotes.title, () => <Icon name="arrow-up" />, '/favourites'],
          ['/dashboard', messages.navigation.dashboard, () => <WholeIcon name="list-checks" />],
        ] as const)
      : []),
    ...(viewer?.role
      ? ([[MODERATION, messages.navigation.moderation, () => <WholeIcon name="shield" />]] as const)
      : []),
    ['/docs', messages.navigation.docs, () => <Icon name="code" />, '/docs/'],
  ];
  const links = places.map(([href, label, icon, ...within]) => {
    const isWithin = within.some((start) => path?.startsWith(start));
    return (
      <a href={href} aria-current={path === href ? 'page' : isWithin ? 'true' : undefined}>
        {hasIcons ? icon() : null}
        {label} {href === MODERATION ? <QueueCount count={viewer?.queueCount ?? 0} /> : null}
      </a>
    );
  });
  return <>{links}</>;
}

/** `bell.ts` keeps it up to date. */
const QueueCount = ({ count }: { count: number }): VNode => (
  <span class="count-mark ms-[.4rem] px-[.45rem]" data-queue hidden={count === 0}>
    {count}
  </span>
);

/**
 * What has no room in the row. A wide window shows most of it in the row already: the menu is then a member's account.
 * Signing out stands apart at the end, so that nobody does it by mistake.
 */
function Menu({ frame: { canSignIn }, viewer, path }: HeaderProps): VNode {
  return (
    <details class={viewer ? 'menu max-xl:-ms-2' : 'menu narrow-only'}>
      <summary>
        <span class="sr-only">{messages.navigation.menu}</span>
        <span class="narrow-only">
          <Icon name="menu" />
        </span>
        {viewer ? (
          <span class="person-name">
            <UserAvatar userId={viewer.userId} name={viewer.name} size={28} />
            <bdi>{viewer.name}</bdi>
          </span>
        ) : null}
      </summary>
      <div class="card">
        {viewer ? (
          <a
            href="/account"
            aria-current={path === '/account' ? 'page' : undefined}
            data-label={messages.account.title}
          >
            <UserAvatar userId={viewer.userId} name={viewer.name} size={36} />
            <span>
              <bdi>{viewer.name}</bdi> <span class="note">{messages.account.title}</span>
            </span>
          </a>
        ) : null}
        <nav class="narrow-only" aria-label={messages.navigation.label}>
          <Places viewer={viewer} path={path} hasIcons />
          {canSignIn ? <SubmitLink /> : null}
        </nav>
        {viewer ? (
          <a href={NOTICES_PATH} aria-current={path === NOTICES_PATH ? 'page' : undefined}>
            <WholeIcon name="bell" />
            {messages.notices.title}
          </a>
        ) : null}
        {viewer ? (
          <a href="/favourites" aria-current={path === '/favourites' ? 'page' : undefined}>
            <Icon name="heart" />
            {messages.favourite.title}
          </a>
        ) : null}
        <div class="narrow-only">
          <ThemeSwitch isWordy />
          {canSignIn && !viewer ? <SignInLink path={path} /> : null}
        </div>
        {viewer ? (
          <form method="post" action="/sign-out">
            <button type="submit">
              <Icon name="log-out" />
              {messages.navigation.signOut}
            </button>
          </form>
        ) : null}
      </div>
    </details>
  );
}

function SubmitLink(): VNode {
  return (
    <a class="button quiet small add" href="/submit" rel="nofollow">
      <Icon name="plus" />
      <span>{messages.navigation.submit}</span>
    </a>
  );
}

function SignInLink({ path }: { path?: string | undefined }): VNode {
  return (
    <a class="button small" href={path === undefined ? '/sign-in' : signInPath(path)} rel="nofollow">
      {messages.signIn.title}
    </a>
  );
}

/** @param isWordy whether words stand beside the icon; without them the button has only a name for screen readers */
function ThemeSwitch({ isWordy = false }: { isWordy?: boolean | undefined }): VNode {
  const { dark, light } = messages.account;
  return (
    <button
      class={isWordy ? undefined : 'bare'}
      type="button"
      data-theme-switch
      aria-label={isWordy ? undefined : messages.navigation.theme}
      hidden
    >
      <span class="when-light">
        <Icon name="moon" />
      </span>
      <span class="when-dark">
        <Icon name="sun" />
      </span>
      {isWordy ? <span class="when-light">{dark}</span> : null}
      {isWordy ? <span class="when-dark">{light}</span> : null}
    </button>
  );
}

function Footer({ frame, address = '' }: { frame: Frame; address?: string | undefined }): VNode {
  const { brand, canSignIn, sitePages, fileUrl } = frame;
  const groups = [
    {
      title: messages.footer.find,
      links: [
        { label: messages.directory.title, url: '/bots' },
        { label: messages.footer.newest, url: '/bots?order=newest' },
        { label: messages.directory.orders.SERVERS, url: '/bots?order=servers' },
        { label: messages.directory.orders.TRENDING, url: '/bots?order=trending' },
        { label: messages.compare.title, url: '/compare' },
      ],
    },
    {
      title: messages.footer.build,
      links: [
        ...(canSignIn ? [{ label: messages.navigation.submit, url: '/submit' }] : []),
        { label: messages.navigation.docs, url: '/docs' },
        { label: messages.footer.reference, url: '/docs/api' },
        { label: messages.navigation.api, url: '/api/openapi.json' },
      ],
    },
    {
      title: messages.footer.site,
      links: [
        ...sitePages.map((name) => ({ label: messages.sitePages[name], url: `/${name}` })),
        ...brand.siteLinks,
      ],
    },
  ];
  return (
    <footer class="end line-t bg-surface">
      <div class="footer-row">
        <p class="brand">
          <img src={fileUrl('icon')} alt="" width="24" height="24" />
          {brand.siteName}
        </p>
        {groups.map(({ title, links }) => (
          <nav aria-label={title}>
            <h2>{title}</h2>
            <ul class="items">
              {links.map(({ label, url }) => (
                <li>
                  <a href={url}>{label}</a>
                </li>
              ))}
            </ul>
          </nav>
        ))}
        <nav aria-labelledby="languages">
          <h2 id="languages">{messages.footer.language}</h2>
          <ul class="items">
            <LanguageItems address={address} rel="nofollow" />
          </ul>
        </nav>
      </div>
    </footer>
  );
}

/**
 * Links to the page in each language, as the items of a list. They set the cookie that keeps the choice.
 *
 * @param address path and query of the page; if it is empty, the browser completes the link with its own path
 */
export function LanguageItems({ address, rel }: { address: string; rel?: 'nofollow' }): VNode {
  return (
    <>
      {LANGUAGES.map((language) => (
        <li>
          <a
            href={inLanguageOf(address, language)}
            hreflang={language}
            lang={language}
            rel={rel}
            aria-current={language === currentLanguage() ? 'true' : undefined}
          >
            {LANGUAGE_NAMES[language]}
          </a>
        </li>
      ))}
    </>
  );
}
