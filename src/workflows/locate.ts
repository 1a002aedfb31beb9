import type { Logger } from 'pino';
import type { Config } from '../config.ts';
import { type EmbeddedTemporal, startEmbeddedTemporal } from '../embedded/temporal.ts';
import { findTemporalCli } from '../embedded/temporal-cli.ts';
import { type TemporalLocation, TemporalMissingError } from './worker.ts';

/**
 * Finds Temporal: the cluster that the configuration names, or else a dev server that is found or
 * started, and ends with this process if this process started it.
 */
export function locateTemporal(
  config: Pick<Config, 'temporal' | 'dataDir' | 'cacheDir' | 'searchPath'>,
  log: Logger,
): {
  /** @throws when there is no Temporal for now */
  locate(): Promise<TemporalLocation>;
  uiUrl(): string | undefined;
  close(): Promise<void>;
} {
  const { temporal } = config;
  if (temporal.kind === 'cluster') {
    const { connectionOptions: connection, namespace = 'default' } = temporal.connect;
    return {
      locate: async () => ({ connection, namespace }),
      uiUrl: () => temporal.uiUrl,
      close: async () => {},
    };
  }
  const closing = new AbortController();
  let server: EmbeddedTemporal | undefined;
  return {
    async locate() {
      server ??= await start();
      return { connection: { address: server.address }, namespace: 'default' };
    },
    uiUrl: () => server?.uiUrl,
    async close() {
      closing.abort();
      await server?.stop();
    },
  };

  async function start(): Promise<EmbeddedTemporal> {
    const cli = await findTemporalCli({
      ...(temporal.kind === 'embedded' && temporal.cliPath && { cliPath: temporal.cliPath }),
      path: config.searchPath,
      cacheDir: config.cacheDir,
      log,
      signal: closing.signal,
    });
    if (!cli) {
      throw new TemporalMissingError(
        'There is no Temporal: put the Temporal CLI on PATH, name it in TEMPORAL_CLI_PATH, install Go so that it can be built, or set TEMPORAL_ADDRESS.',
      );
    }
    return startEmbeddedTemporal({ dataDir: config.dataDir, cli, log });
  }
}
