import { openPostgres } from '@shop/database/open-database';
import { createPostgresDatabase, findPostgresPrograms } from '@shop/database/testing/postgres-cluster';
import { promote } from '@shop/releases/actions/promote';
import { publishBuild } from '@shop/releases/testing/fake-build';
import { passingGates, testAuthor } from '@shop/releases/testing/test-environment';
import { readHistory } from '@shop/releases/testing/test-shop';
import { waitUntil } from '@shop/testing/wait-until';
import { type ServiceTables, serviceDefinition } from '../database/database';
import { createService } from '../service';
import { createTestConsole, describeOnEachDatabase, env, soon } from '../testing/test-console';
import { runDueSchedule, runSchedules } from './run-schedules';

const programs = findPostgresPrograms();
const total = 100;

(programs ? test : test.skip)(
  'two instances on one PostgreSQL run 100 schedules once each, also those of an instance that was killed',
  async () => {
    const url = await createPostgresDatabase(programs ?? '');
    const databases = [
      await openPostgres<ServiceTables>(url, serviceDefinition),
      await openPostgres<ServiceTables>(url, serviceDefinition),
    ];
    const [first, second] = databases;
    if (!first || !second) throw new Error('both databases are open');
    const opened = await createTestConsole({ database: first });
    const { clock, ravi, store, environment, newest } = opened;
    const apps = Array.from({ length: total }, (_entry, index) => `mf-s${index}`);
    const releases = await Promise.all(
      apps.map((app) => publishBuild(store, { app, content: app, paths: { home: `/${app}` } })),
    );
    await promote(environment, releases, testAuthor, passingGates);
    const at = soon();
    for (const app of apps) {
      const action = { call: 'lock', body: { env, app, reason: `sale of ${app}` } };
      expect((await ravi.post('/api/schedules', { at, action })).statusCode).toBe(200);
    }
    clock.elapsedMs = 61_000;
    // A third instance makes a change, claims another schedule, and is killed before it stores a result.
    const killed = createService(opened.service);
    jest.spyOn(killed.schedules, 'end').mockImplementation(async () => undefined);
    await runDueSchedule(killed);
    await killed.schedules.claimDue();
    const lines: string[] = [];
    const instances = [opened.service, createService({ ...opened.service, db: second.db })];
    const stops = instances.map((service) => runSchedules(service, (line) => void lines.push(line)));
    const isOver = async () =>
      (await opened.service.schedules.list()).filter(({ status }) => status === 'done').length === total;
    try {
      await waitUntil(async () => (await newest()).entry.seq === total + 1, {
        message: '99 are made',
        timeoutMs: 300_000,
        intervalMs: 500,
      });
      clock.elapsedMs = 122_000;
      await waitUntil(isOver, { message: 'all are done', timeoutMs: 60_000, intervalMs: 500 });
    } finally {
      await Promise.all(stops.map((stop) => stop()));
      await second.close();
    }
    const { state } = await newest();
    const reasons = (await readHistory(environment)).flatMap(({ action, reason }) =>
      action === 'lock' ? [reason] : [],
    );
    expect([reasons.length, new Set(reasons).size]).toEqual([total, total]);
    expect(Object.keys(state.head.locks)).toHaveLength(total);
    const changes = (await opened.service.schedules.list()).map(({ result }) => result?.kind === 'live' && result.seq);
    expect(new Set(changes).size).toBe(total);
    expect(lines).toEqual([]);
    await first.close();
  },
  420_000,
);

describeOnEachDatabase('the state of the service', (open) => {
  test('serves sign-in, tokens, approvals, schedules and the policy', async () => {
    const database = await open();
    const { service, ravi, meera, openToken, newest } = await createTestConsole({ database });
    const token = await openToken(ravi);
    const at = new Date(Date.now() + 3000).toISOString();
    const action = { call: 'lock', body: { env, app: 'mf-a', reason: 'sale' } };
    expect((await token.post('/api/schedules', { at, action })).statusCode).toBe(200);
    await waitUntil(() => runDueSchedule(service), { message: 'the schedule is due' });
    expect((await newest()).entry).toMatchObject({ seq: 2, action: 'lock', by: 'ravi' });
    const { version, policy } = (await ravi.get('/api/policy')).json();
    const { approval } = (await ravi.post('/api/policy', { replaces: version, policy, reason: 'x' })).json();
    const decision = { id: approval.id, isApproved: true };
    expect((await meera.post('/api/approvals', decision)).json()).toEqual({ kind: 'policy', version: 2 });
    await database.close();
  }, 120_000);
});
