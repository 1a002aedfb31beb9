import { fillIn, type Parameters } from '../../lib/fill-in.ts';
import { REFUSALS, TERMS } from './refusals.ts';

/** A stable code for why something is refused. */
export type Reason = keyof typeof REFUSALS;

/** A refusal for people and programs. Nothing in it is secret. */
export interface Refusal {
  readonly reason: Reason;
  readonly parameters: Parameters;
  /** The sentence in English. */
  readonly message: string;
}

type NamesIn<Text extends string> = Text extends `${string}{${infer Name}}${infer Rest}`
  ? Name | NamesIn<Rest>
  : never;

type NamesOf<Key extends Reason> = NamesIn<(typeof REFUSALS)[Key]>;

type ValueOf<Name> = Name extends keyof typeof TERMS ? keyof (typeof TERMS)[Name] : string | number;

/** A reason whose sentence has no parameters. */
export type PlainReason = { [Key in Reason]: [NamesOf<Key>] extends [never] ? Key : never }[Reason];

/** A reason, and the parameters that its sentence has. */
export type Because =
  | readonly [reason: PlainReason]
  | {
      [Key in Exclude<Reason, PlainReason>]: readonly [
        reason: Key,
        parameters: { readonly [Name in NamesOf<Key>]: ValueOf<Name> },
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
