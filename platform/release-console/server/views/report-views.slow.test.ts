import { lock } from '@shop/releases/actions/lock';
import { promote } from '@shop/releases/actions/promote';
import { rollback } from '@shop/releases/actions/rollback';
import {
  createEmptyCounts,
  type DailyMetrics,
  dailyMetrics,
  type MetricCounts,
} from '@shop/releases/canary-analysis/gateway-metrics';
import { createEmptyHistogram } from '@shop/releases/canary-analysis/web-vitals';
import { auditActions } from '@shop/releases/change-model/changes';
import { type ErrorRecord, errorRecords, type RecordedError } from '@shop/releases/error-reports/error-records';
import { listReleases } from '@shop/releases/release/list-releases';
import type { ReleaseId } from '@shop/releases/release/release';
import type { ErrorList, VersionHistory, WebhookView } from '@shop/releases/service-api/responses';
import { getHeadKey } from '@shop/releases/state/head';
import { formatDay } from '@shop/releases/store/daily-records';
import type { ReleaseStore } from '@shop/releases/store/release-store';
import { publishBuild } from '@shop/releases/testing/fake-build';
import { passingGates, testAuthor } from '@shop/releases/testing/test-environment';
import { deliverWebhooks } from '@shop/releases/webhooks/deliver-webhooks';
import { createTestConsole, env, fakePaths } from '../testing/test-console';

const dayInMs = 86_400_000;

/** A source map in which the first position of the script is line 12, column 5 of `src/price.ts`, in `formatPrice`. */
const sourceMap = {
  version: 3,
  file: 'remote-entry.js',
  sources: ['webpack://mf_a_1_2_0/./src/price.ts'],
  names: ['formatPrice'],
  mappings: 'AAWIA',
};

const nameOf = ({ app, version, digest }: ReleaseId) => `${app}/${version}-${digest}`;

/** Lists the keys of the source maps of mf-a 1.2.0. */
const listMaps = async (store: ReleaseStore) =>
  (await store.list('private/mf-a/')).filter((key) => key.includes('/1.2.0-') && key.includes('/maps/'));

/** A console whose store has mf-a 1.2.0 with a source map, and records of errors. */
async function createReportedShop() {
  const opened = await createTestConsole();
  const { store } = opened;
  const paths = fakePaths['mf-a'] ?? {};
  const mapped = await publishBuild(store, { app: 'mf-a', version: '1.2.0', content: '1.2.0', paths, sourceMap });
  const createError = (release: ReleaseId, changes: Partial<RecordedError> = {}): RecordedError => ({
    fingerprint: '0123456789abcdef',
    release: nameOf(release),
    message: 'TypeError: price is undefined',
    frames: [`${nameOf(release)}/remote-entry.js:1:1`],
    count: 1,
    firstAt: Date.now() - 1000,
    lastAt: Date.now() - 1000,
    ...changes,
  });
  const record = async (errors: RecordedError[], at = Date.now() - 1000, dropped = 0) => {
    const day = formatDay(at);
    const document: ErrorRecord = { schema: 1, env, day, errors, dropped };
    await store.putIfAbsent(errorRecords.getKey(env, day, 'gateway-a'), Buffer.from(JSON.stringify(document)));
  };
  const readErrors = async (query: string) =>
    (await opened.ravi.get(`/api/errors?env=${env}&${query}`)).json<ErrorList>();
  return { ...opened, mapped, createError, record, readErrors };
}

