import { pathOf } from '../edit/tabs.ts';
import { Icon } from '../icon.tsx';
import { Section } from '../section.tsx';
import { texts } from '../texts.ts';
import type { Overview } from './documents.ts';

const labels = texts.checklist;

/** The steps until a bot is set up, each with the place where it is done. Real events tick them. */
function stepsOf({ botId, state, apiToken, checkedInAt, webhook, voteCount }: Overview) {
  return [
    { name: 'token', isDone: apiToken !== null, href: pathOf(botId, 'api') },
    { name: 'report', isDone: checkedInAt !== null, href: pathOf(botId, 'api') },
    { name: 'webhook', isDone: (webhook?.verifiedAt ?? null) !== null, href: pathOf(botId, 'webhook') },
    // Before a listing is public, a good page is what brings votes.
    {
      name: 'vote',
      isDone: voteCount > 0,
      href: state === 'APPROVED' ? `/bot/${botId}` : pathOf(botId, 'listing'),
    },
  ] as const;
}

export function isSetUp(bot: Overview): boolean {
  return stepsOf(bot).every(({ isDone }) => isDone);
}

export function Checklist({ bot }: { bot: Overview }) {
  const steps = stepsOf(bot);
  const done = steps.filter(({ isDone }) => isDone).length;
  return (
    <Section id="checklist" title={texts.sections.checklist}>
      <p class="muted" role="status">
        {labels.progress({ done, all: steps.length })}
      </p>
      <ol class="checklist">
        {steps.map(({ name, isDone, href }) => (
          <li key={name} class={isDone ? 'done' : undefined}>
            <span class="tick">{isDone && <Icon name="check" />}</span>
            <div>
              <a href={href}>{labels.steps[name].title}</a>{' '}
              <span class="hidden">{isDone ? labels.done : labels.open}</span>
              {!isDone && <p class="muted">{labels.steps[name].hint}</p>}
            </div>
          </li>
        ))}
      </ol>
    </Section>
  );
}
