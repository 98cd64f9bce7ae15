import type { EnvironmentView, HistoryEntry, IncidentChange, Undo } from '@shop/releases/service-api/responses';
import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { fakeConsole, getBodies, getQueries, setResponse } from '../testing/fake-console';
import { createCanaryView, createEnvironmentView, renderConsole, setState } from '../testing/render-console';

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
  const unlock: Undo = { call: 'unlock', apps: ['mf-a'], app: 'mf-a', text: 'Unlock mf-a' };
  const halt: Undo = { call: 'halt', apps: ['mf-a'], app: 'mf-a', canary: 'c1', text: 'Halt the canary' };
  const both = ['mf-a', 'mf-b'];
  const { composition } = createEnvironmentView();
  const [catalog] = composition.remotes;
  const older = { ...composition, remotes: catalog ? [{ ...catalog, version: '0.9.0' }] : [] };

  /** Sets the history to two changes, 2 and 1, with the compositions after them. */
  function setHistory(...compositions: HistoryEntry['composition'][]) {
    const common = { ...lockChange, text: 'promoted mf-a', findings: [], canary: null, changes: [] };
    const entries = compositions.map((own, index): HistoryEntry => ({ ...common, seq: 2 - index, composition: own }));
    setResponse('GET history', { entries, before: null });
  }

  /** Another person makes a change, after which the page loads everything again. */
  function change(environment: Partial<EnvironmentView>, changes: IncidentChange[]) {
    setState({ environments: [createEnvironmentView(environment)] });
    setResponse('GET incident', [{ ...report, changes }]);
    fireEvent.focus(window);
  }

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
    setState();
    setResponse('GET incident', [{ ...report, changes: [{ ...lockChange, undo: rollback }] }]);
    setHistory(older, composition);
    const user = renderConsole('#/production/incident');
    await user.click(await screen.findByRole('button', { name: 'Roll back to change 1 to undo change 2' }));
    const dialog = within(await screen.findByRole('dialog'));
    await user.type(dialog.getByLabelText(/^Reason/), 'slow');
    expect(await dialog.findByRole('combobox', { name: 'Roll back to' })).toHaveAccessibleDescription(
      'Visitors have the versions of change 1 already: choose another one.',
    );
    expect(dialog.getByRole('button', { name: 'Roll back' })).toBeDisabled();
  });

  it('leaves the release of another team live that was promoted while the dialog is open', async () => {
    setState();
    setHistory(composition, older);
    setResponse('GET incident', [{ ...report, changes: [{ ...lockChange, undo: rollback }] }]);
    const user = renderConsole('#/production/incident');
    await user.click(await screen.findByRole('button', { name: 'Roll back to change 1 to undo change 2' }));
    const dialog = await screen.findByRole('dialog', { name: 'Roll back production?' });
    await user.click(within(dialog).getByLabelText(/^Reason/));
    await user.paste('slow');
    const guides = { app: 'mf-b', version: '2.0.0', digest: '00112233aabb' };
    const promoted = { ...composition, remotes: [...composition.remotes, guides] };
    const partial: Undo = { call: 'rollback', apps: ['mf-a'], app: 'mf-a', text: 'Roll back mf-a' };
    change({ seq: 3, composition: promoted }, [{ ...lockChange, undo: partial }]);
    await waitFor(() => expect(dialog).toHaveAccessibleName('Roll back mf-a?'));
    change({ seq: 4, composition: promoted }, []);
    expect(await screen.findByText('Nothing changed in the last hour.')).toBeInTheDocument();
    expect(dialog).toHaveAccessibleName('Roll back mf-a?');
    const list = await within(dialog).findByRole('list', { name: 'Changes for every visitor' });
    expect(within(list).getAllByRole('listitem')).toHaveLength(1);
    expect(list).toHaveTextContent(/^mf-a.*0\.9\.0$/);
    setResponse('POST rollback', { seq: 5 });
    await user.click(within(dialog).getByRole('button', { name: 'Roll back' }));
    expect(await screen.findByText('mf-a is rolled back to change 1.')).toBeInTheDocument();
    expect(getBodies('POST rollback')).toEqual([{ env: 'production', seq: 2, app: 'mf-a', to: 1, reason: 'slow' }]);
  });

  it.each<[offered: Undo, later: Undo | null]>([
    [rollback, null],
    [unlock, null],
    [halt, halt],
  ])('cannot be confirmed when later changes leave nothing of the change: %j, then %j', async (offered, later) => {
    setState({ environments: [createEnvironmentView({ locks, canaries: [createCanaryView('mf-a', { id: 'c1' })] })] });
    setHistory(composition, older);
    setResponse('GET incident', [{ ...report, changes: [{ ...lockChange, undo: offered }] }]);
    const user = renderConsole('#/production/incident');
    await user.click(await screen.findByRole('button', { name: `${offered.text} to undo change 2` }));
    expect(await screen.findByRole('dialog')).toBeInTheDocument();
    change({ seq: 3 }, [{ ...lockChange, undo: later }]);
    const dialog = within(await screen.findByRole('dialog', { name: 'Undo change 2?' }));
    expect(dialog.getByText(/^Later changes have undone change 2, or changed the same apps\./)).toBeInTheDocument();
    expect(dialog.getByRole('button', { name: 'Undo' })).toBeDisabled();
  });
});
