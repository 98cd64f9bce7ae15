import { findRelease } from '@shop/releases/release/find-release';
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
    .insertInto('schedule')
    .values({
      id,
      createdAt: new Date(),
      dueAt: new Date(Date.now() - 1000),
      status: 'waiting',
      result: null,
      endedAt: null,
      claim: null,
      leaseEndsAt: null,
      principal: JSON.stringify({ name: 'ravi' }),
      action: JSON.stringify({ call: 'promote', body }),
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
    .insertInto('approval')
    .values({
      id,
      requestedAt: new Date(),
      requestedBy: 'ravi',
      status: 'open',
      decidedBy: null,
      endsAt: new Date(Date.now() + 60_000),
      claim: null,
      leaseEndsAt: null,
      approvers: '[]',
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
  expect(entry).toMatchObject({ action: 'canary', by: 'ravi, approved by meera', reason: 'the bank insists' });
  expect(state.canaries).toMatchObject([{ share: 10, staff: true, owner: 'ravi', plan: { stages } }]);
});
