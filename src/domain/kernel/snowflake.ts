/** The chat platform counts from here, in milliseconds since 1970. */
export const SNOWFLAKE_EPOCH_MS = 1_420_070_400_000;
const SNOWFLAKE = /^\d{17,19}$/;

/** Section 2 of the contract: the ids of bots (and, as decided for this service, of users). */
export function isSnowflake(value: unknown): value is string {
  return typeof value === 'string' && SNOWFLAKE.test(value);
}

/** When the chat platform made an id: its upper bits tell. */
export function snowflakeTime(id: string): Date {
  return new Date(Number(BigInt(id) >> 22n) + SNOWFLAKE_EPOCH_MS);
}
