import type { ComponentChildren } from 'preact';
import { messages } from '../words/messages.ts';
import { Acts } from './act.tsx';

/** A part of a page, with a heading that can get the focus. Its buttons act one at a time. */
export function Section({ id, title, children }: { id: string; title: string; children: ComponentChildren }) {
  return (
    <section id={id} aria-labelledby={`${id}-title`} class="card">
      <h2 id={`${id}-title`} tabIndex={-1}>
        {title}
      </h2>
      <Acts>{children}</Acts>
    </section>
  );
}

/** @param label replaces the state's name */
export function StateBadge({
  state,
  label,
}: {
  state: keyof typeof messages.common.states;
  label?: string | undefined;
}) {
  return <span class={`badge ${state.toLowerCase()}`}>{label ?? messages.common.states[state]}</span>;
}

/**
 * Names with their values.
 *
 * @param eachClass makes a box of each, which is larger
 */
export function Facts({
  class: className,
  eachClass,
  label,
  facts,
}: {
  class: string;
  eachClass?: string;
  label?: string;
  facts: Readonly<Record<string, ComponentChildren>>;
}) {
  return (
    <dl class={className} aria-label={label}>
      {Object.entries(facts).map(([name, value]) => (
        <div key={name} class={eachClass}>
          <dt class={eachClass ? 'text-small text-muted' : 'text-tiny text-muted'}>{name}</dt>
          <dd class={eachClass && 'mt-[.15rem] tabular-nums'}>{value}</dd>
        </div>
      ))}
    </dl>
  );
}
