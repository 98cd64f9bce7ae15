import { openPostgres } from '@shop/database/open-database';
import { createPostgresDatabase, findPostgresPrograms } from '@shop/database/testing/postgres-cluster';
import { findRelease } from '@shop/releases/release/find-release';
import { type ServiceTables, serviceDefinition } from '../database/database';
import { runDueSchedule } from '../schedules/run-schedules';
import { createTestConsole, env } from '../testing/test-console';

/* Rows as the version before the table of changes wrote them. */

const id = '5f0c1d52-1f0e-4c9f-8a53-6d2b1e1f7a10';
const stages = [{ share: 50, afterMinutes: 60 }];

test('a stored schedule of an earlier version is listed and made', async () => {
  const { service, ravi, newest } = await createTestConsole();
  const body = {
    env,
    releases: ['mf-a@1.1.0'],
    removedApps: [],
    removedPaths: [],
    canary: { stages, share: 10, regions: ['KA'] },
    isForced: false,
    reason: 'faster',
  };
  await service.db
    .insertInto('job')
    .values({
      id,
      createdAt: new Date(),
      dueAt: new Date(Date.now() - 1000),
      status: 'waiting',
      schedule: JSON.stringify({ principal: { name: 'ravi' }, action: { call: 'promote', body } }),
    })
    .execute();
  expect((await ravi.get('/api/schedules')).json()).toMatchObject([{ id, action: { call: 'promote', body } }]);
  expect(await runDueSchedule(service)).toBe(true);
  const { state, entry } = await newest();
  expect(entry).toMatchObject({ action: 'canary', reason: 'faster', job: id });
  expect(state.canaries).toMatchObject([{ share: 10, regions: ['KA'], plan: { stages } }]);
});

test('a stored approval request of an earlier version is shown and made', async () => {
  const { service, ravi, meera, newest, store } = await createTestConsole();
  const release = await findRelease(store, 'mf-a@1.1.0');
  const request = {
    kind: 'release',
    author: { name: 'ravi' },
    env,
    reason: 'the bank insists',
    isForced: true,
    apps: ['mf-a'],
    changes: [],
    findings: [],
    change: {
      kind: 'promote',
      releases: [release],
      removedApps: [],
      removedPaths: [],
      canary: { share: 10, staff: true },
      stages,
    },
  };
  await service.db
    .insertInto('job')
    .values({
      id,
      createdAt: new Date(),
      status: 'waiting',
      dueAt: new Date(Date.now() + 60_000),
      request: JSON.stringify(request),
    })
    .execute();
  const [shown] = (await ravi.state()).approvals;
  expect(shown).toMatchObject({
    id,
    env,
    by: 'ravi',
    reason: 'the bank insists',
    isForced: true,
    change: request.change,
  });
  expect((await meera.post('/api/approvals', { id, isApproved: true })).json()).toEqual({ kind: 'live', seq: 2 });
  const { state, entry } = await newest();
  expect(entry).toMatchObject({ action: 'canary', by: 'ravi, approved by meera', reason: 'the bank insists', job: id });
  expect(state.canaries).toMatchObject([{ share: 10, staff: true, owner: 'ravi', plan: { stages } }]);
});

const programs = findPostgresPrograms();

(programs ? test : test.skip)('the tables of requests and of schedules become one table of jobs', async () => {
  const url = await createPostgresDatabase(programs ?? '');
  const { '0005-jobs': _, ...migrations } = serviceDefinition.migrations;
  interface EarlierTables {
    approval: object;
    schedule: object;
  }
  const earlier = await openPostgres<EarlierTables>(url, { ...serviceDefinition, migrations });
  const [at, leaseEndsAt] = [new Date('2026-11-28T10:00:00Z'), new Date('2026-11-28T10:01:00Z')];
  const [request, action, claim] = [{ kind: 'policy' }, { call: 'lock', body: { env } }, { id: 'c', seq: 4 }];
  const asText = (value: object) => JSON.stringify(value);
  const lease = { claim: asText(claim), leaseEndsAt };
  const approval = { requestedBy: 'ravi', requestedAt: at, endsAt: at, request: asText(request), approvers: '[]' };
  const ids = ['1', '2', '3', '4'].map((end) => id.replace(/.$/, end));
  await earlier.db
    .insertInto('approval')
    .values([
      { ...approval, id: ids[0], status: 'open', comments: asText([{ text: 'why now?' }]) },
      { ...approval, id: ids[1], status: 'running', comments: '[]', ...lease },
    ])
    .execute();
  const schedule = { principal: asText({ name: 'asha' }), action: asText(action), createdAt: at, dueAt: at };
  await earlier.db
    .insertInto('schedule')
    .values([
      { ...schedule, id: ids[2], status: 'running', ...lease },
      { ...schedule, id: ids[3], status: 'done', result: asText({ kind: 'live', seq: 7 }), endedAt: at },
    ])
    .execute();
  await earlier.close();
  const { db, close } = await openPostgres<ServiceTables>(url, serviceDefinition);
  const jobs = await db.selectFrom('job').selectAll().orderBy('id').execute();
  await close();
  const common = { createdAt: at, dueAt: at };
  const scheduled = { request: null, schedule: { principal: { name: 'asha' }, action } };
  expect(jobs).toMatchObject([
    { ...common, id: ids[0], request, schedule: null, status: 'waiting', comments: [{ text: 'why now?' }] },
    { ...common, id: ids[1], request, status: 'running', claim, leaseEndsAt },
    { ...common, ...scheduled, id: ids[2], status: 'running', claim, leaseEndsAt },
    { ...common, ...scheduled, id: ids[3], status: 'done', result: { kind: 'live', seq: 7 }, endedAt: at },
  ]);
});
