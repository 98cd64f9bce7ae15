import type { IncidentChange } from '@shop/releases/service-api/responses';
import { screen, within } from '@testing-library/react';
import { fakeConsole, getBodies, getQueries, setResponse } from '../testing/fake-console';
import { createEnvironmentView, renderConsole, setState } from '../testing/render-console';

fakeConsole();

const lockChange: IncidentChange = {
  seq: 2,
  at: new Date().toISOString(),
  by: 'asha',
  action: 'lock',
  reason: 'sale',
  isForced: false,
  changes: [],
  halted: [],
  undo: { call: 'unlock', app: 'mf-a', text: 'Unlock mf-a' },
  text: 'locked mf-a',
};
const report = { env: 'production', since: 0, locks: [], metrics: null, newErrors: [] };

test('shows what changed in every environment, and opens the dialog that undoes a change', async () => {
  const locks = { 'mf-a': { by: 'asha', at: lockChange.at, reason: 'sale' } };
  const staging = createEnvironmentView({ name: 'staging', permissions: {}, locks });
  setState({ environments: [createEnvironmentView({ locks }), staging] });
  setResponse('GET incident', [
    { ...report, env: 'staging', changes: [lockChange] },
    { ...report, changes: [lockChange] },
  ]);
  const user = renderConsole('#/production/incident');
  const production = within(await screen.findByRole('region', { name: 'production' }));
  expect(production.getByText(/by asha: sale$/)).toBeInTheDocument();
  expect(screen.getByRole('region', { name: 'staging' })).toHaveTextContent(/You may not do that/);
  await user.click(production.getByRole('button', { name: 'Unlock mf-a to undo change 2' }));
  const dialog = within(screen.getByRole('dialog', { name: 'Unlock mf-a?' }));
  await user.click(dialog.getByLabelText(/^Reason/));
  await user.paste('the sale is over');
  setResponse('POST unlock', { seq: 3 });
  await user.click(dialog.getByRole('button', { name: 'Unlock' }));
  expect(await screen.findByText('mf-a in production can change again.')).toBeInTheDocument();
  expect(getBodies('POST unlock')).toEqual([{ env: 'production', seq: 2, app: 'mf-a', reason: 'the sale is over' }]);
  await user.click(screen.getByRole('button', { name: '3 hours' }));
  expect(await screen.findByRole('region', { name: 'production' })).toBeInTheDocument();
  expect(getQueries('GET incident')).toContain('?minutes=180');
});
