import { useTexts } from '@shop/language/texts';
import { anAccount } from '@shop/testing/builders';
import { expectLog } from '@shop/testing/console-watch';
import { renderRoutes } from '@shop/testing/render-routes';
import { answer, calls, createDeferred, type FakeAnswer, fakeStoreApi } from '@shop/testing/store-api-fake';
import { act, cleanup, renderHook, screen, waitFor, within } from '@testing-library/react';
import { paths } from '../../paths';
import { routes } from '../../routes';
import catalog from '../../texts/hi.json';
import { formatAccountFailure } from './use-account';

fakeStoreApi();

function openAccount(
  reply: FakeAnswer = { body: { data: anAccount() } },
  links?: Parameters<typeof renderRoutes>[0]['links'],
) {
  window.localStorage.setItem('auth_token', 'abc');
  answer('GET', '/accountInfo', reply);
  return renderRoutes({ paths, routes, at: '/account', ...(links && { links }) });
}

const notifications = () => screen.getByRole('region', { name: 'Notifications' });
const details = async () => {
  await screen.findByText('Member since');
  return screen.getAllByRole('term').map((term) => [term.textContent, term.nextSibling?.textContent]);
};

it('shows the links of other remotes below its own in the account navigation', async () => {
  const links = {
    'account.navigation': [
      { text: 'My Reviews', to: '/reviews/mine', order: 20 },
      { text: 'Gift Cards', to: '/gift-cards', order: 10 },
    ],
  };
  const { user, location } = openAccount(undefined, links);
  const navigation = await screen.findByRole('navigation', { name: 'Account Navigation' });
  const shown = within(navigation).getAllByRole('link');
  expect(shown.map(({ textContent }) => textContent)).toEqual(['Orders', 'Gift Cards', 'My Reviews']);
  await user.click(within(navigation).getByRole('link', { name: 'My Reviews' }));
  expect(location().pathname).toBe('/reviews/mine');
});

describe('the account screen', () => {
  it.each([
    ['data', { data: anAccount() }],
    ['the whole body', anAccount()],
  ])(
    'shows name, e-mail and member-since date, read from %s [2.account-02 2.account-03 4.account-01 7.calls-05]',
    async (_place, body) => {
      openAccount({ body });
      expect(await details()).toEqual([
        ['Name', 'Asha Rao'],
        ['Email', 'asha@example.com'],
        ['Member since', 'January 5, 2025'],
      ]);
      expect(screen.getByRole('heading', { level: 1, name: 'My Account' })).toBeInTheDocument();
      await waitFor(() => expect(document.title).toBe('My Account – Tamra & Teak'));
      expect(document.querySelector('meta[name="robots"]')).toHaveAttribute('content', 'noindex');
      expect(calls('GET', '/accountInfo')[0]?.headers.get('authorization')).toBe('Bearer abc');
      expect(notifications()).toBeEmptyDOMElement();
    },
  );

  it('shows Not available for a missing detail', async () => {
    openAccount({ body: { firstName: '<i>Asha</i>', email: null, createdAt: 'soon' } });
    expect(await details()).toEqual([
      ['Name', '<i>Asha</i>'],
      ['Email', 'Not available'],
      ['Member since', 'Not available'],
    ]);
  });

  it('shows a placeholder while the account loads [2.account-06 4.account-01]', async () => {
    openAccount('never');
    expect(await screen.findByText('Loading your account')).toBeInTheDocument();
    expect(screen.getByRole('link', { name: 'Orders' })).toBeInTheDocument();
    expect(screen.getByRole('button', { name: 'Sign Out' })).toBeEnabled();
  });

  it('reloads for another shopper who signed in while the page was in the back-forward cache', async () => {
    openAccount();
    await screen.findByText('asha@example.com');
    const arrival = createDeferred();
    answer('GET', '/accountInfo', { after: arrival.promise, body: { ...anAccount(), email: 'bina@example.com' } });
    act(() => {
      window.dispatchEvent(new Event('pagehide'));
      window.localStorage.setItem('auth_token', 'def');
      window.dispatchEvent(Object.assign(new Event('pageshow'), { persisted: true }));
    });
    expect(await screen.findByText('Loading your account')).toBeInTheDocument();
    expect(screen.queryByText('asha@example.com')).toBeNull();
    arrival.resolve();
    expect(await screen.findByText('bina@example.com')).toBeInTheDocument();
    expect(calls('GET', '/accountInfo')[1]?.headers.get('authorization')).toBe('Bearer def');
  });

  it('links to the orders and home [2.account-04 2.account-05]', async () => {
    const { user, location } = openAccount();
    const navigation = within(await screen.findByRole('navigation', { name: 'Account Navigation' }));
    expect(navigation.getAllByRole('listitem')).toHaveLength(1);
    expect(screen.getByRole('link', { name: 'Return to Home' })).toHaveAttribute('href', '/');
    answer('GET', '/orders', { body: [] });
    await user.click(navigation.getByRole('link', { name: 'Orders' }));
    expect(location().pathname).toBe('/orders');
    await screen.findByText('No Orders Found');
  });
});

