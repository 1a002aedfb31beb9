import type { Logger } from 'pino';
import type { Config } from '../config/config.ts';
import { type EmbeddedTemporal, startEmbeddedTemporal } from '../embedded/temporal.ts';
import { findTemporalCli } from '../embedded/temporal-cli.ts';
import { SEARCH_ATTRIBUTES } from './search-attributes.ts';
import type { TemporalLocation } from './session.ts';

/** There is no Temporal to be had; the message says what to do about it. */
export class TemporalMissingError extends Error {}

const NO_CLI =
  'There is no Temporal: put the Temporal CLI on PATH, name it in TEMPORAL_CLI_PATH, install Go so that it can be built, or set TEMPORAL_ADDRESS.';

/**
 * Finds Temporal: the cluster that the configuration names, or else a dev server that is found or
 * started, and ends with this process if this process started it.
 */
export function locateTemporal(
  config: Pick<Config, 'temporal' | 'dataDir' | 'cacheDir' | 'searchPath'>,
  log: Logger,
): {
  /** @throws when there is no Temporal for now */
  locate(signal: AbortSignal): Promise<TemporalLocation>;
  readonly namespace: string;
  /** Where Temporal's UI is, as far as it is known by now. */
  uiUrl(): string | undefined;
  close(): Promise<void>;
} {
  const { temporal } = config;
  if (temporal.kind === 'cluster') {
    const { connectionOptions: connection, namespace = 'default' } = temporal.connect;
    return {
      locate: async () => ({ connection, namespace }),
      namespace,
      uiUrl: () => temporal.uiUrl,
      close: async () => {},
    };
  }
  const { cliPath } = temporal;
  const namespace = 'default';
  let server: EmbeddedTemporal | undefined;
  return {
    async locate(signal) {
      server ??= await start(signal);
      const { address, moved } = server;
      return { connection: { address }, namespace, moved: (until) => moved(address, until) };
    },
    namespace,
    uiUrl: () => server?.uiUrl,
    async close() {
      await server?.stop();
    },
  };

  async function start(signal: AbortSignal): Promise<EmbeddedTemporal> {
    try {
      const cli = await findTemporalCli({
        ...(cliPath && { cliPath }),
        path: config.searchPath,
        cacheDir: config.cacheDir,
        log,
        signal,
      });
      if (!cli) throw new Error(NO_CLI);
      return await startEmbeddedTemporal({
        dataDir: config.dataDir,
        cli,
        log,
        searchAttributes: SEARCH_ATTRIBUTES,
        signal,
      });
    } catch (error) {
      if (signal.aborted) throw error;
      // What these say is about this machine's own programs, and written for whoever started the service.
      throw new TemporalMissingError(error instanceof Error ? error.message : String(error));
    }
  }
}
