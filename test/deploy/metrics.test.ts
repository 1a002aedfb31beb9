import { readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { Registry } from 'prom-client';
import { expect, test } from 'vitest';
import { freePort } from '../../src/embedded/ports.ts';
import { createDeliveryMetrics } from '../../src/telemetry/delivery-metrics.ts';
import { startService } from '../kit/service.ts';

const DEPLOY = resolve(import.meta.dirname, '../../deploy');
/**
 * Prometheus makes the first one itself. Only workers have those of Temporal's SDK, and only a process with replicas has
 * the last one.
 */
const ELSEWHERE = /^(up|temporal_.+|database_replica_used)$/;

/** The names of the metrics in an expression of PromQL. */
function metricsIn(expression: string): string[] {
  const bare = expression.replaceAll(/\{[^}]*\}/g, '').replaceAll(/by \([^)]*\)/g, '');
  const names = [...bare.matchAll(/\b[a-z]+_[a-z0-9_]+\b(?!\s*\()/g)].map(([name]) => name);
  return names.map((name) => name.replace(/_(bucket|sum|count)$/, ''));
}

test('each alert has a section that says what to do, and each section an alert', () => {
  const read = (file: string) => readFileSync(join(DEPLOY, file), 'utf8');
  const rules = read('prometheus/alerts.yml') + read('prometheus/machines.yml');
  const alerts = [...rules.matchAll(/- alert: (\w+)/g)].map(([, name = '']) => name);
  const sections = [...read('../docs/operating/alerts.md').matchAll(/^### (\w+)$/gm)].map(
    ([, name = '']) => name,
  );
  expect(sections.toSorted()).toEqual(alerts.toSorted());
  const links = [...rules.matchAll(/runbook_url: docs\/operating\/alerts\.md#(\w+)/g)].map(
    ([, name]) => name,
  );
  expect(links).toEqual(alerts.map((name) => name.toLowerCase()));
});

test('the alerts and the dashboard use metrics that the service has', async () => {
  const { panels } = JSON.parse(readFileSync(join(DEPLOY, 'grafana/dashboard.json'), 'utf8')) as {
    panels: { targets?: { expr: string }[] }[];
  };
  const rules = readFileSync(join(DEPLOY, 'prometheus/alerts.yml'), 'utf8');
  const alerts = [...rules.matchAll(/expr: (?:\|\n)?([\s\S]*?)\n {8}(?:for|labels):/g)].map(
    ([, expression = '']) => expression,
  );
  const expressions = [...panels.flatMap(({ targets = [] }) => targets.map(({ expr }) => expr)), ...alerts];
  const used = new Set(expressions.flatMap(metricsIn).filter((name) => !ELSEWHERE.test(name)));
  expect(alerts.length).toBe(30);
  expect(used.size).toBeGreaterThan(25);

  const port = await freePort(0);
  await using _ = await startService({ METRICS_PORT: `${port}` });
  const text = await (await fetch(`http://127.0.0.1:${port}/metrics`)).text();
  const ofWorkers = new Registry();
  createDeliveryMetrics(ofWorkers);
  const served = new Set([
    ...[...text.matchAll(/^# TYPE (\S+)/gm)].map(([, name]) => name),
    ...ofWorkers.getMetricsAsArray().map(({ name }) => name),
  ]);
  expect([...used].filter((name) => !served.has(name))).toEqual([]);
});
