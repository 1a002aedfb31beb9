import { Section } from '../client/section.tsx';
import { WholeIcon } from '../kit/icon.tsx';
import { messages } from '../words/messages.ts';
import type { Overview } from './documents.ts';
import { pathOf } from './tabs.ts';

const labels = messages.checklist;

interface Step {
  readonly name: keyof typeof labels.steps;
  readonly isDone: boolean;
  /** Where it is done. */
  readonly href: string;
  /** Why it cannot be done yet. */
  readonly obstacle?: string | undefined;
}

/** The steps until a bot is set up. Real events tick them. */
function stepsOf({ botId, state, apiToken, checkedInAt, webhook, voteCount }: Overview): readonly Step[] {
  return [
    { name: 'token', isDone: apiToken !== null, href: pathOf(botId, 'api') },
    {
      name: 'report',
      isDone: checkedInAt !== null,
      href: pathOf(botId, 'api'),
      obstacle: apiToken === null ? labels.obstacles.noToken : undefined,
    },
    { name: 'webhook', isDone: (webhook?.verifiedAt ?? null) !== null, href: pathOf(botId, 'webhook') },
    {
      name: 'vote',
      isDone: voteCount > 0,
      href: state === 'APPROVED' ? `/bot/${botId}` : pathOf(botId, 'listing'),
      obstacle: state === 'APPROVED' ? undefined : labels.obstacles.notPublic,
    },
  ];
}

export function isSetUp(bot: Overview): boolean {
  return stepsOf(bot).every(({ isDone }) => isDone);
}

export function Checklist({ bot }: { bot: Overview }) {
  const steps = stepsOf(bot);
  const done = steps.filter(({ isDone }) => isDone).length;
  return (
    <Section id="checklist" title={messages.sections.checklist}>
      <p class="muted" role="status">
        {labels.progress({ done, all: steps.length })}
      </p>
      <ol class="items ruled">
        {steps.map((step) => (
          <StepItem key={step.name} {...step} />
        ))}
      </ol>
    </Section>
  );
}

const STEP = 'flex gap-3 py-[.6rem]';
const HINT = 'mt-[.1rem] mb-0 text-small';
const TICK =
  'flex-none grid place-items-center size-6 border-2 border-solid rounded-full [&>.icon]:size-[.9rem]';
const DONE = 'border-transparent bg-good-tint text-good';

function StepItem({ name, isDone, href, obstacle }: Step) {
  const { title, hint } = labels.steps[name];
  if (!isDone && obstacle !== undefined) {
    return (
      <li class={`${STEP} text-muted`}>
        <span class={`${TICK} border-transparent`}>
          <WholeIcon name="lock" />
        </span>
        <div>
          <span class="font-semibold">{title}</span> <span class="sr-only">{labels.later}</span>
          <p class={HINT}>{obstacle}</p>
        </div>
      </li>
    );
  }
  return (
    <li class={STEP}>
      <span class={`${TICK} [&>.icon]:stroke-3 ${isDone ? DONE : 'border-border'}`}>
        {isDone && <WholeIcon name="check" />}
      </span>
      <div>
        <a class="text-text font-semibold" href={href}>
          {title}
        </a>{' '}
        <span class="sr-only">{isDone ? labels.done : labels.open}</span>
        {!isDone && <p class={`${HINT} text-muted`}>{hint}</p>}
      </div>
    </li>
  );
}