describe('an account that does not load', () => {
  const failed = 'Failed to load account information';
  it.each<[kind: string, tag: string, reply: FakeAnswer, message: string | RegExp]>([
    ['a status', '[8.account-01]', { status: 502, text: '<html>' }, `${failed} (Status: 502)`],
    ['no response', '[8.account-02]', 'no response', `${failed} (No response received)`],
    [
      'an account without name and e-mail',
      '[8.account-03]',
      { body: { data: {} } },
      `${failed}: The account has neither a name nor an e-mail address.`,
    ],
    ['text that is not JSON', '[8.account-03]', { text: 'ok' }, /^Failed to load account information: ./],
  ])('shows its message in the panel and once as a toast after %s %s', async (_kind, _tag, reply, message) => {
    expectLog('The account did not load');
    openAccount(reply);
    const panel = within(await screen.findByRole('alert'));
    const text = panel.getByText(message).textContent;
    await waitFor(() => expect(notifications().children).toHaveLength(1));
    expect(notifications()).toHaveTextContent(`Error / ${text}`);
    expect(screen.getByRole('heading', { level: 1 })).toBeInTheDocument();
  });

  it('shows one destructive toast, and removes it with the panel after a successful retry [4.account-01 4.account-02 8.account-04]', async () => {
    expectLog('The account did not load');
    const { user, store } = openAccount({ status: 500, body: {} });
    await screen.findByRole('alert');
    expect(store.getState().notifications).toMatchObject([{ title: 'Error', tone: 'destructive' }]);
    const [first] = store.getState().notifications;
    await user.click(await screen.findByRole('button', { name: 'Try Again' }));
    await waitFor(() => expect(store.getState().notifications[0]?.id).not.toBe(first?.id));
    expect(notifications().children).toHaveLength(1);
    answer('GET', '/accountInfo', { body: anAccount() });
    await user.click(await screen.findByRole('button', { name: 'Try Again' }));
    expect(await details()).toHaveLength(3);
    expect(screen.queryByRole('alert')).not.toBeInTheDocument();
    expect(notifications().children).toHaveLength(0);
  });

  it('shows no toast on a later visit that succeeds, not even the earlier one', async () => {
    expectLog('The account did not load');
    const { user, back } = openAccount({ status: 500, body: {} });
    await screen.findByRole('alert');
    await user.click(screen.getByRole('link', { name: 'Return to Home' }));
    await screen.findByText('Elsewhere');
    answer('GET', '/accountInfo', { body: anAccount() });
    back();
    expect(await details()).toHaveLength(3);
    expect(notifications().children).toHaveLength(0);
  });
});

