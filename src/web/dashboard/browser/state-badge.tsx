import { texts } from './texts.ts';

/** @param label replaces the state's name */
export function StateBadge({
  state,
  label,
}: {
  state: keyof typeof texts.states;
  label?: string | undefined;
}) {
  return <span class={`badge ${state.toLowerCase()}`}>{label ?? texts.states[state]}</span>;
}
