/**
 * Lists of utilities with one short name. An element that stands often in a page, or on every page, has the name: the
 * lists themselves made the HTML of a bot's page 12 % larger. A utility at the same element wins over them.
 */
const LISTS: Readonly<Record<string, string>> = {
  // The frame of every page.
  places: `flex max-xl:hidden items-center gap-1
    [&>a]:(px-[.7rem] py-[.4rem] rounded-small text-muted font-medium no-underline whitespace-nowrap)
    [&>a:hover]:(text-text bg-sunken) [&>a[aria-current]]:(text-text bg-sunken)`,
  // What signs out is far from what people tap often.
  menu: `relative
    [&>summary]:(grid place-items-center min-w-11 min-h-11 rounded-[2rem] cursor-pointer)
    [&>summary:hover]:bg-sunken [&[open]>summary]:bg-sunken [&>summary_.icon]:size-6
    [&>.card]:(absolute top-[calc(100%+.5rem)] [inset-inline-end:0] w-[min(16rem,calc(100vw-2rem))] max-h-[calc(100dvh-5rem)])
    [&>.card]:(overflow-y-auto p-2 shadow-raised)
    [&>.card_:is(a,button):not([hidden])]:(flex items-center justify-start gap-3 w-full min-h-11 px-3 py-[.4rem])
    [&>.card_:is(a,button):not([hidden])]:(border-0 rounded-small bg-transparent shadow-none text-inherit [font:inherit])
    [&>.card_:is(a,button):not([hidden])]:(font-medium text-start no-underline whitespace-normal cursor-pointer)
    [&>.card_:is(a,button):not([hidden]):hover]:bg-sunken
    [&>.card_.button:not(.quiet,[hidden]):nth-child(n)]:(justify-center mt-2 bg-fill text-on-fill)
    [&>.card_.note]:block [&>.card_form]:(mt-3 pt-3 line-t)`,
  suggestions: `absolute z-5 top-[calc(100%+.4rem)] inset-x-0 max-h-[min(26rem,50vh,max(10rem,var(--room,50vh)))]
    overflow-y-auto scroll-pb-14 p-[.4rem] [border:1px_solid_var(--line)] rounded bg-surface shadow-raised text-left
    [&_[role=group]]:before:(content-[attr(aria-label)] block px-[.65rem] pt-[.4rem] pb-[.2rem] text-muted text-tiny)
    [&_[role=group]]:before:font-semibold
    [&_[role=option]]:(flex items-center gap-[.7rem] min-h-11 px-[.65rem] py-[.35rem] rounded-small text-inherit)
    [&_[role=option]]:(font-medium no-underline)
    [&_[role=option]>.icon]:(static [translate:none] w-7 px-[.3rem] text-accent) [&_[role=option]>span]:min-w-0
    [&_small]:(text-muted text-tiny font-regular leading-[1.4]) [&_:is(bdi,small)]:(block truncate)
    [&_button]:(w-full border-0 bg-transparent [font:inherit] text-left cursor-pointer)
    [&>[role=option]:last-child]:(sticky bottom-[-.4rem] mt-[.4rem] bg-surface line-t)
    [&>[role=option]:last-child]:[border-radius:0_0_var(--radius-small)_var(--radius-small)]
    [&.pointed_[role=option]:hover:nth-child(n)]:bg-tint [&_[role=option][aria-selected=true]:nth-child(n)]:bg-tint`,
  palette: `w-[min(36rem,calc(100vw-2rem))] mt-[12vh] [border:1px_solid_var(--line)] rounded p-3 bg-surface text-inherit
    shadow-raised backdrop:[background:rgb(0_0_0/45%)]
    [&_.search]:block [&_.search_input]:(w-full pl-[.85rem])
    [&_.suggestions]:(static mt-2 border-0 p-0 shadow-none)
    [&_.note]:(hidden mt-[.6rem] mx-[.65rem] mb-0 text-tiny)
    [@media(hover:hover)_and_(pointer:fine)]:[&_.note]:block`,
  // Lists and shelves.
  tiles: `items grid gap-3 grid-cols-[repeat(auto-fill,minmax(min(100%,13rem),1fr))] max-[30rem]:grid-cols-[1fr_1fr]
    [&_a]:(flex items-center gap-3 text-inherit font-semibold no-underline h-full p-3 leading-[1.25])
    [&_a:hover]:(border-tint-line shadow-raised) [&_small]:(block text-muted text-tiny font-regular)
    max-[30rem]:[&_a]:(p-[.6rem] gap-[.6rem] text-small) max-[30rem]:[&_.sign]:size-8`,
  empty: `grid justify-items-center gap-3 m-0 px-4 py-10 text-center text-muted [border:1px_dashed_var(--border)] rounded
    [&_p]:(m-0 max-w-narrow text-balance) [&_b]:(text-text text-large) [&_.chips]:(justify-center text-text)`,
  // The heading of a shelf may have two lines. The link stays at the right.
  row: `[&>header]:(flex flex-wrap items-center justify-between gap-x-4 gap-y-1 mb-[.9rem])
    [&>header:has(>a)]:flex-nowrap [&>header>a]:(flex-none max-w-1/2)
    [&>header_h2]:(flex items-center gap-[.55rem] m-0) [&>header_h2_.icon]:text-accent
    [&>header_a]:(inline-flex items-center gap-[.3rem] text-small font-semibold no-underline)
    [&>header_a:hover]:underline`,
  // Suggestions lie over the rows below. The frame of the search is the field.
  hero: `relative isolate z-1 [margin:-2rem_calc(50%-50vw)_0] text-center
    [padding:clamp(2rem,8vh,5rem)_max(1rem,calc(50vw-22rem))_clamp(1rem,3vh,3rem)]
    [background:radial-gradient(60rem_24rem_at_50%_-6rem,var(--tint),transparent_70%),var(--background)]
    [&_.search]:(p-[.4rem] bg-surface [border:1px_solid_var(--border)] rounded-[1rem] shadow-raised)
    [&_.search_input]:(border-0 bg-transparent text-large) [&_.search_input:focus-visible]:[outline:none]
    [&_.search:has(input:focus-visible)]:([outline:var(--ring)] [outline-offset:2px])`,
  // The page of a bot.
  'command-rows': `m-0 px-5 py-1 bg-surface [border:1px_solid_var(--line)] rounded
    [&>div]:(flex flex-wrap gap-x-5 py-[.6rem] line-b) [&>div:last-child]:border-0
    [&_dt]:(flex-[0_0_11rem] font-mono text-small font-semibold) [&_dd]:(flex-[1_1_14rem] text-muted)`,
  people: `items text-small [&_a]:(flex items-center gap-[.6rem] py-[.35rem] text-inherit no-underline)
    [&_a:hover_bdi]:underline [&_.verified]:(pb-[.35rem] pl-[2.4rem])`,
  links: `items text-small [&_a]:(flex items-center gap-[.6rem] py-[.35rem] text-inherit no-underline)
    [&_a:hover]:underline [&_a_.icon]:text-muted`,
  // Forms of single pages: vote, report, sign-in.
  narrow: `max-w-narrow [margin:clamp(0rem,4vw,2.5rem)_auto_0] p-[clamp(1.25rem,5vw,2.25rem)] bg-surface
    [border:1px_solid_var(--line)] rounded shadow [&.centered]:text-center [&.centered_[dir=auto]]:text-center
    [&_h1]:text-title [&>.avatar+h1]:mt-4 [&>:last-child:not(.lead)]:mb-0 [&_.lead]:(text-body mb-5 text-balance)
    [&_.button:not(.small)]:w-full [&_.figures]:my-5 [&_.figures_dt]:justify-center [&_.left]:(mt-1 mb-4)
    [&_.tools]:justify-center [&_.tools>*]:flex-auto [&_.tools_:is(a,button,summary)]:(w-full justify-center)`,
  stack: `grid gap-4 max-w-narrow justify-items-start [&_label]:(grid gap-[.3rem] w-full font-medium)
    [&_#hint]:(-mt-3 mx-0 mb-0) [&_fieldset]:(w-full [border:1px_solid_var(--line)] rounded-control px-4 py-2 m-0)
    [&_legend]:(px-1 font-medium) [&_.draft]:m-0
    [&_.original]:hidden [&:has([value=IMPERSONATION]:checked)_.original]:grid
    [&_.choice]:(flex items-baseline gap-[.6rem] py-[.35rem] font-regular) max-sm:[&_.choice]:py-[.6rem]`,
  // Members. The icon is in the line of the first words, however many lines there are.
  counted: `px-4 py-[.6rem] bg-good-tint rounded-control text-good font-semibold text-center text-balance
    [&_.icon]:me-[.6rem]`,
  profile: `flex items-start gap-4 mb-6 [&>div]:min-w-0 [&_h1]:m-0 [&_.links]:(flex flex-wrap gap-x-5) [&_.facts]:mt-1`,
  // The program. The outlines of a card that loads a part of itself are the lines of one.
  bones: `grid gap-[.85rem] mt-0 mx-0 mb-4 px-6 pt-5 pb-7 [border:1px_solid_var(--line)] rounded bg-surface
    [&>i]:(h-[.9rem] rounded-small bg-sunken) [&>i:first-child]:(w-[35%] h-[1.4rem]) [&>i:last-child]:w-[70%]
    [.bones+&>i:last-child]:w-[45%] [.card_&]:(border-0 px-0 py-2 bg-transparent) [.card_.bones+&]:hidden`,
  badge: `inline-block rounded-[1rem] px-[.65rem] py-[.05rem] text-tiny font-semibold bg-sunken text-muted
    whitespace-nowrap [.history_&]:whitespace-normal [&.approved]:(bg-good-tint text-good)
    [&.pending]:(bg-wait-tint text-wait) [&:is(.rejected,.suspended,.removed)]:(bg-bad-tint text-bad)`,
  connection: `before:(content-empty inline-block size-[.6rem] rounded-full me-2 bg-wait)
    [&.live]:before:bg-good [&.lost]:before:bg-bad`,
  // As wide as the longest word of a category, in all languages. Two columns on a phone.
  choices: `unframed [--column:9.5rem] [&.wide]:[--column:17rem]
    [&>div]:([hyphens:auto] grid gap-x-2 gap-y-[.1rem] grid-cols-[repeat(auto-fill,minmax(min(100%,var(--column)),1fr))])
    max-sm:[&:not(.wide)>div]:([--column:8.25rem] text-small)`,
  // Owners and others: name, id and role.
  'owner-rows': `[&>li]:(flex flex-wrap gap-x-4 gap-y-2 justify-between items-center py-2 line-b)
    [&>li:last-child]:border-0 [&>li>:first-child]:(flex-[1_1_10rem] min-w-0)
    [&>li>span:first-child]:(flex flex-wrap gap-x-[.6rem] gap-y-[.1rem] items-center)`,
  // The frame of every page.
  'top-row': `flex items-center gap-x-4 gap-y-2 max-sm:gap-x-2 max-w-page min-h-15 mx-auto px-4 py-2
    [&>.brand>img]:rounded-[.4rem]`,
  'count-mark': `rounded-[1rem] bg-fill text-on-fill [font:var(--bold)_.75rem/1.2rem_var(--font)] tabular-nums`,
  'bell-link': `relative size-11 rounded-[2rem] max-xl:ms-auto [&>.icon]:size-[1.4rem]
    [&>.count-mark]:(absolute top-[.2rem] [inset-inline-end:-.2rem] min-w-[1.2rem] px-[.3rem] text-center)
    [&>.count-mark]:(whitespace-nowrap)`,
  'person-name': `inline-flex max-xl:hidden items-center gap-2 min-w-0 p-1 pe-[.6rem] [@media(max-width:75rem)]:pe-1 font-medium
    [&>bdi]:(max-w-40 truncate [@media(max-width:75rem)]:sr-only)`,
  'footer-row': `flex max-sm:grid flex-wrap max-sm:grid-cols-[1fr_1fr] gap-x-16 max-sm:gap-x-4 gap-y-8 max-sm:gap-y-7 max-w-page
    mx-auto px-4 pt-10 pb-12 [&_h2]:(mt-0 mb-2 max-sm:mb-0 text-small tracking-normal) [&_img]:rounded-[.4rem]
    [&_li>a]:(inline-block py-[.2rem] text-muted text-small no-underline) [&_li>a[aria-current]]:(text-text font-semibold)
    [&_li>a:hover]:(text-text underline) max-sm:[&_li>a]:(flex items-center min-h-11)
    [&>.brand]:(self-start flex-[1_1_12rem] max-sm:col-span-full)`,
  // The first page.
  'featured-card': `relative flex flex-col gap-[.35rem] overflow-hidden px-[1.1rem] pb-[1.1rem] hover:border-tint-line
    hover:shadow-raised [&>h3]:(mt-1 mb-0) [&>p:not([class])]:(mt-0 mb-[.35rem] text-muted) [&>.facts]:mt-auto`,
  'feature-reason': `flex gap-[.45rem] mt-0 mb-[.35rem] px-[.65rem] py-2 rounded-small bg-tint text-small
    [&>.icon]:(mt-[.2em] text-accent) [&>bdi]:min-w-0`,
  // The page of a bot.
  'bot-charts': `fit-18 gap-4 items-start
    [&>figure]:(border [border-color:var(--line)] [border-style:solid] rounded bg-surface p-4)`,
  'news-item': `mb-4 px-[1.1rem] py-[.9rem] bg-surface [&>h3]:(m-0 text-body) [&>.note]:(mt-[.15rem] mb-2)
    [&>.text>:last-child]:mb-0`,
  'permission-list': `fill-17 gap-x-6 gap-y-3 my-3 [&_dt]:(flex items-center gap-2 font-semibold) [&_.icon]:text-good
    [&_dd]:(ms-[1.65rem] text-small leading-[1.45] text-muted)`,
  'risky-list': `rounded px-5 py-4 bg-wait-tint text-wait [&_.icon]:text-inherit [&_dd]:text-text`,
  'share-field': `absolute max-sm:static z-1 top-[calc(100%+.4rem)] left-0 grid gap-1 w-[min(20rem,70vw)] max-sm:w-auto
    max-sm:mt-[.4rem] p-3 shadow-raised text-small text-start`,
  'screenshot-strip': `-mx-1 mb-6 overflow-x-auto [overscroll-behavior-x:contain] [scroll-snap-type:x_proximity] [scrollbar-width:thin]
    rounded-control [&>ul]:(flex gap-3 list-none m-0 px-1 pt-1 pb-3)
    [&_li]:(flex-none m-0 snap-start [scroll-margin:4px]) [&_a]:(block rounded-control)
    [&_img]:(block w-auto max-w-none h-48 max-sm:h-40 rounded-control bg-sunken [box-shadow:0_0_0_1px_var(--line)])`,
  // The attributes of the picture give its width, so that nothing moves when the whole one takes the thumbnail's place.
  'screenshot-viewer': `open:grid grid-cols-[minmax(0,1fr)_auto] gap-3 items-end w-fit max-w-[100vw] max-h-[100dvh] border-0 rounded p-3
    bg-surface text-text shadow-raised backdrop:[background:rgb(0_0_0/75%)] [&>figure]:[display:contents]
    [&_img]:(block col-span-full justify-self-center h-auto max-w-[min(100%,calc(100vw-3rem))])
    [&_img]:(max-h-[calc(100dvh-8rem)] object-contain rounded-small)
    [&_figcaption]:(self-center text-small text-muted) [&_figcaption>span]:(block text-text) [&>div]:(flex gap-2)
    [&_button]:(min-w-11 min-h-11) [&_[aria-disabled=true]]:(opacity-50 cursor-default)`,
  // A chart. The value of a day near an edge does not reach over the chart.
  'chart-text': `m-0 text-small text-muted`,
  'chart-plot': `grid grid-cols-[auto_1fr] grid-rows-[8.5rem_auto] gap-x-[.6rem] gap-y-[.35rem] mt-5 mb-3 text-small text-muted
    tabular-nums
    [&>:first-child]:(flex flex-col justify-between -my-[.65em] text-tiny leading-[1.3] text-end break-normal)
    [&>.field]:(relative rounded-[.25rem] [touch-action:pan-y] cursor-crosshair)
    [&_svg]:(block size-full overflow-visible) [&_path]:([vector-effect:non-scaling-stroke] stroke-line)
    [&_.mark]:(absolute inset-y-0 left-[var(--at)] [border-left:1.5px_dashed_var(--text)] [translate:-50%_0])
    [&_.mark]:(pointer-events-none)
    [&_.value]:(absolute bottom-[calc(100%+.3rem)] left-[var(--at)] px-[.6rem] py-[.15rem] rounded-small bg-text)
    [&_.value]:(text-background font-semibold whitespace-nowrap pointer-events-none [translate:-50%_0])
    [&_[data-side=start]]:[translate:-.5rem_0] [&_[data-side=end]]:[translate:calc(-100%+.5rem)_0]
    [&>:last-child]:(col-start-2 flex justify-between text-tiny)`,
  // Pages for developers.
  'docs-nav': `[&>h2]:(max-[59.99rem]:hidden mt-5 mb-[.35rem] ms-3 text-muted text-tiny font-semibold)
    [&>h2:first-child]:mt-[.35rem] [&_a]:(block px-3 py-1 rounded-small no-underline text-small text-muted)
    [&_a:hover]:(bg-sunken text-text) [&>ul]:(items flex min-[60rem]:flex-col gap-1 min-[60rem]:gap-0.5)
    [&>ul>li>a]:(py-[.4rem] max-sm:py-[.7rem] whitespace-nowrap)
    [&_[aria-current]]:(bg-tint text-accent font-semibold) [&_[aria-current]:hover]:(bg-tint text-accent)`,
  // The copy button is above the code where there is no pointer to show it.
  'copied-code': `relative mt-2 mb-3
    [&>button]:(absolute top-2 right-2 px-[.6rem] py-[.15rem] text-tiny [@media(hover:none)]:min-h-11)`,
  // Tabs of languages: radio buttons, so they work without a script.
  'code-tabs': `unframed [&>input]:(absolute opacity-0)
    [&>label]:(inline-block me-1 px-3 py-[.3rem] rounded-small text-muted text-small font-medium cursor-pointer)
    [&>label:hover]:(bg-sunken text-text) [&>input:checked+label]:(bg-tint text-accent)
    [&>input:focus-visible+label]:([outline:var(--ring)] [outline-offset:2px])`,
  'status-list': `[&>div]:grid-cols-[3rem_minmax(0,1fr)]`,
  // It sends requests, which needs a script.
  'try-form': `mt-2 mb-3 [@media(scripting:none)]:hidden [&>summary]:py-[.6rem] [&>.stack]:py-3
    [&_[role=status]]:(m-0 font-semibold) [&_pre]:max-h-120`,
  // The account: a setting with its button, or a session.
  'setting-row': `line-t flex flex-wrap items-center justify-between gap-x-4 gap-y-2 py-[.85rem]
    [&_h3]:(m-0 text-body font-medium) [&_h3>time]:whitespace-nowrap
    [&_h3+p]:(mt-[.1rem] mb-0 text-small text-muted) [&>div:first-child]:(flex-[1_1_11rem] min-w-0)`,
};

/** Each on one line. */
export const SHORTCUTS: Readonly<Record<string, string>> = Object.fromEntries(
  Object.entries(LISTS).map(([name, list]) => [name, list.replaceAll(/\s+/g, ' ')]),
);
