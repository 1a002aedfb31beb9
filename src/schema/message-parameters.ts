import type { Refusal } from '../domain/kernel/refusal.ts';

/** A value in the sentence of a refusal. */
export interface MessageParameter {
  readonly name: string;
  readonly value: string;
}

/** The parameters of a refusal, as clients of GraphQL read them: in results and in `extensions`. */
export function listParameters({ parameters }: Pick<Refusal, 'parameters'>): MessageParameter[] {
  return Object.entries(parameters).map(([name, value]) => ({ name, value: String(value) }));
}
