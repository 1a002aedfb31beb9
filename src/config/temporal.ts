import { createRequire } from 'node:module';
import type * as envconfig from '@temporalio/envconfig';
import type { Settings } from './settings.ts';
import { flag, text, url } from './values.ts';

const require = createRequire(import.meta.url);

export interface TemporalConfig {
  readonly temporal:
    | { readonly kind: 'embedded'; readonly cliPath?: string }
    | { readonly kind: 'cluster'; readonly connect: envconfig.ClientConnectConfig; readonly uiUrl?: string };
  readonly taskQueue: string;
  /** PATH, in which the Temporal CLI is looked for. */
  readonly searchPath: string;
}

export function readTemporal(settings: Settings): TemporalConfig {
  return {
    temporal: readServer(settings),
    taskQueue: settings.read('TEMPORAL_TASK_QUEUE', text) ?? 'vote-deliveries',
    searchPath: settings.env.PATH ?? '',
  };
}

function readServer({ env, isSet, read, problems }: Settings): TemporalConfig['temporal'] {
  const cliPath = read('TEMPORAL_CLI_PATH', text);
  const uiUrl = read('TEMPORAL_UI_URL', url('http:', 'https:'));
  // The SDK reads it too. It takes any other value as false, which would turn TLS off without a word.
  read('TEMPORAL_TLS', flag);
  if (['TEMPORAL_ADDRESS', 'TEMPORAL_PROFILE', 'TEMPORAL_CONFIG_FILE'].some(isSet)) {
    try {
      // The SDK would take an empty value as one: an empty TEMPORAL_TLS would turn TLS off.
      const set = Object.entries(env).filter((entry): entry is [string, string] => Boolean(entry[1]));
      // Loaded only here: it takes a part of the start that a web process saves.
      const { loadClientConnectConfig }: typeof envconfig = require('@temporalio/envconfig');
      const connect = loadClientConnectConfig({ overrideEnvVars: Object.fromEntries(set) });
      return { kind: 'cluster', connect, ...(uiUrl && { uiUrl }) };
    } catch (error) {
      problems.push(`TEMPORAL_*: ${error instanceof Error ? error.message : String(error)}`);
    }
  }
  return { kind: 'embedded', ...(cliPath && { cliPath }) };
}
