import { Gauge, type Registry } from 'prom-client';
import type { Identity } from '../lib/build.ts';

/**
 * Makes the metrics that tell which code a process runs. `target_info` is OpenTelemetry's name for attributes of a
 * process: only it has the instance, so that a restart makes no other series.
 */
export function tellBuild(
  registry: Registry,
  { version, revision, role, instance }: Identity,
  serviceName: string,
): void {
  const info = (name: string, help: string, labels: Readonly<Record<string, string>>) =>
    new Gauge({ name, help, labelNames: Object.keys(labels), registers: [registry] }).set(labels, 1);
  info('build_info', 'Which code this process runs, and in which role. Always 1.', {
    version,
    revision,
    role,
  });
  info('target_info', 'The attributes of this process in traces. Always 1.', {
    service_name: serviceName,
    service_version: version,
    service_instance_id: instance,
  });
}
