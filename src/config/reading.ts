import type { z } from 'zod';

/** Variables by name, as in `process.env`. */
export type Environment = Readonly<Record<string, string | undefined>>;

/** The settings of one section, for the function that checks them together and forms its part of the configuration. */
export interface Reading<Section extends z.ZodObject> {
  readonly env: Environment;
  readonly values: z.output<Section>;
  /** A sentence for each problem, with the name of the setting. It never repeats a value that may be secret. */
  readonly problems: string[];
  /** Whether a variable has a value, also one that cannot be used. An empty one counts as absent. */
  isSet(name: string): boolean;
}
