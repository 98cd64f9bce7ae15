import { useLocation } from '@shop/router/router';
import { aStoreInfo } from '@shop/testing/builders';
import { expectLog } from '@shop/testing/console-watch';
import { answer, calls, fakeStoreApi } from '@shop/testing/store-api-fake';
import { networkAnsweredEvent } from '@shop/ui/recovery';
import { act, screen, waitFor } from '@testing-library/react';
import { useState } from 'react';
import { renderShop } from '../testing/render-shop';
import { sessionScreens } from './session-routes';

fakeStoreApi();
afterEach(() => jest.restoreAllMocks());

test('a sign-in screen that does not load shows a notice and keeps the shop working', async () => {
  expectLog('sign-in cannot be shown');
  answer('GET', '/storeInfo', { body: aStoreInfo() });
  jest.spyOn(sessionScreens, 'login').mockRejectedValue(new Error('no line'));
  const { user, location } = await renderShop({ at: '/login' });
  expect(await screen.findByRole('heading', { name: 'This section is unavailable right now' })).toBeInTheDocument();
  expect(screen.getByRole('button', { name: 'Try Again' })).toBeEnabled();
  await user.click(screen.getByRole('link', { name: 'Return to Home' }));
  expect(await screen.findByRole('banner')).toBeInTheDocument();
  expect(location().pathname).toBe('/');
});

const failure = Object.assign(new Error('Loading chunk 3 failed.'), {
  request: `${location.origin}/r/shell/session.js`,
});

test.each(['login', 'register'] as const)(
  'loads the screen %s again past the caches and without a document',
  async (name) => {
    expectLog('sign-in cannot be shown');
    answer('GET', '/r/shell/session.js', { body: {} });
    const Screen = await sessionScreens[name]();
    const load = jest.spyOn(sessionScreens, name).mockRejectedValue(failure);
    const { user } = await renderShop({ at: `/${name}` });
    await screen.findByRole('button', { name: 'Try Again' });
    await act(async () => void window.dispatchEvent(new Event(networkAnsweredEvent)));
    await waitFor(() => expect(load).toHaveBeenCalledTimes(2));
    load.mockResolvedValue(Screen);
    await user.click(screen.getByRole('button', { name: 'Try Again' }));
    expect(await screen.findByRole('textbox', { name: /email/i })).toBeInTheDocument();
    expect(calls('GET', '/r/shell/session.js')).toHaveLength(2);
  },
);

test('loads a failed sign-in screen again at the next visit', async () => {
  expectLog('sign-in cannot be shown');
  const load = jest.spyOn(sessionScreens, 'login').mockRejectedValueOnce(new Error('no line'));
  const { go } = await renderShop({ at: '/login' });
  await screen.findByRole('button', { name: 'Try Again' });
  await go('/nowhere');
  await go('/login');
  expect(await screen.findByRole('textbox', { name: /email/i })).toBeInTheDocument();
  expect(load).toHaveBeenCalledTimes(2);
});

/** Another shopper signs in in another tab: over the session of this page, or after a sign-out. */
function signInElsewhere() {
  localStorage.setItem('signed-out', '1');
  localStorage.setItem('auth_token', 'second');
}

test.each([
  [
    'in another tab',
    () => {
      signInElsewhere();
      for (const key of ['signed-out', 'auth_token'])
        window.dispatchEvent(new StorageEvent('storage', { key, storageArea: localStorage }));
    },
  ],
  [
    'while the page is in the back/forward cache',
    () => {
      window.dispatchEvent(Object.assign(new Event('pagehide'), { persisted: true }));
      signInElsewhere();
      window.dispatchEvent(Object.assign(new Event('pageshow'), { persisted: true }));
    },
  ],
])(
  'shows no text and no navigation state of the earlier shopper when another one signs in %s',
  async (_where, signIn) => {
    localStorage.setItem('auth_token', 'first');
    /** Navigation state at each start of the screen. */
    const states: unknown[] = [];
    const Account = () => {
      const { state } = useLocation();
      useState(() => states.push(state));
      return <input aria-label="Full Name" />;
    };
    const account = {
      name: 'mf-account-orders',
      paths: [{ id: 'account', pattern: '/account', access: 'signed-in' as const }],
      load: async () => ({ Screen: Account }),
    };
    const state = { orderId: 'TT-1' };
    const { user, location } = await renderShop({ at: '/account?tab=1#address', state, remotes: [account] });
    const findField = () => screen.findByRole('textbox', { name: 'Full Name' });
    await user.type(await findField(), 'Asha Rao');
    await act(async () => signIn());
    expect(await findField()).toHaveValue('');
    expect(states).toEqual([state, null]);
    expect(location()).toMatchObject({ pathname: '/account', search: '?tab=1', hash: '#address' });
  },
);