describe('the errors of an environment', () => {
  it('have their stacks in the sources, and their pages by version', async () => {
    const { mapped, createError, record, readErrors, store } = await createReportedShop();
    const [old] = await listReleases(store, 'shell');
    if (!old) throw new Error('the shell is published');
    await record(
      [createError(mapped, { count: 3 }), createError(old, { fingerprint: 'aaaaaaaaaaaaaaaa' })],
      undefined,
      2,
    );
    const { groups, hidden, dropped } = await readErrors('period=1d');
    expect([groups.length, hidden, dropped]).toEqual([2, 0, 2]);
    expect(groups[0]).toMatchObject({
      id: expect.stringMatching(/^[0-9a-f]{16}$/),
      app: 'mf-a',
      count: 3,
      versions: [{ version: '1.2.0', count: 3 }],
      stack: [{ source: 'src/price.ts', line: 12, column: 5, name: 'formatPrice', problem: null }],
    });
    expect(groups[1]).toMatchObject({ app: 'shell', stack: [{ source: null, problem: 'no-map' }] });
    expect((await readErrors('period=1d&app=shell')).groups.map(({ app }) => app)).toEqual(['shell']);
  });

  it('keep the same id in every period, and are left out without a report in the period', async () => {
    const { mapped, createError, record, readErrors } = await createReportedShop();
    const at = Date.now() - 2 * dayInMs;
    await record([createError(mapped, { firstAt: at, lastAt: at })], at);
    expect((await readErrors('period=1d')).groups).toEqual([]);
    const [week, month] = [await readErrors('period=7d'), await readErrors('period=30d')];
    expect(week.groups[0]?.id).toBe(month.groups[0]?.id);
  });

  it('are resolved again after their source map was stored', async () => {
    const { mapped, createError, record, readErrors, store } = await createReportedShop();
    await record([createError(mapped)]);
    const [key = ''] = await listMaps(store);
    const stored = await store.get(key);
    await store.remove(key);
    expect((await readErrors('period=1d')).groups[0]?.stack[0]?.problem).toBe('no-map');
    await store.putIfAbsent(key, stored?.bytes ?? Buffer.from(''));
    expect((await readErrors('period=1d')).groups[0]?.stack[0]?.source).toBe('src/price.ts');
  });
});

describe('the metrics of an environment', () => {
  it('have counts and web vitals by version and day, also of a version that was rolled back', async () => {
    const { store, environment, ravi } = await createReportedShop();
    const next = (await listReleases(store, 'mf-a')).find(({ version }) => version === '1.1.0');
    if (!next) throw new Error('mf-a 1.1.0 is published');
    const { live } = await promote(environment, [next], testAuthor, passingGates);
    await rollback(environment, testAuthor, passingGates);
    const LCP = createEmptyHistogram('LCP');
    LCP[1] = 4;
    const recordDay = async (daysAgo: number, changes: Partial<MetricCounts>) => {
      const day = formatDay(Date.now() - daysAgo * dayInMs);
      const counts = { ...createEmptyCounts(), ...changes };
      const document: DailyMetrics = { schema: 1, env, day, compositions: [{ composition: live.seq, counts }] };
      await store.putIfAbsent(dailyMetrics.getKey(env, day, 'gateway-a'), Buffer.from(JSON.stringify(document)));
      return day;
    };
    const older = await recordDay(3, { views: 10, errors: 2, loadFailures: 1 });
    const newer = await recordDay(0, { views: 5, vitals: { LCP }, appErrors: { [nameOf(next)]: 3 } });
    const versions = (await ravi.get(`/api/metrics?env=${env}&app=mf-a`)).json<VersionHistory[]>();
    expect(versions.map(({ version, isLive, totals }) => [version, isLive, totals.views])).toEqual([
      ['1.1.0', false, 15],
      ['1.0.0', true, 0],
    ]);
    expect(versions[0]?.days).toMatchObject([
      { day: older, views: 10, errors: 2, loadFailures: 1, ownErrors: 0, vitals: { LCP: { p75: null } } },
      { day: newer, views: 5, errors: 0, ownErrors: 3, vitals: { LCP: { p75: 875 } } },
    ]);
    expect(versions[1]?.days).toEqual([]);
    const apps = (await ravi.get(`/api/metrics?env=${env}`)).json<VersionHistory[]>().map(({ app }) => app);
    expect(apps).toEqual(['shell', 'mf-a', 'mf-a', 'mf-payment']);
  });
});

