import { createRequire } from 'node:module';
import type * as envconfig from '@temporalio/envconfig';
import type { Settings } from './settings.ts';
import { flag, text, url } from './values.ts';

const require = createRequire(import.meta.url);

const deploymentName = text.regex(/^[\w/-]{1,100}$/, {
  error: 'must be up to 100 letters, digits, hyphens, underscores and slashes',
});
const buildIdText = text.regex(/^[\w.-]{1,100}$/, {
  error: 'must be up to 100 letters, digits, points, hyphens and underscores',
});

export interface TemporalConfig {
  readonly temporal:
    | { readonly kind: 'embedded'; readonly cliPath?: string }
    | { readonly kind: 'cluster'; readonly connect: envconfig.ClientConnectConfig; readonly uiUrl?: string };
  readonly taskQueue: string;
  /** Workers are versions of this deployment. With a build id, somebody else decides which version is current. */
  readonly deployment?: { readonly name: string; readonly buildId?: string } | undefined;
  /** PATH, in which the Temporal CLI is looked for. */
  readonly searchPath: string;
}

export function readTemporal(settings: Settings): TemporalConfig {
  return {
    temporal: readServer(settings),
    taskQueue: settings.read('TEMPORAL_TASK_QUEUE', text) ?? 'vote-deliveries',
    deployment: readDeployment(settings),
    searchPath: settings.env.PATH ?? '',
  };
}

/** The names are those that Temporal's worker controller sets. */
function readDeployment({ read, problems }: Settings): TemporalConfig['deployment'] {
  const name = read('TEMPORAL_DEPLOYMENT_NAME', deploymentName);
  const buildId = read('TEMPORAL_WORKER_BUILD_ID', buildIdText);
  if (buildId && !name) problems.push('TEMPORAL_WORKER_BUILD_ID: needs TEMPORAL_DEPLOYMENT_NAME');
  return name === undefined ? undefined : { name, ...(buildId && { buildId }) };
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
