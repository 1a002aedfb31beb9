import { type Because, refusalOf } from '../kernel/refusal.ts';

/** Zod keeps only the sentence of a problem. This finds the refusal that the sentence was made from. */
export interface ZodRefusals {
  /** @returns the English sentence, as an error of a zod schema */
  says(...because: Because): string;
  /** @param sentence the message of an issue; every message of the schema is one of `says` */
  because(sentence: string | undefined): Because;
}

/** Holds the refusals of one zod schema. It grows only while the schema is made. */
export function createZodRefusals(): ZodRefusals {
  const refusals = new Map<string | undefined, Because>();
  return {
    says(...because) {
      const { message } = refusalOf(...because);
      refusals.set(message, because);
      return message;
    },
    because(sentence) {
      const because = refusals.get(sentence);
      if (!because) throw new Error(`No reason has the sentence: ${sentence}`);
      return because;
    },
  };
}
