import type { Outcome } from '../../client/request/use-action.ts';
import { messages } from '../../words/messages.ts';
import type { Merged } from './merge-fields.ts';

const labels = messages.fields;

/**
 * The outcome below the form.
 *
 * @param outcome of the last request; problems of fields are left out because the fields show them
 * @param merged what became of the form when another user had changed the listing
 */
export function formOutcome(outcome: Outcome, merged: Merged | undefined): Outcome {
  if (outcome) return outcome.kind === 'refused' && outcome.refusal.problems.length > 0 ? undefined : outcome;
  if (!merged) return undefined;
  const namesOf = (names: Merged['both']) => names.map((name) => labels[name]).join(', ');
  const { theirs, both } = merged;
  const sentences = [
    labels.kept,
    theirs.length > 0 && labels.theirs({ names: namesOf(theirs) }),
    both.length > 0 && labels.both({ names: namesOf(both) }),
  ];
  return { kind: 'done', text: sentences.filter((sentence) => sentence !== false).join(' ') };
}
