import { complete } from '../actions/rollout';
import type { HaltLimit } from '../state/environment';
import { passingGates, testAuthor } from '../testing/test-environment';
import { startTestServer } from '../testing/test-resources';
import { createEmptyShop, createShopWithTeams, readHistory, readLive } from '../testing/test-shop';
import { checkLimits, type MonitorHalt } from './canary-monitor';
import { createPrometheusClient } from './prometheus-limits';

/** Starts a Prometheus that answers each query with the values of its series. It refuses a query without values. */
async function startPrometheus(values: Record<string, string[]>): Promise<string> {
  const { origin } = await startTestServer(({ url = '' }, response) => {
    const query = new URL(url, 'http://localhost').searchParams.get('query') ?? '';
    const series = values[query];
    response.statusCode = series ? 200 : 400;
    const result = series?.map((value) => ({ metric: {}, value: [1, value] }));
    response.end(
      JSON.stringify(
        series
          ? { status: 'success', data: { resultType: 'vector', result } }
          : { status: 'error', errorType: 'bad_data', error: 'parse error' },
      ),
    );
  });
  return origin;
}

/** Creates a shop with canaries of mf-a and mf-b. */
async function createShop(halts: HaltLimit[]) {
  const empty = { ...createEmptyShop(), loadRules: async () => ({ slots: {}, connect: {}, halts }) };
  const { environment, startCanary } = await createShopWithTeams(empty, ['mf-a', 'mf-b']);
  for (const app of ['mf-a', 'mf-b']) await startCanary(app);
  return environment;
}

/** Checks the canaries of a new shop against limits. */
async function check(halts: HaltLimit[], address: string | undefined) {
  const environment = await createShop(halts);
  const halted: MonitorHalt[] = [];
  const error = await checkLimits(environment, createPrometheusClient(address), (halt) => halted.push(halt)).then(
    () => null,
    ({ message }: Error) => message,
  );
  const running = (await readLive(environment)).canaries.map(({ owner }) => owner);
  return { environment, halted, error, running };
}

const ofRelease: HaltLimit = { query: 'errors{app="$app",version="$version"}', above: 0.2 };
const ofShop: HaltLimit = { query: 'payment_failures', above: 5 };
const values = {
  'errors{app="mf-a",version="2.0.0"}': ['0.1'],
  'errors{app="mf-b",version="2.0.0"}': ['0.05', '0.31'],
};

test('a canary whose value is above the limit of the policy is halted, and the reason has the value', async () => {
  const { environment, halted, error, running } = await check([ofRelease], await startPrometheus(values));
  const reason = 'Prometheus: errors{app="mf-b",version="2.0.0"} is 0.31, and may be 0.2 at most';
  expect({ halted, error, running }).toEqual({
    halted: [{ apps: ['mf-b'], owner: 'team-mf-b', reason }],
    error: null,
    running: ['team-mf-a'],
  });
  expect((await readHistory(environment))[0]).toMatchObject({ action: 'halt', by: 'canary monitor', reason });
});

test.each([
  ['above its limit', ['6'], []],
  ['infinite', ['+Inf'], []],
  ['infinitely small', ['-Inf'], ['team-mf-a', 'team-mf-b']],
  ['at its limit', ['5'], ['team-mf-a', 'team-mf-b']],
  ['not a number', ['NaN'], ['team-mf-a', 'team-mf-b']],
  ['absent', [], ['team-mf-a', 'team-mf-b']],
])('with a value of the shop that is %s, the canaries that run are %p', async (_, series, expected) => {
  const { error, running } = await check([ofShop], await startPrometheus({ payment_failures: series }));
  expect({ error, running }).toEqual({ error: null, running: expected });
});

test('a query that Prometheus refuses halts nothing and is reported, and another limit applies', async () => {
  const { error, running } = await check([ofShop, ofRelease], await startPrometheus(values));
  expect(error).toMatch(/ does not answer "payment_failures", so its limit halts no canary: parse error$/);
  expect(running).toEqual(['team-mf-a']);
});

test.each([
  ['cannot be reached', 'http://127.0.0.1:1', /does not answer "payment_failures", so its limit halts no canary: .+/],
  ['has no address', undefined, /set PROMETHEUS_URL\.$/],
])('a Prometheus that %s halts nothing and is reported', async (_, address, message) => {
  const { error, running } = await check([ofShop], address);
  expect(error).toMatch(message);
  expect(running).toEqual(['team-mf-a', 'team-mf-b']);
});

test('a canary that is completed while Prometheus answers is not halted, and the others have their turn', async () => {
  const environment = await createShop([ofShop]);
  const halted: MonitorHalt[] = [];
  let completion: Promise<unknown> | undefined;
  const ask = async () => {
    completion ??= complete(environment, testAuthor, { ...passingGates, canary: { app: 'mf-a' } });
    await completion;
    return 6;
  };
  await checkLimits(environment, ask, (halt) => halted.push(halt));
  expect(halted).toMatchObject([{ apps: ['mf-b'] }]);
  expect((await readHistory(environment)).map(({ action }) => action).slice(0, 2)).toEqual(['halt', 'complete']);
});
