import type { NativeConnectionOptions } from '@temporalio/worker';
import type { Logger } from 'pino';
import type { Config } from '../../config/config.ts';
import type { FolderOwner } from '../../embedded/owner.ts';
import type { EmbeddedTemporal } from '../../embedded/temporal.ts';

/** Temporal cannot be found or started. The message says what to do about it. */
export class TemporalMissingError extends Error {}

const NO_CLI =
  'There is no Temporal: put the Temporal CLI on PATH, name it in TEMPORAL_CLI_PATH, ' +
  'install Go so that it can be built, or set TEMPORAL_ADDRESS.';

/** Where Temporal is at the moment. */
export interface TemporalLocation {
  readonly connection: NativeConnectionOptions;
  readonly namespace: string;
  /** Resolves when Temporal has moved to another address, or when the signal is aborted. Absent when it never moves. */
  readonly moved?: (signal: AbortSignal) => Promise<void>;
}

/** The cluster that the configuration names. */
export function clusterOf({
  connectionOptions: connection,
  namespace = 'default',
}: NonNullable<Config['temporalServer']>): TemporalLocation {
  return { connection, namespace };
}

/** Finds Temporal again and again, because it may move. */
export interface TemporalLocator {
  /** @throws when Temporal cannot be found or started now */
  locate(signal: AbortSignal): Promise<TemporalLocation>;
  readonly namespace: string;
  /** The address of Temporal's UI; undefined until it is known. */
  uiUrl(): string | undefined;
  close(): Promise<void>;
}

type Locating = Pick<
  Config,
  'temporalServer' | 'temporalCliPath' | 'temporalUiUrl' | 'cacheDir' | 'searchPath'
>;

/**
 * Finds Temporal: the cluster that the configuration names, or else a dev server, which this process runs from the first
 * look for it to its own end.
 *
 * @param owner of the data folder; a process without one has no dev server
 */
export function locateTemporal(
  config: Locating,
  owner: FolderOwner | undefined,
  log: Logger,
): TemporalLocator {
  if (!config.temporalServer) return locateDevServer(config, owner, log);
  const cluster = clusterOf(config.temporalServer);
  return {
    locate: async () => cluster,
    namespace: cluster.namespace,
    uiUrl: () => config.temporalUiUrl,
    close: async () => {},
  };
}

function locateDevServer(config: Locating, owner: FolderOwner | undefined, log: Logger): TemporalLocator {
  const namespace = 'default';
  let server: EmbeddedTemporal | undefined;
  return {
    async locate(signal) {
      if (!owner) throw new Error('A process without a data folder of its own has no dev server.');
      server ??= await startDevServer(config, owner, log, signal);
      const { address, moved } = server;
      return { connection: { address }, namespace, moved: (until) => moved(address, until) };
    },
    namespace,
    uiUrl: () => server?.uiUrl,
    async close() {
      await server?.stop();
    },
  };
}

/** @throws {TemporalMissingError} when it cannot be found or started, unless the signal ended that */
async function startDevServer(
  { temporalCliPath: cliPath, cacheDir, searchPath }: Locating,
  owner: FolderOwner,
  log: Logger,
  signal: AbortSignal,
): Promise<EmbeddedTemporal> {
  // Only processes that run the dev server load its code.
  const [{ startEmbeddedTemporal }, { findTemporalCli }, { SEARCH_ATTRIBUTES }] = await Promise.all([
    import('../../embedded/temporal.ts'),
    import('../../embedded/temporal-cli.ts'),
    import('../search-attributes.ts'),
  ]);
  try {
    const cli = await findTemporalCli({
      ...(cliPath && { cliPath }),
      path: searchPath,
      cacheDir,
      log,
      signal,
    });
    if (!cli) throw new Error(NO_CLI);
    return await startEmbeddedTemporal({ owner, cli, log, searchAttributes: SEARCH_ATTRIBUTES, signal });
  } catch (error) {
    if (signal.aborted) throw error;
    // These messages are about programs of this machine, and are written for the person who starts the service.
    throw new TemporalMissingError(error instanceof Error ? error.message : String(error));
  }
}
