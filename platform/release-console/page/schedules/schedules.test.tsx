import type { ScheduleView } from '@shop/releases/service-api/responses';
import { screen, within } from '@testing-library/react';
import { fakeConsole, getBodies, setResponse } from '../testing/fake-console';
import { renderConsole, setState } from '../testing/render-console';

fakeConsole();

const lockAll = { call: 'lock' as const, body: { env: 'production', app: '*', reason: 'sale' } };
const rollBack = { call: 'rollback' as const, body: { env: 'production', app: 'mf-a', reason: 'slow' } };

const createSchedule = (changes: Partial<ScheduleView>): ScheduleView => ({
  id: '5f0c1d52-1f0e-4c9f-8a53-6d2b1e1f7a10',
  by: 'asha',
  action: lockAll,
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
  const elsewhere = createSchedule({
    ...{ id: '5f0c1d52-1f0e-4c9f-8a53-6d2b1e1f7a12' },
    action: { call: 'lock', body: { ...lockAll.body, ...{ env: 'staging', app: 'mf-elsewhere' } } },
  });
  setResponse('GET schedules', [createSchedule({}), failed, elsewhere]);
  const freeze = { reason: 'Diwali', from: '2020-11-08T00:00:00Z', to: '2099-11-12T00:00:00Z' };
  const policy = { roles: {}, people: {}, environments: { production: { freezes: [freeze] } } };
  setResponse('GET policy', { version: 1, policy, history: [] });
  const user = renderConsole('#/production/schedules');
  const next = within(await screen.findByRole('list', { name: 'Next, earliest first' }));
  expect(next.getByRole('listitem')).toHaveTextContent(/^Lock all appswaiting.*by asha: sale/);
  expect(screen.getByRole('list', { name: 'Earlier, latest first' })).toHaveTextContent(
    /Roll back mf-afailed.*asha may not roll back mf-a in production/,
  );
  expect(screen.queryByText(/mf-elsewhere/)).not.toBeInTheDocument();
  expect(screen.getByRole('list', { name: 'Freezes, earliest first' })).toHaveTextContent(/Diwalinow.*all apps/);
  setResponse('POST schedules/cancel', { kind: 'cancelled' });
  setResponse('GET schedules', [createSchedule({ status: 'cancelled', mayCancel: false })]);
  await user.click(next.getByRole('button', { name: 'Cancel: Lock all apps' }));
  expect(await screen.findByText('No change is scheduled.')).toBeInTheDocument();
  expect(getBodies('POST schedules/cancel')).toEqual([{ id: createSchedule({}).id }]);
});
