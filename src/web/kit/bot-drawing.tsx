import type { VNode } from 'preact';

/** What happened to the bot in the picture. */
export type Mood = 'lost' | 'tired' | 'broken';

/**
 * A drawing of a bot for pages that have bad news: a tile, a pattern and one figure, as the pictures of bots are drawn.
 * It has the colours of the site. Screen readers skip it, because the text beside it says more.
 */
export function BotDrawing({ mood }: { mood: Mood }): VNode {
  return (
    <svg
      class="block w-32 h-auto mx-auto mb-6 [filter:drop-shadow(0_6px_12px_light-dark(rgb(20_20_60/22%),rgb(0_0_0/60%)))]"
      viewBox="0 0 128 128"
      width="128"
      height="128"
      aria-hidden="true"
      focusable="false"
    >
      <defs>
        <linearGradient id="drawing-ground" x1="0" y1="0" x2="1" y2="1">
          <stop class="[stop-color:color-mix(in_oklab,var(--fill),#fff_28%)]" />
          <stop class="[stop-color:color-mix(in_oklab,var(--fill),#000_38%)]" offset="1" />
        </linearGradient>
        <pattern id="drawing-pattern" width="22" height="22" patternUnits="userSpaceOnUse">
          <circle cx="5" cy="5" r="2.5" fill="#fff" />
          <circle cx="16" cy="16" r="1.5" fill="#fff" />
        </pattern>
      </defs>
      <rect width="128" height="128" rx="30" fill="url(#drawing-ground)" />
      <rect width="128" height="128" rx="30" fill="url(#drawing-pattern)" opacity=".14" />
      <g transform={mood === 'lost' ? 'rotate(-6 64 74)' : undefined}>
        {mood === 'broken' ? (
          <path {...LINE} d="M64 44 62 34 70 30 66 20" />
        ) : (
          <path {...LINE} d="M64 44V26" />
        )}
        <circle cx={mood === 'broken' ? 66 : 64} cy={mood === 'broken' ? 18 : 24} r="6" fill="#fff" />
        <rect x="22" y="60" width="10" height="22" rx="5" fill="#fff" opacity=".75" />
        <rect x="96" y="60" width="10" height="22" rx="5" fill="#fff" opacity=".75" />
        <rect x="30" y="42" width="68" height="58" rx="18" fill="#fff" />
        <rect
          class="[fill:color-mix(in_oklab,var(--fill),#000_55%)]"
          x="38"
          y="52"
          width="52"
          height="36"
          rx="12"
        />
        {FACES[mood]}
      </g>
      {mood === 'lost' ? MAGNIFIER : null}
    </svg>
  );
}

const LINE = {
  fill: 'none',
  stroke: '#fff',
  'stroke-width': 3.5,
  'stroke-linecap': 'round',
  'stroke-linejoin': 'round',
} as const;

const FACES: Readonly<Record<Mood, VNode>> = {
  lost: (
    <>
      <circle cx="56" cy="66" r="5" fill="#fff" />
      <circle cx="78" cy="66" r="5" fill="#fff" />
      <path {...LINE} d="M60 80q4-4 9 0" />
    </>
  ),
  tired: (
    <>
      <path {...LINE} d="M47 66q5 5 10 0M71 66q5 5 10 0M60 80h8" />
      <path {...LINE} d="M88 25h9l-9 11h9M103 15h6l-6 7h6" />
    </>
  ),
  broken: (
    <>
      <path {...LINE} d="m48 62 9 9m0-9-9 9M58 81q3-4 6 0t6 0" />
      <circle cx="76" cy="66" r="5" fill="#fff" />
      <path {...LINE} d="m84 20 6-6M90 28l8-2M76 14l1-7" />
    </>
  ),
};

const MAGNIFIER = (
  <g>
    <path {...LINE} stroke="#fde047" stroke-width={8} d="m101 107 12 12" />
    <circle fill="#fff" fill-opacity=".3" stroke="#fde047" stroke-width={5} cx="91" cy="96" r="16" />
  </g>
);