describe('the address on this device', () => {
  const key = 'until-sign-out:checkout_address';
  const address = {
    fullName: 'Asha Rao',
    address: '1 MG Road',
    city: 'Pune',
    state: 'Maharashtra',
    postalCode: '411001',
    phone: '9876543210',
  };
  const name = 'Address on this device';
  const openWithAddress = () => {
    window.localStorage.setItem(key, JSON.stringify(address));
    window.sessionStorage.setItem('checkout_draft', JSON.stringify(address));
    return openAccount();
  };
  const findSection = async () => within(await screen.findByRole('region', { name }));

  it('is shown', async () => {
    openWithAddress();
    const section = await findSection();
    for (const line of ['Asha Rao', '1 MG Road, Pune, Maharashtra, 411001', '9876543210']) {
      expect(section.getByText(line)).toBeInTheDocument();
    }
  });

  it('is not marked as English in a Hindi page, and neither is the name of the shopper', async () => {
    window.localStorage.setItem(key, JSON.stringify(address));
    window.localStorage.setItem('auth_token', 'abc');
    answer('GET', '/accountInfo', { body: { data: anAccount() } });
    renderRoutes({ paths, routes, at: '/account', language: { code: 'hi', catalog } });
    await screen.findByText('asha@example.com');
    expect(screen.getAllByText('Asha Rao')).toHaveLength(2);
    expect(screen.getByRole('main').querySelector('[lang]')).toBeNull();
  });

  it('has no section without an address', async () => {
    window.localStorage.setItem(key, '{"city":7}');
    openAccount();
    await details();
    expect(screen.queryByRole('region', { name })).not.toBeInTheDocument();
  });

  it('is not in the placeholder, which is the same for every shopper', async () => {
    window.localStorage.setItem(key, JSON.stringify(address));
    const account = async () => {
      const { Screen, Placeholder } = (await routes.account()).screen;
      return { screen: { Screen: Placeholder ?? Screen } };
    };
    renderRoutes({ paths, routes: { ...routes, account }, at: '/account' });
    expect(await screen.findByText('Loading your account')).toBeInTheDocument();
    expect(screen.queryByRole('region', { name })).not.toBeInTheDocument();
  });

  it('is changed in a form, which says what is missing', async () => {
    const { user } = openWithAddress();
    await user.click((await findSection()).getByRole('button', { name: 'Change address' }));
    const city = await screen.findByRole('textbox', { name: 'City' });
    expect(screen.getByRole('textbox', { name: 'Full Name' })).toHaveFocus();
    await user.clear(city);
    await user.click(screen.getByRole('button', { name: 'Save address' }));
    await waitFor(() => expect(city).toHaveFocus());
    expect(city).toHaveAccessibleDescription('City is required');
    await user.type(city, 'Mumbai');
    await user.click(screen.getByRole('button', { name: 'Save address' }));
    expect(await screen.findByText('1 MG Road, Mumbai, Maharashtra, 411001')).toBeInTheDocument();
    expect(notifications()).toHaveTextContent('Address saved');
    expect(JSON.parse(window.localStorage.getItem(key) ?? 'null')).toEqual({ ...address, city: 'Mumbai' });
    expect(screen.getByRole('region', { name })).toHaveFocus();
  });

  it.each<[string, string, (page: ReturnType<typeof openAccount>) => unknown, string | null]>([
    ['continues', 'the session has ended', cleanup, 'Pune City'],
    [
      'ends',
      'the shopper has cancelled it',
      ({ user }) => user.click(screen.getByRole('button', { name: 'Cancel' })),
      null,
    ],
    [
      'ends',
      'the shopper has saved it',
      ({ user }) => user.click(screen.getByRole('button', { name: 'Save address' })),
      null,
    ],
    [
      'ends',
      'the shopper has signed out',
      ({ user }) => user.click(screen.getByRole('button', { name: 'Sign Out' })),
      null,
    ],
  ])('%s an edit in the next document after %s', async (_what, _when, end, shown) => {
    const page = openWithAddress();
    await page.user.click((await findSection()).getByRole('button', { name: 'Change address' }));
    await page.user.type(await screen.findByRole('textbox', { name: 'City' }), ' City');
    await end(page);
    await waitFor(() => expect(sessionStorage.getItem('account_address_draft') !== null).toBe(shown !== null));
    cleanup();
    openWithAddress();
    if (shown) {
      expect(await screen.findByRole('textbox', { name: 'City' })).toHaveValue(shown);
      expect(screen.getByRole('textbox', { name: 'Full Name' })).not.toHaveFocus();
    } else {
      await findSection();
      expect(screen.queryByRole('textbox', { name: 'City' })).not.toBeInTheDocument();
    }
  });

  it.each([
    ['replaced', { ...address, address: '99 New Street' }],
    ['removed', null],
  ])('ends an edit of an address that another page has %s', async (_how, stored) => {
    const { user } = openWithAddress();
    await user.click((await findSection()).getByRole('button', { name: 'Change address' }));
    await user.type(await screen.findByRole('textbox', { name: 'City' }), ' City');
    await waitFor(() => expect(sessionStorage.getItem('account_address_draft')).toContain('Pune City'));
    cleanup();
    if (stored) window.localStorage.setItem(key, JSON.stringify(stored));
    else window.localStorage.removeItem(key);
    openAccount();
    await details();
    await waitFor(() => expect(sessionStorage.getItem('account_address_draft')).toBeNull());
    expect(screen.queryByRole('textbox', { name: 'City' })).not.toBeInTheDocument();
    expect(screen.queryAllByRole('region', { name })).toHaveLength(stored ? 1 : 0);
  });

  it('stays in the form, with a message, when the browser does not store it', async () => {
    const { user } = openWithAddress();
    await user.click((await findSection()).getByRole('button', { name: 'Change address' }));
    const city = await screen.findByRole('textbox', { name: 'City' });
    await user.type(city, ' City');
    const setItem = jest.spyOn(Storage.prototype, 'setItem').mockImplementation(() => {
      throw new DOMException('full', 'QuotaExceededError');
    });
    await user.click(screen.getByRole('button', { name: 'Save address' }));
    await waitFor(() => expect(notifications()).toHaveTextContent('Address not saved'));
    setItem.mockRestore();
    expect(city).toHaveValue('Pune City');
    expect(JSON.parse(window.localStorage.getItem(key) ?? 'null')).toEqual(address);
  });

  it('stays as it was when the shopper cancels the form', async () => {
    const { user } = openWithAddress();
    await user.click((await findSection()).getByRole('button', { name: 'Change address' }));
    await user.type(await screen.findByRole('textbox', { name: 'City' }), ' City');
    await user.click(screen.getByRole('button', { name: 'Cancel' }));
    expect(screen.getByText('1 MG Road, Pune, Maharashtra, 411001')).toBeInTheDocument();
    expect(JSON.parse(window.localStorage.getItem(key) ?? 'null')).toEqual(address);
  });

  it('is removed with what this tab has typed at checkout', async () => {
    const { user } = openWithAddress();
    await user.click((await findSection()).getByRole('button', { name: 'Remove address' }));
    expect(screen.queryByText('Asha Rao', { selector: 'address *' })).not.toBeInTheDocument();
    expect(screen.getByRole('region', { name })).toHaveFocus();
    expect(screen.getByText('The address is removed. No address is stored on this device.')).toBeInTheDocument();
    expect(window.localStorage.getItem(key)).toBeNull();
    expect(window.sessionStorage.getItem('checkout_draft')).toBeNull();
  });
});

