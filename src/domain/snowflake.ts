const SNOWFLAKE = /^\d{17,19}$/;

/** Section 2 of the contract: the ids of bots (and, as decided for this service, of users). */
export function isSnowflake(value: unknown): value is string {
  return typeof value === 'string' && SNOWFLAKE.test(value);
}
