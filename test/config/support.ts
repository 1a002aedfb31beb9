import { randomBytes } from 'node:crypto';
import { homedir } from 'node:os';
import { join, resolve } from 'node:path';
import { ConfigError, readConfig } from '../../src/config/config.ts';

export const PROJECT = resolve(import.meta.dirname, '../..');
export const KEY = randomBytes(32);
export const EMBEDDED = { EMBEDDED_DATABASE: 'true' };
export const SERVER = {
  DATABASE_URL: 'postgres://db.example/bots',
  ENCRYPTION_KEY: KEY.toString('base64'),
};

export function problemsOf(env: Record<string, string>): readonly string[] {
  try {
    readConfig(env);
  } catch (error) {
    if (error instanceof ConfigError) return error.problems;
    throw error;
  }
  return [];
}

/** The provider of sign-ins, without an id and a secret. */
export const PROVIDER = {
  oauthAuthorizationUrl: 'https://discord.com/oauth2/authorize',
  oauthTokenUrl: 'https://discord.com/api/oauth2/token',
  oauthUserUrl: 'https://discord.com/api/users/@me',
  oauthScope: 'identify',
  oauthIssuer: 'https://discord.com',
  oauthTrustedNetworks: [],
};

/** How traces are sent, without a collector. */
export const TRACES = {
  otelExporterOtlpHeaders: {},
  otelExporterOtlpProtocol: 'http/protobuf',
  otelExporterOtlpTimeout: 10_000,
  otelServiceName: 'bot-listing',
  otelResourceAttributes: {},
  otelTracesSampler: 'parentbased_traceidratio',
  otelTracesSamplerArg: 0.01,
};

export const DEFAULTS = {
  host: '127.0.0.1',
  port: 3000,
  publicUrl: 'http://127.0.0.1:3000',
  requestTimeoutSeconds: 60,
  keepAliveSeconds: 75,
  drainSeconds: 0,
  trustedProxies: [],
  siteName: 'Orbit',
  siteAccent: 'iris',
  siteLinks: [],
  publishedClients: false,
  databasePoolSize: 12,
  dataDir: join(PROJECT, '.data'),
  cacheDir: join(homedir(), '.cache', 'bot-listing'),
  temporalTaskQueue: 'vote-deliveries',
  webhookTrustedNetworks: [],
  ...PROVIDER,
  developmentSignIn: true,
  adminUserIds: [],
  applicationLookupUrl: 'https://discord.com/api/v10/applications/{id}/rpc',
  applicationIconUrl: 'https://cdn.discordapp.com/app-icons/{id}/{icon}.png?size=128',
  listingImages: true,
  votesPerUserPerDay: 300,
  votesPerAddressPerDay: 0,
  signInsPerAddressPerHour: 0,
  anonymousOperationsPerMinute: 0,
  voteMinAccountAgeDays: 0,
  captchaVerifyUrl: 'https://challenges.cloudflare.com/turnstile/v0/siteverify',
  captchaScriptUrl: 'https://challenges.cloudflare.com/turnstile/v0/api.js',
  retentionDeliveriesDays: 90,
  retentionAttemptBodiesDays: 30,
  retentionReportsDays: 365,
  retentionDailyCountsDays: 400,
  concurrentBotRequests: 512,
  concurrentVotes: 64,
  concurrentMemberRequests: 64,
  concurrentStrangerRequests: 16,
  workPerAddressPerMinute: 0,
  maxWaitMs: 1000,
  maxEventLoopDelayMs: 50,
  graphiql: true,
  introspection: true,
  metricsHost: '127.0.0.1',
  logLevel: 'info',
  ...TRACES,
  searchPath: '',
};