describe('signing out', () => {
  it('removes the token and shows one toast [2.account-05 4.session-04 7.notes-06 8.auth-11 R.18-1 R.35-2]', async () => {
    const { user, store } = openAccount();
    await user.click(await screen.findByRole('button', { name: 'Sign Out' }));
    expect(window.localStorage.getItem('auth_token')).toBeNull();
    expect(store.getState().session.status).toBe('signed-out');
    expect(notifications()).toHaveTextContent(/^Logged out \/ You have been successfully logged out\.$/);
    expect(calls('POST')).toEqual([]);
    await details();
  });

  it('shows a message when the browser cannot remove the token [8.auth-12]', async () => {
    expectLog('Signing out failed');
    const { user, store } = openAccount();
    const refusal = jest.spyOn(Storage.prototype, 'removeItem').mockImplementation(() => {
      throw new DOMException('blocked', 'SecurityError');
    });
    await user.click(await screen.findByRole('button', { name: 'Sign Out' }));
    refusal.mockRestore();
    expect(notifications()).toHaveTextContent(/^Error \/ Failed to log out properly\.$/);
    expect(store.getState().session.status).toBe('signed-out');
    await details();
  });
});

it('a failure without a message asks the shopper to refresh the page [8.account-05]', () => {
  const t = renderHook(useTexts).result.current;
  expect(formatAccountFailure({ kind: 'malformed', message: '' }, t)).toBe(
    'Failed to load account information. Please refresh the page to try again.',
  );
});
