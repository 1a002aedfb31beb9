import { createRequire } from 'node:module';
import type * as envconfig from '@temporalio/envconfig';
import { z } from 'zod';
import { isServer } from '../lib/host.ts';
import { type Checks, flag, text, url } from './values.ts';

const require = createRequire(import.meta.url);

/** A variable that Temporal's SDK reads itself. */
const ofSdk = (description: string, more: z.GlobalMeta = {}) =>
  text.optional().meta({ description, ...more });

const address = text.refine(isServer, {
  error: 'must be one host and its port, such as temporal.example.com:7233, without http://',
});

export const temporal = z
  .object({
    temporalAddress: address.optional().meta({
      description: 'The Temporal server; without it a dev server starts',
      bounds: 'host:port',
      example: 'localhost:7233',
      isGrave: true,
    }),
    temporalNamespace: ofSdk('Namespace; without it `default`', { example: 'default', isGrave: true }),
    temporalTaskQueue: text
      .default('vote-deliveries')
      .meta({ description: 'Task queue; each service needs one of its own', isGrave: true }),
    temporalUiUrl: url('http:', 'https:').optional().meta({
      description: 'Where operators find the Temporal UI of that server',
      example: 'https://temporal.example.com',
    }),
    temporalCliPath: text.optional().meta({
      description: 'The Temporal CLI for the dev server, if it is not in `PATH`',
      bounds: 'file',
    }),
    temporalApiKey: ofSdk('API key', { isSecret: true }),
    temporalProfile: ofSdk("Profile in Temporal's configuration file"),
    temporalConfigFile: ofSdk("Temporal's configuration file", { bounds: 'file' }),
    // The SDK takes any other value as false, which would turn TLS off without a word.
    temporalTls: flag.optional().meta({ description: 'TLS; on with an API key', example: 'true' }),
    temporalTlsClientCertPath: ofSdk('Client certificate', { bounds: 'file' }),
    temporalTlsClientCertData: ofSdk('The same, as text', { bounds: 'PEM' }),
    temporalTlsClientKeyPath: ofSdk('Key of the client certificate', { bounds: 'file' }),
    temporalTlsClientKeyData: ofSdk('The same, as text', { bounds: 'PEM', isSecret: true }),
    temporalTlsServerCaCertPath: ofSdk('Certificate authority of the server', { bounds: 'file' }),
    temporalTlsServerCaCertData: ofSdk('The same, as text', { bounds: 'PEM' }),
    temporalTlsServerName: ofSdk("Expected name in the server's certificate"),
    temporalTlsDisableHostVerification: ofSdk('No effect: the SDK always checks the certificate', {
      bounds: 'true, false',
    }),
  })
  .meta({
    title: 'Temporal',
    notes: `
Temporal's SDK reads most of these itself, as its documentation describes.
`,
  });

/**
 * How to connect to the Temporal server, as its SDK reads it from the settings and the profile file that they may name.
 *
 * @returns undefined where a dev server starts
 */
export function readTemporal({ env, isSet, problems }: Checks): envconfig.ClientConnectConfig | undefined {
  if (!['TEMPORAL_ADDRESS', 'TEMPORAL_PROFILE', 'TEMPORAL_CONFIG_FILE'].some(isSet)) return undefined;
  try {
    // The SDK would take an empty value as one: an empty TEMPORAL_TLS would turn TLS off.
    const set = Object.entries(env).filter((entry): entry is [string, string] => Boolean(entry[1]));
    // Loaded only here: it takes a part of the start that a web process saves.
    const { loadClientConnectConfig }: typeof envconfig = require('@temporalio/envconfig');
    return loadClientConnectConfig({ overrideEnvVars: Object.fromEntries(set) });
  } catch (error) {
    problems.push(`TEMPORAL_*: ${error instanceof Error ? error.message : String(error)}`);
    return undefined;
  }
}
