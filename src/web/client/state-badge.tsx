import { messages } from '../words/messages.ts';

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
