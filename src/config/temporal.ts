import { createRequire } from 'node:module';
import type * as envconfig from '@temporalio/envconfig';
import { z } from 'zod';
import { flag, isServer, type Reading, text, url } from './values.ts';

const require = createRequire(import.meta.url);

/** A variable that Temporal's SDK reads itself. */
const ofSdk = (description: string, more: z.GlobalMeta = {}) =>
  text.optional().meta({ description, ...more });

const address = text.refine(isServer, {
  error: 'must be one host and its port, such as temporal.example.com:7233, without http://',
});

export const temporal = z
  .object({
    TEMPORAL_ADDRESS: address.optional().meta({
      description: 'The Temporal server; without it a dev server starts',
      bounds: 'host:port',
      example: 'localhost:7233',
      isGrave: true,
    }),
    TEMPORAL_NAMESPACE: ofSdk('Namespace; without it `default`', { example: 'default', isGrave: true }),
    TEMPORAL_TASK_QUEUE: text
      .default('vote-deliveries')
      .meta({ description: 'Task queue; each service needs one of its own', isGrave: true }),
    TEMPORAL_UI_URL: url('http:', 'https:').optional().meta({
      description: 'Where operators find the Temporal UI of that server',
      example: 'https://temporal.example.com',
    }),
    TEMPORAL_CLI_PATH: text.optional().meta({
      description: 'The Temporal CLI for the dev server, if it is not in `PATH`',
      bounds: 'file',
    }),
    TEMPORAL_API_KEY: ofSdk('API key', { isSecret: true }),
    TEMPORAL_PROFILE: ofSdk("Profile in Temporal's configuration file"),
    TEMPORAL_CONFIG_FILE: ofSdk("Temporal's configuration file", { bounds: 'file' }),
    // The SDK takes any other value as false, which would turn TLS off without a word.
    TEMPORAL_TLS: flag.optional().meta({ description: 'TLS; on with an API key', example: 'true' }),
    TEMPORAL_TLS_CLIENT_CERT_PATH: ofSdk('Client certificate', { bounds: 'file' }),
    TEMPORAL_TLS_CLIENT_CERT_DATA: ofSdk('The same, as text', { bounds: 'PEM' }),
    TEMPORAL_TLS_CLIENT_KEY_PATH: ofSdk('Key of the client certificate', { bounds: 'file' }),
    TEMPORAL_TLS_CLIENT_KEY_DATA: ofSdk('The same, as text', { bounds: 'PEM', isSecret: true }),
    TEMPORAL_TLS_SERVER_CA_CERT_PATH: ofSdk('Certificate authority of the server', { bounds: 'file' }),
    TEMPORAL_TLS_SERVER_CA_CERT_DATA: ofSdk('The same, as text', { bounds: 'PEM' }),
    TEMPORAL_TLS_SERVER_NAME: ofSdk("Expected name in the server's certificate"),
    TEMPORAL_TLS_DISABLE_HOST_VERIFICATION: ofSdk('No effect: the SDK always checks the certificate', {
      bounds: 'true, false',
    }),
  })
  .meta({
    title: 'Temporal',
    notes: `
Temporal's SDK reads most of these itself, as its documentation describes.
`,
  });

type Reads = Reading<typeof temporal>;

export function readTemporal(reading: Reads) {
  return {
    temporal: readServer(reading),
    taskQueue: reading.values.TEMPORAL_TASK_QUEUE,
    /** PATH, in which the Temporal CLI is looked for. */
    searchPath: reading.env.PATH ?? '',
  };
}

function readServer({ env, isSet, values, problems }: Reads) {
  const { TEMPORAL_CLI_PATH: cliPath, TEMPORAL_UI_URL: uiUrl } = values;
  if (['TEMPORAL_ADDRESS', 'TEMPORAL_PROFILE', 'TEMPORAL_CONFIG_FILE'].some(isSet)) {
    try {
      // The SDK would take an empty value as one: an empty TEMPORAL_TLS would turn TLS off.
      const set = Object.entries(env).filter((entry): entry is [string, string] => Boolean(entry[1]));
      // Loaded only here: it takes a part of the start that a web process saves.
      const { loadClientConnectConfig }: typeof envconfig = require('@temporalio/envconfig');
      const connect = loadClientConnectConfig({ overrideEnvVars: Object.fromEntries(set) });
      return { kind: 'cluster' as const, connect, ...(uiUrl !== undefined && { uiUrl }) };
    } catch (error) {
      problems.push(`TEMPORAL_*: ${error instanceof Error ? error.message : String(error)}`);
    }
  }
  return { kind: 'embedded' as const, ...(cliPath !== undefined && { cliPath }) };
}
