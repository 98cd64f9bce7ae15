import { storeApi } from '@shop/api-client/store-api';
import { signedIn, signedOut } from '@shop/session/session-slice';
import { aStoreInfo } from '@shop/testing/builders';
import { expectLog } from '@shop/testing/console-watch';
import { fillIn } from '@shop/testing/fill-in';
import { answer, calls, fakeStoreApi } from '@shop/testing/store-api-fake';
import { act, screen, waitFor, within } from '@testing-library/react';
import { createGate, renderShop } from '../testing/render-shop';

fakeStoreApi();
beforeEach(() => answer('GET', '/storeInfo', { body: aStoreInfo() }));
afterEach(() => jest.restoreAllMocks());

const orders = {
  name: 'mf-account-orders',
  paths: [{ id: 'orders', pattern: '/orders', access: 'signed-in' as const }],
  load: async () => ({ Screen: () => <h1>Orders here</h1> }),
};

async function openLogin(state?: unknown) {
  const shop = await renderShop({ at: '/login', state, remotes: [orders] });
  await screen.findByRole('heading', { name: 'Welcome back' });
  return shop;
}

async function signIn(
  { user }: Awaited<ReturnType<typeof renderShop>>,
  email = 'asha@example.com',
  password = 'secret',
) {
  await fillIn(user, { Email: email, Password: password });
  await user.click(screen.getByRole('button', { name: 'Sign in' }));
}

const toasts = () => screen.getByRole('region', { name: 'Notifications' });

test('signs in, shows a toast, stores the token and goes home, with a password of six characters [2.login-04 4.session-02 5.login-03 7.calls-01 8.auth-05 9.constants-09]', async () => {
  answer('POST', '/users/authorize', { body: { token: 'tok-1' } });
  const shop = await openLogin();
  await signIn(shop, ' asha@example.com ');
  await waitFor(() => expect(shop.location().pathname).toBe('/'));
  expect(within(toasts()).getByText('Success!')).toBeInTheDocument();
  expect(within(toasts()).getByText('Logged in successfully.')).toBeInTheDocument();
  expect(localStorage.getItem('auth_token')).toBe('tok-1');
  expect(calls('POST')[0]?.body).toEqual({ email: 'asha@example.com', password: 'secret' });
});

test.each([
  ['at once', false],
  ['after a visit of registration', true],
])('returns to the page before sign-in with query, hash and state %s [2.login-03 R.03-1]', async (_when, visits) => {
  answer('POST', '/users/authorize', { body: { token: 'tok-1' } });
  const shop = await renderShop({ at: '/orders?x=1#y', state: { orderId: '7' }, remotes: [orders] });
  if (visits) {
    await shop.user.click(await screen.findByRole('link', { name: 'Create an account' }));
    await shop.user.click(await screen.findByRole('link', { name: 'Sign in' }));
  }
  await screen.findByRole('heading', { name: 'Welcome back' });
  expect(shop.location().pathname).toBe('/login');
  await signIn(shop);
  expect(await screen.findByRole('heading', { name: 'Orders here' })).toBeInTheDocument();
  expect(shop.location()).toMatchObject({ pathname: '/orders', search: '?x=1', hash: '#y', state: { orderId: '7' } });
});

test.each([
  ['/orders?x=1', '/orders?x=1'],
  ['/hi/orders?x=1', '/orders?x=1'],
  ['https://other.example/orders', '/'],
  ['/register', '/'],
  ['', '/'],
])('returns from a link that was followed before the scripts ran on the page %p to %p', async (referrer, returned) => {
  answer('POST', '/users/authorize', { body: { token: 'tok-1' } });
  // Chrome 105 does not have it.
  jest.spyOn(URL, 'canParse').mockImplementation(() => {
    throw new TypeError('URL.canParse is not a function');
  });
  const from = referrer && new URL(referrer, window.location.origin).href;
  jest.spyOn(document, 'referrer', 'get').mockReturnValue(from);
  const shop = await renderShop({
    at: '/login',
    remotes: [orders],
    language: { code: 'en', catalog: {}, languages: ['hi'] },
  });
  await screen.findByRole('heading', { name: 'Welcome back' });
  await signIn(shop);
  await waitFor(() => expect(shop.location().pathname + shop.location().search).toBe(returned));
});

