import { aStoreInfo } from '@shop/testing/builders';
import { expectLog } from '@shop/testing/console-watch';
import { answer, calls, fakeStoreApi } from '@shop/testing/store-api-fake';
import { act, screen, waitFor, within } from '@testing-library/react';
import { openShop } from '../testing/open-shop';
import { renderShop } from '../testing/render-shop';

fakeStoreApi();

const line = (id: string, quantity: number) => ({ id, name: id, image: '', price: 10, quantity });
const hrefs = (links: HTMLElement[]) => links.map((link) => link.getAttribute('href'));

describe('header', () => {
  it('shows the shop’s name and the first three categories [1.identity-02 2.header-01 2.header-02 2.header-03 7.calls-06 9.constants-04]', async () => {
    await openShop();
    const header = screen.getByRole('banner');
    expect(await within(header).findByRole('link', { name: 'Tamra & Teak' })).toHaveAttribute('href', '/');
    const links = within(screen.getByRole('navigation', { name: 'Categories' })).getAllByRole('link');
    expect(hrefs(links)).toEqual([
      '/products?category=cookware',
      '/products?category=kitchen%20storage%20and%20containers',
      '/products?category=kitchen%20tools',
    ]);
  });

  it('opens the search with the typed words', async () => {
    const { user, location } = await openShop();
    const header = within(screen.getByRole('banner'));
    expect(header.getByRole('link', { name: 'Search' })).toHaveAttribute('href', '/search');
    await user.type(header.getByRole('combobox', { name: 'Search the shop' }), ' cast iron {Enter}');
    expect(location()).toMatchObject({ pathname: '/search', search: '?q=cast%20iron' });
  });

  it('leaves the search screen to the field of that screen', async () => {
    const { user } = await openShop(aStoreInfo(), '/search?q=cast%20iron');
    await user.click(screen.getByRole('button', { name: 'Menu' }));
    expect(await within(await screen.findByRole('dialog')).findByRole('link', { name: 'Track Order' })).toBeVisible();
    expect(screen.queryByRole('combobox', { name: 'Search the shop' })).toBeNull();
  });

  it('offers no search when no remote owns it', async () => {
    answer('GET', '/storeInfo', { body: aStoreInfo() });
    const { user } = await renderShop({ at: '/' });
    await user.click(screen.getByRole('button', { name: 'Menu' }));
    expect(await within(await screen.findByRole('dialog')).findByRole('link', { name: 'Track Order' })).toBeVisible();
    expect(screen.queryByRole('combobox')).toBeNull();
    expect(screen.queryByRole('link', { name: 'Search' })).toBeNull();
  });

  it('falls back to the company name and to the default categories [2.header-01 2.header-02 R.36-1]', async () => {
    await openShop(aStoreInfo({ storeName: '', categories: [] }));
    const header = screen.getByRole('banner');
    expect(await within(header).findByRole('link', { name: 'Tamra Home Private Limited' })).toBeInTheDocument();
    const links = within(screen.getByRole('navigation', { name: 'Categories' })).getAllByRole('link');
    expect(links.map((link) => link.textContent)).toEqual([
      'Cookware',
      'Kitchen Storage and Containers',
      'Kitchen Tools',
    ]);
  });

  it('shows a badge with the number of pieces only when the cart has some [2.header-04]', async () => {
    await openShop();
    const header = within(screen.getByRole('banner'));
    const cart = header.getByRole('link', { name: 'Cart' });
    expect(cart).toHaveAttribute('href', '/cart');
    expect(cart).not.toHaveTextContent(/\d/);
  });

  it('counts the pieces of a stored cart, also after a change in another tab [2.header-04]', async () => {
    localStorage.setItem('cart', JSON.stringify([line('a', 2), line('b', 1)]));
    await openShop();
    const header = within(screen.getByRole('banner'));
    expect(header.getByRole('link', { name: 'Cart, 3 items' })).toHaveTextContent('3');
    const newValue = JSON.stringify([line('a', 1)]);
    act(() => {
      localStorage.setItem('cart', newValue);
      window.dispatchEvent(new StorageEvent('storage', { key: 'cart', newValue, storageArea: localStorage }));
    });
    expect(header.getByRole('link', { name: 'Cart, 1 item' })).toBeInTheDocument();
  });

  it.each([
    [99, '99'],
    [100, '99+'],
    [12_345, '99+'],
  ])('shows %i pieces as %s in both badges, above and below', async (count, text) => {
    localStorage.setItem('cart', JSON.stringify([line('a', count)]));
    await openShop();
    const badges = [...document.querySelectorAll('[data-badge]')].map(({ textContent }) => textContent);
    expect(badges.filter(Boolean)).toEqual([text, text]);
  });

  it('shows Login to visitors and the account to shoppers, also after a sign-out in another tab [2.header-05 6.roles-01]', async () => {
    localStorage.setItem('auth_token', 'tok');
    await openShop();
    const header = within(screen.getByRole('banner'));
    expect(header.getByRole('link', { name: 'Account' })).toHaveAttribute('href', '/account');
    localStorage.removeItem('auth_token');
    act(() => {
      window.dispatchEvent(
        new StorageEvent('storage', { key: 'auth_token', newValue: null, storageArea: localStorage }),
      );
    });
    expect(header.getByRole('link', { name: 'Login' })).toHaveAttribute('href', '/login');
  });

  it('becomes solid after more than 20 px of scroll [2.header-06 9.constants-18]', async () => {
    await openShop();
    const scrollTo = (y: number) =>
      act(() => {
        Object.defineProperty(window, 'scrollY', { value: y, configurable: true });
        window.dispatchEvent(new Event('scroll'));
      });
    scrollTo(20);
    expect(screen.getByRole('banner')).toHaveAttribute('data-solid', 'false');
    scrollTo(21);
    expect(screen.getByRole('banner')).toHaveAttribute('data-solid', 'true');
    scrollTo(0);
  });

  it('closes the mobile menu on navigation [2.header-07]', async () => {
    const { user, go } = await openShop();
    await user.click(screen.getByRole('button', { name: 'Menu' }));
    const menu = await screen.findByRole('navigation', { name: 'Menu' });
    // The fourth category of the store, which the header does not show.
    expect(within(menu).getByRole('link', { name: 'Men' })).toHaveAttribute('href', '/products?category=men');
    await go('/products');
    await waitFor(() => expect(screen.queryByRole('navigation', { name: 'Menu' })).toBeNull());
  });

  it('leaves the mobile menu closed after Back to the page where it was open', async () => {
    const { user, go, forward, back } = await openShop();
    await go('/products');
    await user.click(screen.getByRole('button', { name: 'Menu' }));
    await screen.findByRole('navigation', { name: 'Menu' });
    await back();
    await waitFor(() => expect(screen.queryByRole('navigation', { name: 'Menu' })).toBeNull());
    await forward();
    expect(screen.getByRole('button', { name: 'Menu' })).toHaveAttribute('aria-expanded', 'false');
    expect(screen.queryByRole('navigation', { name: 'Menu' })).toBeNull();
  });

  it('shows a notice to an offline shopper', async () => {
    const onLine = jest.spyOn(navigator, 'onLine', 'get').mockReturnValue(false);
    await openShop();
    const notice = within(screen.getByRole('banner')).getByRole('status');
    expect(notice).toHaveTextContent('You are offline. Your cart is kept on this device.');
    onLine.mockRestore();
  });
});

