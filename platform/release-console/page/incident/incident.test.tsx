import type { HistoryEntry, IncidentChange, Undo } from '@shop/releases/service-api/responses';
import { fireEvent, screen, within } from '@testing-library/react';
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
  undo: { call: 'unlock', apps: ['mf-a'], app: 'mf-a', text: 'Unlock mf-a' },
  text: 'locked mf-a',
};
const report = { env: 'production', since: 0, locks: [], metrics: null, newErrors: [] };
const locks = { 'mf-a': { by: 'asha', at: lockChange.at, reason: 'sale' } };

test('shows what changed in every environment, and opens the dialog that undoes a change', async () => {
  const staging = createEnvironmentView({ name: 'staging', permissions: {}, locks });
  setState({ environments: [createEnvironmentView({ locks }), staging] });
  const newError = { id: '0123456789abcdef', app: 'mf-a', message: 'TypeError: price is undefined', count: 4 };
  setResponse('GET incident', [
    { ...report, env: 'staging', changes: [lockChange] },
    { ...report, changes: [lockChange], newErrors: [newError] },
  ]);
  const user = renderConsole('#/production/incident');
  const production = within(await screen.findByRole('region', { name: 'production' }));
  expect(production.getByRole('link', { name: newError.message })).toHaveAttribute(
    'href',
    '#/production/errors?app=mf-a&period=7d&group=0123456789abcdef',
  );
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

test('leaves the dialog of a change open when the change leaves the list', async () => {
  setState({ environments: [createEnvironmentView({ locks })] });
  setResponse('GET incident', [{ ...report, changes: [lockChange] }]);
  const user = renderConsole('#/production/incident');
  await user.click(await screen.findByRole('button', { name: 'Unlock mf-a to undo change 2' }));
  const dialog = screen.getByRole('dialog', { name: 'Unlock mf-a?' });
  await user.click(within(dialog).getByLabelText(/^Reason/));
  await user.paste('the sale is over');
  setState({ environments: [createEnvironmentView({ seq: 3, locks })] });
  setResponse('GET incident', [{ ...report, changes: [] }]);
  fireEvent.focus(window);
  expect(await screen.findByText('Nothing changed in the last hour.')).toBeInTheDocument();
  expect(dialog).toBeInTheDocument();
  expect(within(dialog).getByLabelText(/^Reason/)).toHaveValue('the sale is over');
});

describe('the undo of a change', () => {
  const rollback: Undo = { call: 'rollback', apps: ['mf-a'], to: 1, text: 'Roll back to change 1' };
  const halt: Undo = { call: 'halt', apps: ['mf-a'], app: 'mf-a', canary: 'c1', text: 'Halt the canary' };
  const both = ['mf-a', 'mf-b'];

  it.each([
    [rollback, true],
    [{ ...rollback, apps: both }, false],
    [halt, true],
    [{ ...halt, apps: both }, false],
    [{ ...halt, call: 'resume' as const }, false],
    [{ call: 'unlock' as const, apps: ['*'], app: '*', text: 'Unlock all apps' }, false],
  ])('is offered to a person who may roll back mf-a alone: %j (%s)', async (undo, isOffered) => {
    const permissions = { '*': [], shell: [], 'mf-a': ['rollback' as const], 'mf-b': [] };
    setState({ environments: [createEnvironmentView({ permissions })] });
    setResponse('GET incident', [{ ...report, changes: [{ ...lockChange, undo }] }]);
    renderConsole('#/production/incident');
    const production = await screen.findByRole('region', { name: 'production' });
    const button = within(production).queryByRole('button', { name: `${undo.text} to undo change 2` });
    expect([button !== null, production.textContent?.includes('You may not do that')]).toEqual([isOffered, !isOffered]);
  });

  it('offers no other change when its versions are live already', async () => {
    const { composition } = createEnvironmentView();
    const [catalog] = composition.remotes;
    const older = { ...composition, remotes: catalog ? [{ ...catalog, version: '0.9.0' }] : [] };
    const entry: HistoryEntry = {
      ...lockChange,
      text: 'promoted mf-a',
      findings: [],
      canary: null,
      changes: [],
      composition,
    };
    setState();
    setResponse('GET incident', [{ ...report, changes: [{ ...lockChange, undo: rollback }] }]);
    setResponse('GET history', {
      entries: [
        { ...entry, composition: older },
        { ...entry, seq: 1 },
      ],
      before: null,
    });
    const user = renderConsole('#/production/incident');
    await user.click(await screen.findByRole('button', { name: 'Roll back to change 1 to undo change 2' }));
    const dialog = within(await screen.findByRole('dialog'));
    await user.type(dialog.getByLabelText(/^Reason/), 'slow');
    expect(await dialog.findByRole('combobox', { name: 'Roll back to' })).toHaveAccessibleDescription(
      'Visitors have the versions of change 1 already: choose another one.',
    );
    expect(dialog.getByRole('button', { name: 'Roll back' })).toBeDisabled();
  });
});
