import { screen } from '@testing-library/react';
import { fakeConsole, getBodies, setResponse } from '../testing/fake-console';
import { renderConsole, setState } from '../testing/render-console';

fakeConsole();

const token = {
  id: '5f0c1d52-1f0e-4c9f-8a53-6d2b1e1f7a10',
  name: 'laptop',
  scope: { apps: ['*'], environments: ['staging'], may: ['promote'] },
  createdAt: '2026-11-21T12:00:00.000Z',
  endsAt: '2099-01-01T00:00:00.000Z',
  usedAt: null,
  revokedAt: null,
};

test('creates a token with a scope, shows it once with the command that uses it, and revokes it', async () => {
  setState();
  setResponse('GET tokens', []);
  setResponse('GET releases', [{ app: 'mf-a', releases: [] }]);
  const user = renderConsole('#/tokens');
  await user.click(await screen.findByRole('button', { name: 'Create a token…' }));
  await user.click(screen.getByLabelText(/^Name/));
  await user.paste('laptop');
  await user.click(screen.getByRole('checkbox', { name: /^Roll back/ }));
  await user.click(screen.getByRole('checkbox', { name: 'All environments' }));
  expect(screen.getByRole('button', { name: 'Create' })).toBeDisabled();
  await user.click(screen.getByRole('checkbox', { name: 'production' }));
  setResponse('POST tokens', { id: token.id, token: 'rel_secret' });
  setResponse('GET tokens', [token]);
  await user.click(screen.getByRole('button', { name: 'Create' }));
  expect(await screen.findByText('rel_secret')).toBeInTheDocument();
  expect(screen.getByText(`npm run release -- login ${location.origin}`)).toBeInTheDocument();
  expect(getBodies('POST tokens')).toEqual([
    { name: 'laptop', days: 30, scope: { apps: ['*'], environments: ['production'], may: ['promote'] } },
  ]);
  await user.click(screen.getByRole('button', { name: 'I have copied it' }));
  expect(screen.queryByText('rel_secret')).not.toBeInTheDocument();
  setResponse('POST tokens/revoke', { kind: 'revoked' });
  setResponse('GET tokens', [{ ...token, revokedAt: '2026-11-22T12:00:00.000Z' }]);
  await user.click(await screen.findByRole('button', { name: 'Revoke laptop' }));
  expect(await screen.findByText('revoked')).toBeInTheDocument();
  expect(getBodies('POST tokens/revoke')).toEqual([{ id: token.id }]);
});
