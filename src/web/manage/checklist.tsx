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
      <ol class="checklist items ruled">
        {steps.map((step) => (
          <StepItem key={step.name} {...step} />
        ))}
      </ol>
    </Section>
  );
}

function StepItem({ name, isDone, href, obstacle }: Step) {
  const { title, hint } = labels.steps[name];
  if (!isDone && obstacle !== undefined) {
    return (
      <li class="later text-muted">
        <span class="tick">
          <WholeIcon name="lock" />
        </span>
        <div>
          <span class="font-semibold">{title}</span> <span class="hidden">{labels.later}</span>
          <p>{obstacle}</p>
        </div>
      </li>
    );
  }
  return (
    <li class={isDone ? 'done' : undefined}>
      <span class="tick">{isDone && <WholeIcon name="check" />}</span>
      <div>
        <a href={href}>{title}</a> <span class="hidden">{isDone ? labels.done : labels.open}</span>
        {!isDone && <p class="muted">{hint}</p>}
      </div>
    </li>
  );
}
