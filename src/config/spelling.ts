import leven, { closestMatch } from 'leven';

/** Variables that Temporal's SDK reads (see its environment configuration). */
const OF_TEMPORAL = [
  'TEMPORAL_ADDRESS',
  'TEMPORAL_NAMESPACE',
  'TEMPORAL_API_KEY',
  'TEMPORAL_PROFILE',
  'TEMPORAL_CONFIG_FILE',
  'TEMPORAL_TLS',
  'TEMPORAL_TLS_CLIENT_CERT_PATH',
  'TEMPORAL_TLS_CLIENT_CERT_DATA',
  'TEMPORAL_TLS_CLIENT_KEY_PATH',
  'TEMPORAL_TLS_CLIENT_KEY_DATA',
  'TEMPORAL_TLS_SERVER_CA_CERT_PATH',
  'TEMPORAL_TLS_SERVER_CA_CERT_DATA',
  'TEMPORAL_TLS_SERVER_NAME',
  'TEMPORAL_TLS_DISABLE_HOST_VERIFICATION',
];
/**
 * Without one of these, the service would start with other data, admit other people or delete what must stay. A warning
 * comes too late.
 */
const GRAVE = new Set([
  'DATABASE_URL',
  'DATA_DIR',
  'ENCRYPTION_KEY',
  'REDIS_URL',
  'TEMPORAL_ADDRESS',
  'TEMPORAL_NAMESPACE',
  'TEMPORAL_TASK_QUEUE',
  'TRUSTED_PROXIES',
  'WEBHOOK_PROXY',
  'HOLD_DELIVERIES',
  'OAUTH_CLIENT_ID',
  'OAUTH_CLIENT_SECRET',
  'CAPTCHA_SITE_KEY',
  'CAPTCHA_SECRET',
  'ADMIN_USER_IDS',
  'DEVELOPMENT_SIGN_IN',
  'INTROSPECTION',
  'VOTES_PER_USER_PER_DAY',
  'VOTES_PER_ADDRESS_PER_DAY',
  'SIGN_INS_PER_ADDRESS_PER_HOUR',
  'ANONYMOUS_OPERATIONS_PER_MINUTE',
  'VOTE_MIN_ACCOUNT_AGE_DAYS',
  'RETENTION_DELIVERIES_DAYS',
  'RETENTION_ATTEMPT_BODIES_DAYS',
  'RETENTION_REPORTS_DAYS',
  'RETENTION_DAILY_COUNTS_DAYS',
]);
/** Short names, such as PORT and HOST, resemble too many others. */
const SHORTEST = 8;
/** One typing error per five letters, at most three: TRUSTED_PROXY differs from TRUSTED_PROXIES by three. */
const allowed = (name: string) => (name.length < SHORTEST ? 0 : Math.min(3, Math.round(name.length / 5)));

/** A variable that is not a setting but resembles one. */
export interface Misspelling {
  readonly sentence: string;
  /** The similar setting is absent, and the service must not start without it. */
  readonly isGrave: boolean;
}

/**
 * Finds variables that are probably misspelt settings. The variable may belong to another program, so it is not grave
 * when the similar setting is defined, even if empty.
 *
 * @param env variables by name
 * @param ours the names of the service's own settings
 */
export function findMisspellings(
  env: Readonly<Record<string, string | undefined>>,
  ours: readonly string[],
): Misspelling[] {
  const known = [...new Set([...ours, ...OF_TEMPORAL])];
  return Object.keys(env).flatMap((name) => {
    if (known.includes(name) || !env[name]) return [];
    const spelling = name.toUpperCase();
    const meant = closestMatch(spelling, known, { maxDistance: 3 });
    if (meant === undefined || leven(spelling, meant) > allowed(meant)) return [];
    const isGrave = GRAVE.has(meant) && env[meant] === undefined;
    const wayOut = isGrave
      ? ` If ${name} belongs to another program, define ${meant} too; it may be empty.`
      : '';
    return [{ sentence: `${name} is not a setting. Did you mean ${meant}?${wayOut}`, isGrave }];
  });
}
