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

export const DEFAULTS = {
  http: { host: '127.0.0.1', port: 3000, requestTimeoutSeconds: 60, keepAliveSeconds: 75, drainSeconds: 0 },
  publicUrl: 'http://127.0.0.1:3000',
  dataDir: join(PROJECT, '.data'),
  cacheDir: join(homedir(), '.cache', 'bot-listing'),
  database: { kind: 'embedded' },
  databasePoolSize: 12,
  temporal: { kind: 'embedded' },
  taskQueue: 'vote-deliveries',
  webhooks: { trustedNetworks: [] },
  holdsDeliveries: false,
  applications: {
    lookUpUrl: 'https://discord.com/api/v10/applications/{id}/rpc',
    iconUrl: 'https://cdn.discordapp.com/app-icons/{id}/{icon}.png?size=128',
  },
  developmentSignIn: true,
  trustedProxies: [],
  budgets: {
    votesPerUserPerDay: 300,
    votesPerAddressPerDay: 0,
    signInsPerAddressPerHour: 0,
    anonymousOperationsPerMinute: 0,
  },
  retention: {
    deliveriesDays: 90,
    attemptBodiesDays: 30,
    reportsDays: 365,
    dailyCountsDays: 400,
  },
  admission: {
    concurrency: { bots: 512, votes: 64, members: 64, strangers: 16 },
    workPerAddress: 0,
    patienceMs: 1000,
    maxLoopDelayMs: 50,
  },
  minimumAccountAgeDays: 0,
  adminUserIds: [],
  graphiql: true,
  showsTextImages: true,
  introspection: true,
  brand: { name: 'Orbit', accent: 'iris', links: [] },
  publishedClients: false,
  logLevel: 'info',
  searchPath: '',
};
