import type { Client, WorkflowExecutionDescription, WorkflowService } from '@temporalio/client';
import type { WorkerDeploymentVersion } from '@temporalio/common';
import proto from '@temporalio/proto';

const { TaskQueueType, VersioningBehavior, WorkerDeploymentVersionStatus } = proto.temporal.api.enums.v1;
/** A poll of a worker takes up to a minute. */
const POLLED_WITHIN_MS = 70_000;

/** A version of the workers; undefined for workers without a version. */
export type Version = WorkerDeploymentVersion | undefined;

/** The workers of a task queue, as Temporal knows them. */
export interface QueueState {
  /** The version that gets new workflows. */
  readonly current: Version;
  /** How many workers have polled within the last minute. */
  readonly workers: number;
  /** Whether a worker of this version is among them. */
  hasWorker(version: Version): boolean;
}

/**
 * @param now the time, to compare with the times of polls
 * @throws when Temporal does not respond
 */
export async function readQueue(
  workflowService: WorkflowService,
  namespace: string,
  taskQueue: string,
  now: Date,
): Promise<QueueState> {
  const { pollers, versioningInfo } = await workflowService.describeTaskQueue({
    namespace,
    taskQueue: { name: taskQueue },
    taskQueueType: TaskQueueType.TASK_QUEUE_TYPE_WORKFLOW,
  });
  const recent = pollers.filter(
    ({ lastAccessTime }) => now.getTime() - Number(lastAccessTime?.seconds ?? 0) * 1000 < POLLED_WITHIN_MS,
  );
  const polled = recent.map(({ deploymentOptions: version }) => versionOf(version));
  return {
    current: versionOf(versioningInfo?.currentDeploymentVersion),
    workers: new Set(recent.map(({ identity }) => identity)).size,
    hasWorker: (version) => polled.some((each) => isSame(each, version)),
  };
}

/** @returns the version whose workers alone may continue the workflow; undefined when any worker may */
export function pinnedTo({ raw }: Pick<WorkflowExecutionDescription, 'raw'>): Version {
  const info = raw.workflowExecutionInfo?.versioningInfo;
  if (info?.versioningOverride) return versionOf(info.versioningOverride.pinned?.version);
  return info?.behavior === VersioningBehavior.VERSIONING_BEHAVIOR_PINNED
    ? versionOf(info.deploymentVersion)
    : undefined;
}

/**
 * Gives new workflows to a version, and with them those that no version is pinned to.
 *
 * @param buildId of the version; empty for the workers without a version
 * @throws when Temporal refuses it, also while no worker of the version has polled yet
 */
export async function makeCurrent(
  { workflowService, options }: Client,
  deploymentName: string,
  buildId: string,
): Promise<void> {
  const { namespace, identity } = options;
  await workflowService.setWorkerDeploymentCurrentVersion({
    namespace,
    deploymentName,
    buildId,
    identity,
    // An earlier version may have used another task queue.
    ignoreMissingTaskQueues: true,
  });
}

/**
 * @returns whether the version has never been the current one
 * @throws also while no worker of the version has polled yet
 */
export async function isNew(
  { workflowService, options: { namespace } }: Client,
  version: WorkerDeploymentVersion,
): Promise<boolean> {
  const { deploymentName } = version;
  const { workerDeploymentInfo } = await workflowService.describeWorkerDeployment({
    namespace,
    deploymentName,
  });
  const summary = workerDeploymentInfo?.versionSummaries?.find((each) =>
    isSame(versionOf(each.deploymentVersion), version),
  );
  if (!summary) throw new Error('Temporal does not know the version yet.');
  return summary.status === WorkerDeploymentVersionStatus.WORKER_DEPLOYMENT_VERSION_STATUS_INACTIVE;
}

export function isSame(one: Version, other: Version): boolean {
  return one?.deploymentName === other?.deploymentName && one?.buildId === other?.buildId;
}

function versionOf(
  version: { deploymentName?: string | null; buildId?: string | null } | null | undefined,
): Version {
  const { deploymentName, buildId } = version ?? {};
  return deploymentName && buildId ? { deploymentName, buildId } : undefined;
}
