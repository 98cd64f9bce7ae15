import { screen } from '@testing-library/react';
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