describe('the webhooks of an environment', () => {
  it('have their pending deliveries, last error and next attempt, and neither address nor secret', async () => {
    const secret = 'x'.repeat(32);
    const receiver = {
      url: 'http://127.0.0.1:1/path-of-the-hook',
      format: 'event' as const,
      secret,
      events: auditActions,
    };
    const webhooks = [
      { ...receiver, name: 'chat' },
      { ...receiver, name: 'elsewhere', environments: ['staging'] },
    ];
    const { environment, ravi } = await createTestConsole({ webhooks });
    await deliverWebhooks(environment, webhooks);
    await lock(environment, 'mf-a', { by: 'asha', reason: 'sale' });
    await deliverWebhooks(environment, webhooks);
    const response = await ravi.get(`/api/webhooks?env=${env}`);
    expect(response.json<WebhookView[]>()).toEqual([
      {
        name: 'chat',
        handled: 1,
        delivered: null,
        pending: 1,
        attempts: 1,
        lastError: 'the connection failed',
        nextAttemptAt: expect.stringMatching(/Z$/),
        givenUp: [],
      },
    ]);
    expect(response.body).not.toContain(secret);
    expect(response.body).not.toContain('path-of-the-hook');
  });

  it('are an empty list when none are configured', async () => {
    const { ravi } = await createTestConsole();
    expect((await ravi.get(`/api/webhooks?env=${env}`)).json()).toEqual([]);
  });
});

describe('an incident', () => {
  it('has the changes of every environment, or of one, in the minutes of the query', async () => {
    const { ravi } = await createTestConsole();
    const read = async (query: string) => (await ravi.get(`/api/incident?${query}`)).json();
    const all = await read('');
    expect(all).toMatchObject([{ env, changes: [{ seq: 1, undo: null }], newErrors: [] }]);
    expect(await read(`env=${env}&minutes=10`)).toMatchObject([{ env }]);
    expect(await read('minutes=0')).toMatchObject({ error: expect.stringContaining('minutes: give a whole number') });
    expect(await read('env=none')).toMatchObject({ error: expect.stringContaining('There is no environment none') });
  });

  it('leaves out an unreadable environment, and fails for that environment alone', async () => {
    const { ravi, store } = await createTestConsole();
    await store.putIfAbsent(getHeadKey('staging'), Buffer.from('{}'));
    expect((await ravi.get('/api/incident')).json()).toMatchObject([{ env, changes: [{ seq: 1 }] }]);
    expect((await ravi.state()).unreadable).toMatchObject([{ name: 'staging' }]);
    const logged = jest.spyOn(console, 'error').mockImplementation(() => undefined);
    expect((await ravi.get('/api/incident?env=staging')).statusCode).toBe(500);
    logged.mockRestore();
  });
});

describe('a request for a report', () => {
  const paths = ['errors?period=1d&env=', 'metrics?env=', 'webhooks?env='];

  it('fails for an unknown environment, and names the known ones', async () => {
    const { ravi } = await createTestConsole();
    for (const path of paths) {
      const response = await ravi.get(`/api/${path}stagin`);
      expect([response.statusCode, response.json()]).toEqual([
        404,
        { error: 'There is no environment stagin: name one of production.' },
      ]);
    }
  });

  it.each([
    ['errors?env=production&period=9y', 'period: give 1h, 1d, 7d or 30d'],
    ['errors?env=production&period=1d&app=../env', 'app: give the name of an app'],
    ['metrics', 'env: give the name of an environment, such as production'],
    ['metrics?env=production&app=%00', 'app: give the name of an app'],
    ['audit-log', 'env: give the name of an environment, such as production'],
    ['history?env=production&search=%00', 'search: search for one line of plain text'],
    ['history?env=production&by=%00', 'by: search for one line of plain text'],
    ['webhooks?env=__proto__', 'env: give the name of an environment, such as production'],
  ])('for %s fails with one message that says what to give', async (path, message) => {
    const { ravi } = await createTestConsole();
    const response = await ravi.get(`/api/${path}`);
    expect(response.statusCode).toBe(400);
    expect(response.json().error).toContain(`The request is invalid: ${message}`);
  });
});
