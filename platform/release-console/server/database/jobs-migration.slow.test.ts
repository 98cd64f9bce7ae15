import { openPostgres } from '@shop/database/open-database';
import { createPostgresDatabase, findPostgresPrograms } from '@shop/database/testing/postgres-cluster';
import { type ServiceTables, serviceDefinition } from './database';

const programs = findPostgresPrograms();
const id = '5f0c1d52-1f0e-4c9f-8a53-6d2b1e1f7a10';

(programs ? test : test.skip)('the tables of requests and of schedules become one table of jobs', async () => {
  const url = await createPostgresDatabase(programs ?? '');
  const { '0005-jobs': _, ...migrations } = serviceDefinition.migrations;
  interface EarlierTables {
    approval: object;
    schedule: object;
  }
  const earlier = await openPostgres<EarlierTables>(url, { ...serviceDefinition, migrations });
  const [at, leaseEndsAt] = [new Date('2026-11-28T10:00:00Z'), new Date('2026-11-28T10:01:00Z')];
  const [request, action, claim] = [
    { kind: 'policy' },
    { call: 'lock', body: { env: 'production' } },
    { id: 'c', seq: 4 },
  ];
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