test('a late response signs in and leaves the shopper on the current page', async () => {
  const { passed: after, pass } = createGate();
  answer('POST', '/users/authorize', { after, body: { token: 'tok-1' } });
  const shop = await openLogin();
  await signIn(shop);
  await shop.go('/nowhere');
  await screen.findByRole('heading', { name: 'Oops! Page not found' });
  await pass();
  expect(await within(toasts()).findByText('Logged in successfully.')).toBeInTheDocument();
  expect(localStorage.getItem('auth_token')).toBe('tok-1');
  expect(shop.location().pathname).toBe('/nowhere');
});

/** Stores a token in another tab, or removes it. */
const changeTokenInOtherTab = (token: string | null) =>
  act(async () => {
    if (token === null) localStorage.removeItem('auth_token');
    else localStorage.setItem('auth_token', token);
    const event = { key: 'auth_token', newValue: token, storageArea: localStorage };
    window.dispatchEvent(new StorageEvent('storage', event));
  });

test('follows a sign-out and a sign-in of another tab, and keeps the page', async () => {
  localStorage.setItem('auth_token', 'tok-1');
  const shop = await renderShop({ at: '/nowhere', remotes: [orders] });
  await shop.go('/orders?x=1#y');
  await changeTokenInOtherTab(null);
  await screen.findByRole('heading', { name: 'Welcome back' });
  await changeTokenInOtherTab('tok-2');
  expect(await screen.findByRole('heading', { name: 'Orders here' })).toBeInTheDocument();
  expect(shop.location()).toMatchObject({ pathname: '/orders', search: '?x=1', hash: '#y' });
  await shop.back();
  expect(shop.location().pathname).toBe('/nowhere');
});

test('a signed-in shopper who opens sign-in stays there, also when another tab signs in again', async () => {
  localStorage.setItem('auth_token', 'tok-1');
  const shop = await openLogin({ from: '/orders' });
  await changeTokenInOtherTab('tok-2');
  expect(shop.location().pathname).toBe('/login');
});

test('a failure that comes after a sign-in in another tab is logged only', async () => {
  expectLog('Sign-in failed');
  const log = jest.spyOn(console, 'error');
  const { passed: after, pass } = createGate();
  answer('POST', '/users/authorize', { after, status: 401, body: { error: 'no' } });
  const shop = await openLogin();
  await signIn(shop);
  await changeTokenInOtherTab('tok-2');
  await waitFor(() => expect(shop.location().pathname).toBe('/'));
  await pass();
  await waitFor(() => expect(log).toHaveBeenCalledWith('Sign-in failed:', expect.anything()));
  expect(shop.store.getState().notifications).toEqual([]);
});

test('a token that comes after a sign-in in another tab replaces nothing', async () => {
  const { passed: after, pass } = createGate();
  answer('POST', '/users/authorize', { after, body: { token: 'tok-1' } });
  const shop = await openLogin();
  await signIn(shop);
  sessionStorage.setItem('checkout_draft', '{}');
  await changeTokenInOtherTab('tok-2');
  await waitFor(() => expect(shop.location().pathname).toBe('/'));
  await pass();
  await waitFor(() => expect(Object.values(shop.store.getState().api.mutations)).toEqual([]));
  expect(localStorage.getItem('auth_token')).toBe('tok-2');
  expect(sessionStorage.getItem('checkout_draft')).toBe('{}');
  expect(shop.store.getState().notifications).toEqual([]);
});

test('leaves no sign-in page in the history [R.03-2]', async () => {
  answer('POST', '/users/authorize', { body: { token: 'tok-1' } });
  const shop = await renderShop({ at: '/nowhere', remotes: [orders] });
  await shop.go('/orders');
  await screen.findByRole('heading', { name: 'Welcome back' });
  await signIn(shop);
  await screen.findByRole('heading', { name: 'Orders here' });
  await shop.back();
  expect(shop.location().pathname).toBe('/nowhere');
});

test('shows field errors, sends nothing, and focuses the first field in error [5.login-01 5.login-02 9.constants-09 R.27-2]', async () => {
  const shop = await openLogin();
  await signIn(shop, 'asha', '12345');
  expect(await screen.findByText('Invalid email address')).toBeInTheDocument();
  expect(screen.getByText('Password must be at least 6 characters')).toBeInTheDocument();
  expect(screen.getByLabelText('Email')).toHaveFocus();
  expect(calls('POST')).toEqual([]);
});

test.each(['\0', '\ud83d', '\ude00'])(
  'signs in with the password that a registration sends, without the pasted %j',
  async (character) => {
    answer('POST', '/users/authorize', { body: { token: 'tok-1' } });
    const shop = await openLogin();
    await signIn(shop, `asha@example.com${character}`, `sec${character}ret`);
    await waitFor(() => expect(shop.location().pathname).toBe('/'));
    expect(calls('POST').map(({ body }) => body)).toEqual([{ email: 'asha@example.com', password: 'secret' }]);
  },
);

