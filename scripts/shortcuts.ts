/**
 * Lists of utilities with one short name. An element that stands often in a page, or on every page, has the name: the
 * lists themselves made the HTML of a bot's page 12 % larger. A utility at the same element wins over them.
 */
const LISTS: Readonly<Record<string, string>> = {
  // The frame of every page.
  'top-row': `flex items-center gap-x-4 gap-y-2 max-sm:gap-x-2 max-w-page min-h-15 mx-auto px-4 py-2
    [&>.brand>img]:rounded-[.4rem]`,
  'count-mark': `rounded-[1rem] bg-fill text-on-fill [font:var(--bold)_.75rem/1.2rem_var(--font)] tabular-nums`,
  'bell-link': `relative size-11 rounded-[2rem] max-xl:ms-auto [&>.icon]:size-[1.4rem] [&>.count-mark]:(absolute
    top-[.2rem] [inset-inline-end:-.2rem] min-w-[1.2rem] px-[.3rem] text-center whitespace-nowrap)`,
  'person-name': `inline-flex max-xl:hidden items-center gap-2 min-w-0 p-1 pe-[.6rem]
    [@media(max-width:75rem)]:pe-1 font-medium [&>bdi]:(max-w-40 truncate [@media(max-width:75rem)]:sr-only)`,
  'footer-row': `flex max-sm:grid flex-wrap max-sm:grid-cols-[1fr_1fr] gap-x-16 max-sm:gap-x-4 gap-y-8
    max-sm:gap-y-7 max-w-page mx-auto px-4 pt-10 pb-12 [&_h2]:(mt-0 mb-2 max-sm:mb-0 text-small tracking-normal)
    [&_img]:rounded-[.4rem] [&>.brand]:(self-start flex-[1_1_12rem] max-sm:col-span-full)`,
  // The first page.
  'featured-card': `relative flex flex-col gap-[.35rem] overflow-hidden px-[1.1rem] pb-[1.1rem]
    hover:border-tint-line hover:shadow-raised [&>h3]:(mt-1 mb-0) [&>p:not([class])]:(mt-0 mb-[.35rem] text-muted)
    [&>.facts]:mt-auto`,
  'feature-reason': `flex gap-[.45rem] mt-0 mb-[.35rem] px-[.65rem] py-2 rounded-small bg-tint text-small
    [&>.icon]:(mt-[.2em] text-accent) [&>bdi]:min-w-0`,
  // The page of a bot.
  'bot-charts': `fit-18 gap-4 items-start [&>figure]:(border [border-color:var(--line)] [border-style:solid]
    rounded bg-surface p-4)`,
  'news-item': `mb-4 px-[1.1rem] py-[.9rem] bg-surface [&>h3]:(m-0 text-body) [&>.note]:(mt-[.15rem] mb-2)
    [&>.text>:last-child]:mb-0`,
  'permission-list': `fill-17 gap-x-6 gap-y-3 my-3 [&_dt]:(flex items-center gap-2 font-semibold)
    [&_.icon]:text-good [&_dd]:(ms-[1.65rem] text-small leading-[1.45] text-muted)`,
  'risky-list': 'rounded px-5 py-4 bg-wait-tint text-wait [&_.icon]:text-inherit [&_dd]:text-text',
  'share-field': `absolute max-sm:static z-1 top-[calc(100%+.4rem)] left-0 grid gap-1 w-[min(20rem,70vw)]
    max-sm:w-auto max-sm:mt-[.4rem] p-3 shadow-raised text-small text-start`,
  'screenshot-strip': `-mx-1 mb-6 overflow-x-auto [overscroll-behavior-x:contain] [scroll-snap-type:x_proximity]
    [scrollbar-width:thin] rounded-control [&>ul]:(flex gap-3 list-none m-0 px-1 pt-1 pb-3) [&_li]:(flex-none m-0
    snap-start [scroll-margin:4px]) [&_a]:(block rounded-control) [&_img]:(block w-auto max-w-none h-48 max-sm:h-40
    rounded-control bg-sunken [box-shadow:0_0_0_1px_var(--line)])`,
  // The attributes of the picture give its width, so that nothing moves when the whole one takes the thumbnail's place.
  'screenshot-viewer': `open:grid grid-cols-[minmax(0,1fr)_auto] gap-3 items-end w-fit max-w-[100vw] max-h-[100dvh]
    border-0 rounded p-3 bg-surface text-text shadow-raised backdrop:[background:rgb(0_0_0/75%)]
    [&>figure]:[display:contents] [&_img]:(block col-span-full justify-self-center h-auto
    max-w-[min(100%,calc(100vw-3rem))] max-h-[calc(100dvh-8rem)] object-contain rounded-small)
    [&_figcaption]:(self-center text-small text-muted) [&_figcaption>span]:(block text-text) [&>div]:(flex gap-2)
    [&_button]:(min-w-11 min-h-11) [&_[aria-disabled=true]]:(opacity-50 cursor-default)`,
  // A chart. The value of a day near an edge does not reach over the chart.
  'chart-text': 'm-0 text-small text-muted',
  'chart-plot': `grid grid-cols-[auto_1fr] grid-rows-[8.5rem_auto] gap-x-[.6rem] gap-y-[.35rem] mt-5 mb-3
    text-small text-muted tabular-nums [&>:first-child]:(flex flex-col justify-between -my-[.65em] text-tiny
    leading-[1.3] text-end break-normal) [&>.field]:(relative rounded-[.25rem] [touch-action:pan-y]
    cursor-crosshair) [&_svg]:(block size-full overflow-visible) [&_path]:([vector-effect:non-scaling-stroke]
    stroke-line) [&_.mark]:(absolute inset-y-0 left-[var(--at)] [border-left:1.5px_dashed_var(--text)]
    [translate:-50%_0] pointer-events-none) [&_.value]:(absolute bottom-[calc(100%+.3rem)] left-[var(--at)]
    px-[.6rem] py-[.15rem] rounded-small bg-text text-background font-semibold whitespace-nowrap
    pointer-events-none [translate:-50%_0]) [&_[data-side=start]]:[translate:-.5rem_0]
    [&_[data-side=end]]:[translate:calc(-100%+.5rem)_0] [&>:last-child]:(col-start-2 flex justify-between
    text-tiny)`,
  // Pages for developers.
  'docs-nav': `[&>h2]:(max-[59.99rem]:hidden mt-5 mb-[.35rem] ms-3 text-muted text-tiny font-semibold)
    [&>h2:first-child]:mt-[.35rem] [&_a]:(block px-3 py-1 rounded-small no-underline text-small text-muted)
    [&_a:hover]:(bg-sunken text-text) [&>ul]:(items flex min-[60rem]:flex-col gap-1 min-[60rem]:gap-0.5)
    [&>ul>li>a]:(py-[.4rem] max-sm:py-[.7rem] whitespace-nowrap) [&_[aria-current]]:(bg-tint text-accent
    font-semibold) [&_[aria-current]:hover]:(bg-tint text-accent)`,
  // The copy button is above the code where there is no pointer to show it.
  'copied-code': `relative mt-2 mb-3 [&>button]:(absolute top-2 right-2 px-[.6rem] py-[.15rem] text-tiny
    [@media(hover:none)]:min-h-11)`,
  'code-tabs': 'unframed [&>input]:(absolute opacity-0)',
  'status-list': '[&>div]:grid-cols-[3rem_minmax(0,1fr)]',
  // It sends requests, which needs a script.
  'try-form': `mt-2 mb-3 [@media(scripting:none)]:hidden [&>summary]:py-[.6rem] [&>.stack]:py-3
    [&_[role=status]]:(m-0 font-semibold) [&_pre]:max-h-120`,
  // The account: a setting with its button, or a session.
  'setting-row': `line-t flex flex-wrap items-center justify-between gap-x-4 gap-y-2 py-[.85rem] [&_h3]:(m-0
    text-body font-medium) [&_h3>time]:whitespace-nowrap [&_h3+p]:(mt-[.1rem] mb-0 text-small text-muted)
    [&>div:first-child]:(flex-[1_1_11rem] min-w-0)`,
};

/** Each on one line. */
export const SHORTCUTS: Readonly<Record<string, string>> = Object.fromEntries(
  Object.entries(LISTS).map(([name, list]) => [name, list.replaceAll(/\s+/g, ' ')]),
);
