import { createGatewayMetrics } from '../operation/gateway-metrics';
import { closeTestGateways, openTestGateway } from '../testing/test-gateway';

afterEach(closeTestGateways);

const legacy = (report: object) => JSON.stringify({ 'csp-report': report });
const reports = (...bodies: object[]) =>
  JSON.stringify(bodies.map((body) => ({ type: 'csp-violation', age: 1, url: 'http://localhost/', body })));

async function openShop() {
  const metrics = createGatewayMetrics();
  const shop = await openTestGateway({ isInProcess: true, operation: { metrics }, logLevel: 'warn' });
  await shop.promoteShell('one', '1.0.0');
  const send = async (payload: string, type = 'application/reports+json') => {
    const headers = { 'content-type': type };
    return (await shop.app.inject({ method: 'POST', url: '/-/policy-reports', headers, payload })).statusCode;
  };
  const readCounts = async () =>
    (await metrics.registry.metrics())
      .split('\n')
      .filter((line) => line.startsWith('gateway_policy_violations_total{'));
  return { send, readCounts, logLines: shop.logLines };
}

const violation = {
  effectiveDirective: 'script-src-elem',
  blockedURL: 'https://evil.example/x.js?token=t0ken#part',
  sourceFile: 'http://localhost:3000/r/shell/1.0.0-0123456789ab/main.js',
  documentURL: 'http://localhost:3000/track-order?contactInfo=asha@example.com',
  referrer: 'http://localhost:3000/?q=98450',
  sample: 'alert("asha")',
};

it('counts and logs the reports of both formats, without queries, pages and samples', async () => {
  const { send, readCounts, logLines } = await openShop();
  expect(await send(reports(violation))).toBe(204);
  const old = {
    'violated-directive': "img-src 'self'",
    'blocked-uri': 'inline',
    'document-uri': violation.documentURL,
  };
  expect(await send(legacy(old), 'application/csp-report')).toBe(204);
  expect(await readCounts()).toEqual([
    'gateway_policy_violations_total{directive="script-src-elem",app="shell"} 1',
    'gateway_policy_violations_total{directive="img-src",app="other"} 1',
  ]);
  expect(logLines[0]).toMatchObject({ violation: { blocked: 'https://evil.example/x.js' } });
  expect(JSON.stringify(logLines)).not.toMatch(/t0ken|asha|98450|track-order/);
});

it('counts names that it does not know as "other", so that clients cannot invent metrics', async () => {
  const { send, readCounts } = await openShop();
  const sourceFile = '/r/mf-invented/1.0.0-0123456789ab/x.js';
  expect(await send(reports({ effectiveDirective: 'x'.repeat(500), blockedURL: '\u0000', sourceFile }))).toBe(204);
  expect(await readCounts()).toEqual(['gateway_policy_violations_total{directive="other",app="other"} 1']);
});

it.each([
  ['another object', '{"a":1}'],
  ['a body that is too large', reports({ effectiveDirective: 'x'.repeat(40_000) })],
])('rejects %s', async (_what, payload) => {
  const { send, readCounts } = await openShop();
  expect([400, 413]).toContain(await send(payload));
  expect(await readCounts()).toEqual([]);
});

it('counts ten reports of a request at most, and refuses a network that sends too many requests', async () => {
  const { send, readCounts, logLines } = await openShop();
  const many = reports(...Array.from({ length: 50 }, () => violation));
  const statuses = new Set<number>();
  for (let index = 0; index < 31; index++) statuses.add(await send(many));
  expect([...statuses]).toEqual([204, 429]);
  expect(await readCounts()).toEqual(['gateway_policy_violations_total{directive="script-src-elem",app="shell"} 300']);
  expect(logLines.filter(({ msg }) => String(msg).includes('violated')).length).toBeLessThanOrEqual(30);
});