test('collects Remember me and never sends it [2.login-01 3.storage-01 3.user-02 R.16-1]', async () => {
  answer('POST', '/users/authorize', { body: { token: 'tok-1' } });
  const shop = await openLogin();
  const rememberMe = screen.getByRole('checkbox', { name: 'Remember me' });
  expect(rememberMe).not.toBeChecked();
  await shop.user.click(rememberMe);
  expect(rememberMe).toBeChecked();
  await signIn(shop);
  await waitFor(() => expect(shop.location().pathname).toBe('/'));
  expect(calls('POST').map(({ body }) => body)).toEqual([{ email: 'asha@example.com', password: 'secret' }]);
  expect(Object.keys(localStorage).sort()).toEqual(['auth_token', 'until-sign-out:owner']);
});

test('shows Signing in... and sends one request for two clicks [2.login-02 4.login-01]', async () => {
  const { passed: after, pass } = createGate();
  answer('POST', '/users/authorize', { after, body: { token: 'tok-1' } });
  const shop = await openLogin();
  await fillIn(shop.user, { Email: 'asha@example.com', Password: 'secret' });
  await shop.user.dblClick(screen.getByRole('button', { name: 'Sign in' }));
  expect(await screen.findByRole('button', { name: 'Signing in...' })).toBeDisabled();
  await pass();
  await waitFor(() => expect(shop.location().pathname).toBe('/'));
  expect(calls('POST')).toHaveLength(1);
});

test.each([
  [
    'the server’s message',
    '[2.login-05 4.login-02 8.auth-01]',
    { status: 401, body: { error: 'Wrong e-mail or password' } },
    'Wrong e-mail or password',
  ],
  ['a short message of an API', '', { status: 401, body: { error: 'invalid_credentials' } }, 'invalid_credentials'],
  ['a message about a field', '', { status: 400, body: { error: 'eMail unknown' } }, 'eMail unknown'],
  [
    'a message with a slash',
    '',
    { status: 401, body: { error: 'password/e-mail mismatch' } },
    'password/e-mail mismatch',
  ],
  [
    'a general message for a blank one',
    '[8.auth-02]',
    { status: 401, body: { error: ' ' } },
    'Failed to login. Please check your credentials.',
  ],
  [
    'a general message',
    '[2.login-05 4.login-02 8.auth-02]',
    { status: 500, body: {} },
    'Failed to login. Please check your credentials.',
  ],
  [
    'a general message for an HTML response',
    '[2.login-05 4.login-02 8.auth-02]',
    { status: 502, text: '<html>' },
    'Failed to login. Please check your credentials.',
  ],
  [
    'that the server did not respond',
    '[2.login-05 4.login-02 8.auth-03]',
    'no response' as const,
    'No response from server. Please try again later.',
  ],
  [
    'that the token is missing',
    '[2.login-05 4.login-02 7.calls-02 8.auth-06]',
    { body: {} },
    'Authentication failed: Token is missing in the response',
  ],
  ['the error’s own message', '[2.login-05 4.login-02 8.auth-04]', { text: '{"token":' }, /^SyntaxError: \S/],
])('shows %s after a failed sign-in and stays on the page %s', async (_name, _tag, reply, message) => {
  expectLog('Sign-in failed');
  answer('POST', '/users/authorize', reply);
  const shop = await openLogin();
  await signIn(shop);
  expect(await within(toasts()).findByText(message)).toBeInTheDocument();
  expect(within(toasts()).getByText('Error')).toBeInTheDocument();
  const form = within(screen.getByRole('form', { name: 'Sign in' }));
  expect(within(form.getByRole('alert')).getByText(message)).toBeInTheDocument();
  expect(shop.store.getState().notifications).toMatchObject([{ title: 'Error', tone: 'destructive' }]);
  expect(shop.location().pathname).toBe('/login');
  expect(screen.getByLabelText('Email')).toHaveValue('asha@example.com');
  expect(localStorage.getItem('auth_token')).toBeNull();
});

