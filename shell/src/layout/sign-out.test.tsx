import { expectLog } from '@shop/testing/console-watch';
import { calls, fakeStoreApi } from '@shop/testing/store-api-fake';
import { screen, waitFor, within } from '@testing-library/react';
import { openShop } from '../testing/open-shop';

fakeStoreApi();

describe('signing out from the menu', () => {
  async function signOut() {
    localStorage.setItem('auth_token', 'tok');
    const shop = await openShop();
    await shop.user.click(screen.getByRole('button', { name: 'Menu' }));
    await shop.user.click(await screen.findByRole('button', { name: 'Sign Out' }));
    await waitFor(() => expect(screen.queryByRole('navigation', { name: 'Menu' })).toBeNull());
    return shop;
  }
  const toasts = () => within(screen.getByRole('region', { name: 'Notifications' })).getAllByRole('listitem');

  it('removes the token and shows one toast [8.auth-10 R.18-1]', async () => {
    const { store } = await signOut();
    expect(localStorage.getItem('auth_token')).toBeNull();
    expect(store.getState().session.status).toBe('signed-out');
    expect(toasts()).toHaveLength(1);
    expect(toasts()[0]).toHaveTextContent(/^Logged out\s*You have been logged out successfully\./);
    expect(calls('POST')).toEqual([]);
  });

  it('clears the session storage of the tab, such as a typed address', async () => {
    sessionStorage.setItem('checkout_draft', '{"fullName":"Asha Rao"}');
    await signOut();
    expect(sessionStorage).toHaveLength(0);
  });

  it('shows an error when the browser refuses to remove the token [8.auth-12]', async () => {
    expectLog('Signing out failed');
    const removeItem = jest.spyOn(Storage.prototype, 'removeItem').mockImplementation(() => {
      throw new DOMException('blocked', 'SecurityError');
    });
    await signOut();
    removeItem.mockRestore();
    expect(toasts()).toHaveLength(1);
    expect(toasts()[0]).toHaveTextContent(/^Error\s*Failed to log out properly\./);
  });

  it('is offered to signed-in shoppers only', async () => {
    const { user } = await openShop();
    await user.click(screen.getByRole('button', { name: 'Menu' }));
    expect(within(await screen.findByRole('navigation', { name: 'Menu' })).getByText('Login')).toBeInTheDocument();
    expect(screen.queryByRole('button', { name: 'Sign Out' })).toBeNull();
  });
});