it('switches between light, dark and the device’s theme, and stores the choice [1.display-01 R.35-1]', async () => {
  const { user } = await openShop();
  const choose = async (name: RegExp) => user.click(screen.getByRole('button', { name }));
  await choose(/^Theme: same as your device/);
  expect(document.documentElement).toHaveAttribute('data-theme', 'light');
  await choose(/^Theme: light/);
  expect(document.documentElement).toHaveAttribute('data-theme', 'dark');
  expect(localStorage.getItem('theme')).toBe('dark');
  await choose(/^Theme: dark/);
  expect(screen.getByRole('button', { name: /^Theme: same as your device/ })).toBeInTheDocument();
});

it('has the switch of the theme in the menu too, for phones whose header has no room', async () => {
  const { user } = await openShop();
  await user.click(screen.getByRole('button', { name: 'Menu' }));
  const menu = within(await screen.findByRole('navigation', { name: 'Menu' }));
  await user.click(menu.getByRole('button', { name: /^Theme/ }));
  expect(document.documentElement).toHaveAttribute('data-theme', 'light');
});

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
    expect(sessionStorage.getItem('checkout_draft')).toBeNull();
  });

  it('leaves the time of the sign-out for the other tabs', async () => {
    await signOut();
    expect(localStorage.getItem('signed-out')).toMatch(/^\d+$/);
    expect(sessionStorage.getItem('signed-out')).toBe(localStorage.getItem('signed-out'));
  });

  it('deletes what this device keeps until a sign-out, and nothing else', async () => {
    localStorage.setItem('until-sign-out:checkout_address', '{"city":"Pune"}');
    localStorage.setItem('recently-viewed', '[]');
    await signOut();
    expect(localStorage.getItem('until-sign-out:checkout_address')).toBeNull();
    expect(localStorage.getItem('recently-viewed')).toBe('[]');
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
