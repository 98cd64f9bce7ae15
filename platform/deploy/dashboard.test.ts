import { readFileSync } from 'node:fs';
import path from 'node:path';
import { createGatewayMetrics } from '@shop/gateway/operation/gateway-metrics';
import { createStoreApiMetrics } from '@shop/store-api/operation/store-api-metrics';
import { parse } from 'yaml';

const read = (file: string) => readFileSync(path.join(import.meta.dirname, file), 'utf8');

interface Dashboard {
  panels: { title: string; targets: { expr: string }[] }[];
}
interface Rules {
  groups: { rules: { alert: string; expr: string; annotations: { runbook: string } }[] }[];
}
interface Scraping {
  scrape_configs: { job_name: string; static_configs: { targets: string[] }[] }[];
}

const dashboard: Dashboard = JSON.parse(read('grafana/storefront.json'));
const rules = (parse(read('prometheus/alerts.yaml')) as Rules).groups.flatMap((group) => group.rules);

/** Words of PromQL that are neither metrics nor labels. */
const functions = new Set(
  'sum by rate increase histogram_quantile topk max min or absent and job status route method le source app cause instance state operation version result'.split(
    ' ',
  ),
);

/** Lists the metrics that a query of Prometheus reads. */
const listMetrics = (expression: string) =>
  [...expression.replace(/\{[^}]*\}|\[[^\]]*\]/g, '').matchAll(/[a-z_][a-z0-9_]*/gi)]
    .map(([name]) => name)
    .filter((name) => !functions.has(name));

/** Lists the names of the time series that both servers expose. `up` is Prometheus' own. */
async function listExposed(): Promise<Set<string>> {
  const gateway = createGatewayMetrics();
  gateway.observe({ getSeq: () => 1, countCanaries: () => 0, countProcesses: () => ({ ready: 1, starting: 0 }) });
  const storeApi = createStoreApiMetrics();
  storeApi.observe({ countMails: () => 0 });
  const metrics = await Promise.all([gateway, storeApi].map(({ registry }) => registry.getMetricsAsJSON()));
  const names = metrics.flat().flatMap(({ name, type }) => {
    const isHistogram = String(type) === 'histogram';
    return isHistogram ? [`${name}_bucket`, `${name}_count`, `${name}_sum`] : [name];
  });
  return new Set([...names, 'up']);
}

test.each([
  ['panel of the dashboard', dashboard.panels.flatMap(({ targets }) => targets.map(({ expr }) => expr))],
  ['alert', rules.map(({ expr }) => expr)],
])('every metric of every %s exists', async (_what, expressions) => {
  const exposed = await listExposed();
  expect(expressions.length).toBeGreaterThan(8);
  const used = expressions.flatMap(listMetrics);
  expect(used.length).toBeGreaterThanOrEqual(expressions.length);
  expect(used.filter((name) => !exposed.has(name))).toEqual([]);
});

const page = readFileSync(path.join(import.meta.dirname, '../../docs/runbook.md'), 'utf8');

test('every metric that the page for incidents names exists', async () => {
  const exposed = await listExposed();
  // A histogram may be named without the suffix of its series.
  const named = page.match(/\b(?:gateway|store_api|http)_[a-z_]+/g) ?? [];
  expect(named.length).toBeGreaterThan(6);
  expect(named.filter((name) => !exposed.has(name) && !exposed.has(`${name}_count`))).toEqual([]);
});

test('the commands of the page for incidents show every number that it explains', () => {
  const [, table = ''] = page.split('| Number that grows');
  const numbers = [...(table.split('\n\n')[0] ?? '').matchAll(/^\| `([^`]+)`/gm)].map(([, number = '']) => number);
  expect(numbers.length).toBeGreaterThan(8);
  const patterns = [...page.matchAll(/9464\/metrics \| grep -E '([^']+)'/g)].map(
    ([, pattern = '']) => new RegExp(pattern),
  );
  expect(patterns).toHaveLength(2);
  expect(numbers.filter((number) => !patterns.some((pattern) => pattern.test(number)))).toEqual([]);
});

test('every result that an alert selects exists before its first event', async () => {
  const text = await createStoreApiMetrics().registry.metrics();
  const selected = rules.flatMap(({ expr }) => expr.match(/\w+\{result="\w+"\}/g) ?? []);
  expect(selected).toEqual(
    ['orders', 'payments', 'order_mails'].map((counted) => `store_api_${counted}_total{result="failed"}`),
  );
  for (const series of selected) expect(text).toContain(`\n${series} 0\n`);
});

test.each(['gateway', 'store-api'])('an alert sees that no %s answers, also when there is none', (job) => {
  const ends = `== 0 or absent(up{job="${job}"})`;
  expect(
    rules.filter(({ expr }) => expr.includes(`up{job="${job}"}`)).map(({ expr }) => expr.slice(-ends.length)),
  ).toEqual([ends]);
});

test('pages that the gateway does not render on purpose raise no alert', () => {
  const { expr = '' } = rules.find(({ alert }) => alert === 'PagesWithoutContent') ?? {};
  const excluded = /cause!~"([^"]+)"/.exec(expr)?.[1]?.split('|');
  expect(excluded).toEqual(['unsupported', 'limited']);
});

test('every alert names the page that says what to do, and the page names every alert', () => {
  for (const { alert, annotations } of rules) {
    expect(annotations.runbook).toBe('docs/runbook.md');
    expect(page).toContain(`\`${alert}\``);
  }
});

test('Prometheus reads the metrics port of every gateway and store API of the compose file', () => {
  const compose = parse(read('compose.yaml'), { merge: true }) as {
    services: Record<string, { environment?: Record<string, string>; profiles?: string[] }>;
  };
  // A service with a profile is a command, or is optional.
  const servers = Object.entries(compose.services).filter(([, { profiles }]) => !profiles);
  const exposed = servers.flatMap(([name, { environment = {} }]) => {
    const port = environment.METRICS_PORT?.split(':')[1];
    return port ? [`${name}:${port}`] : [];
  });
  const { scrape_configs } = parse(read('prometheus/prometheus.yaml')) as Scraping;
  expect(scrape_configs.flatMap((job) => job.static_configs.flatMap(({ targets }) => targets))).toEqual(exposed);
});