test('removes the error of a failed sign-in when the shopper tries again', async () => {
  expectLog('Sign-in failed');
  answer('POST', '/users/authorize', { status: 401, body: { error: 'no' } });
  const shop = await openLogin();
  await signIn(shop);
  const form = within(screen.getByRole('form', { name: 'Sign in' }));
  expect(await form.findByRole('alert')).toHaveTextContent(/^no$/);
  answer('POST', '/users/authorize', 'never');
  await shop.user.click(screen.getByRole('button', { name: 'Sign in' }));
  await waitFor(() => expect(form.queryByRole('alert')).not.toBeInTheDocument());
});

test('says that the session has ended to a shopper whom a call has signed out, and leads back to the same page', async () => {
  localStorage.setItem('auth_token', 'expired');
  const { endpoints } = storeApi.injectEndpoints({
    endpoints: (build) => ({ loginProbe: build.query<unknown, void>({ query: () => '/orders' }) }),
  });
  answer('GET', '/orders', { status: 401, body: { error: 'Please sign in.' } });
  const shop = await renderShop({ at: '/orders?x=1', remotes: [orders] });
  await screen.findByRole('heading', { name: 'Orders here' });
  await act(async () => void (await shop.store.dispatch(endpoints.loginProbe.initiate())));
  await screen.findByRole('heading', { name: 'Welcome back' });
  const ended = 'Your session has ended. Sign in to go on where you were.';
  expect(screen.getByText(ended).closest('[role=status]')).toBeInTheDocument();
  answer('POST', '/users/authorize', { body: { token: 'tok-2' } });
  await signIn(shop);
  await screen.findByRole('heading', { name: 'Orders here' });
  expect(shop.location()).toMatchObject({ pathname: '/orders', search: '?x=1' });
  expect(shop.store.getState().session).toEqual({ status: 'signed-in' });
});

test.each([
  ['keeps the address on this device for the same shopper', 'Asha@example.com', '{"city":"Pune"}'],
  ['deletes the address on this device for another shopper', 'ravi@example.com', null],
])('a sign-in after the end of a session %s', async (_what, email, address) => {
  answer('POST', '/users/authorize', { body: { token: 'tok-1' } });
  const shop = await openLogin();
  await signIn(shop);
  await waitFor(() => expect(shop.location().pathname).toBe('/'));
  localStorage.setItem('until-sign-out:checkout_address', '{"city":"Pune"}');
  await changeTokenInOtherTab(null);
  await shop.go('/orders');
  await screen.findByRole('heading', { name: 'Welcome back' });
  await signIn(shop, email);
  await screen.findByRole('heading', { name: 'Orders here' });
  expect(localStorage.getItem('until-sign-out:checkout_address')).toBe(address);
});

test('returns without the state of the page when the device holds data of another shopper', async () => {
  localStorage.setItem('until-sign-out:owner', '1');
  answer('POST', '/users/authorize', { body: { token: 'tok-1' } });
  const shop = await renderShop({ at: '/orders', state: { orderId: '7' }, remotes: [orders] });
  await screen.findByRole('heading', { name: 'Welcome back' });
  await signIn(shop);
  await screen.findByRole('heading', { name: 'Orders here' });
  expect(shop.location().state).toBeNull();
});

test('does not say to a visitor or after a sign-out that a session has ended', async () => {
  const shop = await openLogin();
  expect(screen.queryByText(/session has ended/)).not.toBeInTheDocument();
  act(() => {
    shop.store.dispatch(signedIn('tok'));
    shop.store.dispatch(signedOut());
  });
  expect(screen.queryByText(/session has ended/)).not.toBeInTheDocument();
});

test('keeps a stored token after a sign-in that fails with 401 [R.12-3]', async () => {
  expectLog('Sign-in failed');
  localStorage.setItem('auth_token', 'old');
  answer('POST', '/users/authorize', { status: 401, body: { error: 'no' } });
  const shop = await openLogin();
  await signIn(shop);
  expect(await within(toasts()).findByText('no')).toBeInTheDocument();
  expect(localStorage.getItem('auth_token')).toBe('old');
});

test('links to registration, forgotten password, terms, privacy and home, and has no header or footer [2.layouts-01 2.login-06 2.routes-20 R.02-1]', async () => {
  await openLogin();
  const to = (name: string) => screen.getByRole('link', { name }).getAttribute('href');
  expect(to('Create an account')).toBe('/register');
  expect(to('Forgot password?')).toBe('/forgot-password');
  expect(to('Terms')).toBe('/terms');
  expect(to('Privacy')).toBe('/privacy');
  expect(to('Return to home')).toBe('/');
  expect(screen.queryByRole('banner')).toBeNull();
  expect(screen.queryByRole('contentinfo')).toBeNull();
});
