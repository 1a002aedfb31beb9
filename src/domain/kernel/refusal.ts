import { fillIn, type Parameters } from '../../lib/fill-in.ts';
import { REFUSALS, TERMS } from '../../terms/refusals.ts';

/** A stable code for why something is refused. */
export type Reason = keyof typeof REFUSALS;

/** A refusal for people and programs. Nothing in it is secret. */
export interface Refusal {
  readonly reason: Reason;
  readonly parameters: Parameters;
  /** The sentence in English. */
  readonly message: string;
}

/** The arguments in a sentence, with their kinds: `subject`, `max, number` and `until, date`. */
type ArgumentsIn<Text extends string> = Text extends `${string}{${infer Argument}}${infer Rest}`
  ? Argument | ArgumentsIn<Rest>
  : never;

type ArgumentsOf<Key extends Reason> = ArgumentsIn<(typeof REFUSALS)[Key]>;

type NameOf<Argument> = Argument extends `${infer Name}, ${'number' | 'date'}` ? Name : Argument & string;

type ValueOf<Argument> = Argument extends `${string}, number`
  ? number
  : Argument extends `${string}, date`
    ? string
    : Argument extends keyof typeof TERMS
      ? keyof (typeof TERMS)[Argument]
      : string | number;

/** A reason whose sentence has no parameters. */
export type PlainReason = { [Key in Reason]: [ArgumentsOf<Key>] extends [never] ? Key : never }[Reason];

/** A reason, and the parameters that its sentence has. */
export type Because =
  | readonly [reason: PlainReason]
  | {
      [Key in Exclude<Reason, PlainReason>]: readonly [
        reason: Key,
        parameters: { readonly [Argument in ArgumentsOf<Key> as NameOf<Argument>]: ValueOf<Argument> },
      ];
    }[Exclude<Reason, PlainReason>];

const NONE: Parameters = Object.freeze({});

/** Words a refusal in English. Sentences without parameters, which hot paths have, are only looked up. */
export function refusalOf(...[reason, parameters]: Because): Refusal {
  const message = REFUSALS[reason];
  return parameters === undefined
    ? { reason, parameters: NONE, message }
    : { reason, parameters, message: fillIn(message, parameters, TERMS) };
}
