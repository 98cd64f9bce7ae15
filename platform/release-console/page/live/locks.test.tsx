import type { EnvironmentView } from '@shop/releases/service-api/responses';
import { fireEvent, screen, within } from '@testing-library/react';
import { fakeConsole, setResponse } from '../testing/fake-console';
import { createEnvironmentView, renderConsole, setState } from '../testing/render-console';

fakeConsole();

const lock = { by: 'meera', at: '2026-11-21T12:00:00.000Z', reason: 'sale weekend' };
const frozen = [{ app: '*', description: 'frozen until Sat 00:00 IST (Friday evening)' }];

function showLocked(view: string) {
  const permissions = { '*': [], shell: [], 'mf-a': ['promote' as const] };
  setState({ environments: [createEnvironmentView({ locks: { 'mf-a': lock }, frozen, permissions })] });
  const release = { app: 'mf-a', version: '1.1.0', digest: '0123456789ab', commit: 'c0ffee', isDamaged: false };
  setResponse('GET releases', [{ app: 'mf-a', releases: [{ ...release, publishedAt: lock.at }] }]);
  return renderConsole(`#/production/${view}`);
}

test('the live view says what refuses changes, and who may lift it', async () => {
  showLocked('live');
  const section = await screen.findByRole('region', { name: 'Locks and freezes' });
  expect(section).toHaveTextContent(/mf-a is locked by meera, .*: sale weekend – ask meera, or another person who may/);
  expect(section).toHaveTextContent(
    'All apps are frozen until Sat 00:00 IST (Friday evening). Halts and rollbacks work. A person who may force can override it.',
  );
});

test('a promotion says it before the gates run, for the chosen apps', async () => {
  const user = showLocked('promote');
  const section = await screen.findByRole('region', { name: 'Locks and freezes' });
  expect(section).toHaveTextContent(/^All apps are frozen/);
  await user.click(await screen.findByRole('combobox', { name: 'mf-a' }));
  await user.click(screen.getByRole('option', { name: /1\.1\.0/ }));
  expect(section).toHaveTextContent(/^mf-a is locked by meera/);
});

type Locks = EnvironmentView['locks'];
type Control = [role: 'button' | 'menuitem', name: string];
const menu: Control = ['button', 'Actions for mf-a'];
const locked = { 'mf-a': lock };

describe('the dialog of a lock', () => {
  it.each<[title: string, open: Control[], before: Locks, after: Locks, statement: string]>([
    ['Lock all apps?', [['button', 'Lock all apps…']], {}, { '*': lock }, 'production is locked already.'],
    ['Lock mf-a?', [menu, ['menuitem', 'Lock mf-a…']], {}, locked, 'mf-a in production is locked already.'],
    ['Unlock mf-a?', [menu, ['menuitem', 'Unlock mf-a…']], locked, {}, 'mf-a in production is unlocked already.'],
    ['Unlock mf-a?', [['button', 'Unlock mf-a…']], locked, {}, 'mf-a in production is unlocked already.'],
  ])('%s, opened by %j, stays the same when another person is first', async (title, open, before, after, statement) => {
    setState({ environments: [createEnvironmentView({ locks: before })] });
    const user = renderConsole('#/production/live');
    for (const [role, name] of open) await user.click(await screen.findByRole(role, { name }));
    const dialog = within(await screen.findByRole('dialog', { name: title }));
    await user.click(dialog.getByLabelText(/^Reason/));
    await user.paste('sale weekend');
    const [confirm = ''] = title.split(' ');
    expect(dialog.getByRole('button', { name: confirm })).toBeEnabled();
    setState({ environments: [createEnvironmentView({ seq: 3, locks: after })] });
    fireEvent.focus(window);
    expect(await dialog.findByText(statement)).toBeInTheDocument();
    expect(screen.getByRole('dialog', { name: title })).toBeInTheDocument();
    expect(dialog.getByRole('button', { name: confirm })).toBeDisabled();
  });
});
