import type { ScheduleView } from '@shop/releases/service-api/responses';
import { screen, within } from '@testing-library/react';
import { fakeConsole, getBodies, setResponse } from '../testing/fake-console';
import { createCanaryView, createEnvironmentView, renderConsole, setState } from '../testing/render-console';

fakeConsole();

const lockAll = { call: 'lock' as const, body: { env: 'production', app: '*', reason: 'sale' } };
const rollBack = { call: 'rollback' as const, body: { env: 'production', app: 'mf-a', reason: 'slow' } };

const createSchedule = (changes: Partial<ScheduleView>): ScheduleView => ({
  id: '5f0c1d52-1f0e-4c9f-8a53-6d2b1e1f7a10',
  by: 'asha',
  action: lockAll,
  apps: null,
  createdAt: '2026-11-21T12:00:00.000Z',
  dueAt: '2099-01-01T09:00:00.000Z',
  endedAt: null,
  status: 'waiting',
  result: null,
  mayCancel: true,
  ...changes,
});

test('shows schedules with their results and the next freezes, and cancels a schedule', async () => {
  setState();
  const failed = createSchedule({
    ...{ id: '5f0c1d52-1f0e-4c9f-8a53-6d2b1e1f7a11', status: 'failed', mayCancel: false },
    action: rollBack,
    result: { kind: 'failed', error: 'asha may not roll back mf-a in production' },
  });
  const done = createSchedule({
    ...{ id: '5f0c1d52-1f0e-4c9f-8a53-6d2b1e1f7a14', status: 'done', mayCancel: false },
    result: { kind: 'live', seq: 7 },
  });
  const halt = createSchedule({
    ...{ id: '5f0c1d52-1f0e-4c9f-8a53-6d2b1e1f7a13', dueAt: '2099-01-02T09:00:00.000Z', apps: ['mf-a'] },
    action: { call: 'halt', body: { env: 'production', reason: 'slow' } },
  });
  const elsewhere = createSchedule({
    ...{ id: '5f0c1d52-1f0e-4c9f-8a53-6d2b1e1f7a12' },
    action: { call: 'lock', body: { ...lockAll.body, ...{ env: 'staging', app: 'mf-elsewhere' } } },
  });
  setResponse('GET schedules', [halt, createSchedule({}), failed, done, elsewhere]);
  const freezes = [
    { reason: 'Diwali', from: '2020-11-08T06:00:00Z', to: '2099-11-12T06:00:00Z' },
    { reason: 'sale', from: '2099-11-20T06:00:00Z', to: '2099-11-21T06:00:00Z' },
  ];
  const policy = { roles: {}, people: {}, environments: { production: { freezes } } };
  setResponse('GET policy', { version: 1, policy, history: [] });
  const user = renderConsole('#/waiting');
  const next = within(await screen.findByRole('list', { name: 'Scheduled, earliest first' }));
  const [first, second, third] = next.getAllByRole('listitem');
  expect(first).toHaveTextContent(/^Lock mf-elsewhere, in stagingwaiting.*by asha: sale/);
  expect(second).toHaveTextContent(/^Lock all apps, in productionwaiting.*by asha: sale/);
  expect(third).toHaveTextContent(/^Halt the canary of mf-a, in productionwaiting/);
  expect(next.getByRole('button', { name: 'Cancel: Halt the canary of mf-a, in production' })).toBeInTheDocument();
  expect(screen.getByRole('list', { name: 'Earlier, latest first' })).toHaveTextContent(
    /Roll back mf-a, in productionfailed.*asha may not roll back mf-a in production/,
  );
  expect(screen.getByRole('link', { name: 'Change 7' })).toHaveAttribute('href', '#/production/history?change=7');
  const listed = within(screen.getByRole('list', { name: 'Freezes, earliest first' })).getAllByRole('listitem');
  // Each time ends with its zone.
  const time = String.raw`,? \d\d:\d\d \S+`;
  expect(listed.map(({ textContent }) => textContent)).toEqual([
    expect.stringMatching(new RegExp(`Diwalinowproduction: Sun${time} to 12 Nov 2099${time}, all apps$`)),
    expect.stringMatching(new RegExp(`saleproduction: Fri${time} to Sat${time}, all apps$`)),
  ]);
  setResponse('POST schedules/cancel', { kind: 'cancelled' });
  setResponse('GET schedules', [createSchedule({ status: 'cancelled', mayCancel: false })]);
  await user.click(next.getByRole('button', { name: 'Cancel: Lock all apps, in production' }));
  expect(await screen.findByText('No change is scheduled.')).toBeInTheDocument();
  expect(getBodies('POST schedules/cancel')).toEqual([{ id: createSchedule({}).id }]);
});

test('shows a schedule that another version has stored and this one cannot read', async () => {
  setState();
  setResponse('GET schedules', [
    createSchedule({ action: { call: 'roll-back', body: { env: 'production', reason: '' } } as never }),
  ]);
  renderConsole('#/waiting');
  expect(await screen.findByRole('button', { name: 'Cancel: Make a roll-back, in production' })).toBeInTheDocument();
});

test('shows the next stages of the canaries of all environments, and what each waits for', async () => {
  const plan = { stages: [{ share: 50, afterMinutes: 15 }], dueAt: Date.parse('2099-01-01T09:00:00.000Z') };
  const paused = { ...plan, paused: { by: 'asha', reason: 'sale' } };
  setState({
    environments: [
      createEnvironmentView({
        canaries: [createCanaryView('mf-a', { plan }), createCanaryView('mf-b', { share: 60 })],
        metrics: { canaries: [{ id: createCanaryView().id, stageVisits: { measured: 3, needed: 50 } }] } as never,
      }),
      createEnvironmentView({ name: 'staging', canaries: [createCanaryView('mf-a', { id: 'other', plan: paused })] }),
      createEnvironmentView({ name: 'test', canaries: [createCanaryView()] }),
    ],
  });
  renderConsole('#/waiting');
  const canaries = within(await screen.findByRole('list', { name: 'Canaries with stages' })).getAllByRole('listitem');
  expect(canaries.map(({ textContent }) => textContent)).toEqual([
    expect.stringMatching(
      /^Canary of mf-a at 10 %, in productionNext: 50 % on 1 Jan 2099.*; 3 of 50 visits measured at 10 %\. The next stage waits: 50 % is not free in production: .*Open$/,
    ),
    expect.stringMatching(/^Canary of mf-a at 10 %, in stagingpausedPaused by asha: sale\. Next: 50 %Open$/),
  ]);
});
