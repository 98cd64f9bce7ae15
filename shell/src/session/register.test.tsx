import { aStoreInfo } from '@shop/testing/builders';
import { expectLog } from '@shop/testing/console-watch';
import { fillIn } from '@shop/testing/fill-in';
import { answer, calls, fakeStoreApi } from '@shop/testing/store-api-fake';
import { act, screen, waitFor, within } from '@testing-library/react';
import { createGate, renderShop } from '../testing/render-shop';

fakeStoreApi();
beforeEach(() => answer('GET', '/storeInfo', { body: aStoreInfo() }));

/** The shortest names and password that are accepted. */
const valid = {
  'First name': 'Al',
  'Last name': 'Bo',
  Email: 'Asha@Example.com',
  Password: '123456',
  'Confirm password': '123456',
};

async function register(changed: Partial<typeof valid> = {}) {
  const shop = await renderShop({ at: '/register' });
  await screen.findByRole('heading', { name: 'Create your account' });
  await fillIn(shop.user, { ...valid, ...changed });
  await shop.user.click(screen.getByRole('button', { name: 'Create account' }));
  return shop;
}

const toasts = () => screen.getByRole('region', { name: 'Notifications' });

test('registers with a lower-case e-mail address and without the confirmation, and goes home signed out [2.register-01 2.register-04 3.user-03 4.register-01 5.register-07 5.register-08 7.calls-03 8.auth-09 9.constants-10 R.17-1]', async () => {
  answer('POST', '/users/register', { status: 201, body: {} });
  const shop = await register();
  await waitFor(() => expect(shop.location().pathname).toBe('/'));
  expect(within(toasts()).getByText('Account created successfully. You can now log in.')).toBeInTheDocument();
  expect(calls('POST')[0]?.body).toEqual({
    email: 'asha@example.com',
    password: '123456',
    firstName: 'Al',
    lastName: 'Bo',
  });
  expect(localStorage.getItem('auth_token')).toBeNull();
});

test('keeps the names and the e-mail address, but no password, while the shopper reads the terms', async () => {
  const shop = await renderShop({ at: '/register' });
  await screen.findByRole('heading', { name: 'Create your account' });
  await fillIn(shop.user, valid);
  await shop.go('/nowhere');
  await screen.findByRole('heading', { name: 'Oops! Page not found' });
  expect(JSON.stringify({ ...sessionStorage })).not.toContain(valid.Password);
  await shop.go('/register');
  await screen.findByRole('heading', { name: 'Create your account' });
  for (const [label, value] of Object.entries(valid)) {
    expect(screen.getByLabelText(label)).toHaveValue(/password/i.test(label) ? '' : value);
  }
  answer('POST', '/users/register', { status: 201, body: {} });
  await fillIn(shop.user, { Password: valid.Password, 'Confirm password': valid.Password });
  await shop.user.click(screen.getByRole('button', { name: 'Create account' }));
  await waitFor(() => expect(shop.location().pathname).toBe('/'));
  expect(sessionStorage.getItem('register_draft')).toBeNull();
});

test('a sign-out in another tab empties the form, and its text does not come back', async () => {
  localStorage.setItem('auth_token', 'tok-1');
  const shop = await renderShop({ at: '/register' });
  await screen.findByRole('heading', { name: 'Create your account' });
  await fillIn(shop.user, valid);
  act(() => {
    localStorage.setItem('signed-out', '1');
    localStorage.removeItem('auth_token');
    for (const key of ['signed-out', 'auth_token']) {
      window.dispatchEvent(new StorageEvent('storage', { key, storageArea: localStorage }));
    }
  });
  for (const label of Object.keys(valid)) expect(screen.getByLabelText(label)).toHaveValue('');
  await fillIn(shop.user, { 'Last name': 'Rao' });
  const draft: unknown = JSON.parse(sessionStorage.getItem('register_draft') ?? 'null');
  expect(draft).toEqual({ firstName: '', lastName: 'Rao', email: '' });
});

test('a late response leaves the shopper on the current page', async () => {
  const { passed: after, pass } = createGate();
  answer('POST', '/users/register', { after, status: 201, body: {} });
  const shop = await register();
  await shop.go('/nowhere');
  await screen.findByRole('heading', { name: 'Oops! Page not found' });
  await pass();
  expect(await within(toasts()).findByText('Account created successfully. You can now log in.')).toBeInTheDocument();
  expect(shop.location().pathname).toBe('/nowhere');
});

test.each([
  ['First name', 'A', 'First name must be at least 2 characters', '[5.register-01 9.constants-10]'],
  ['Last name', 'R', 'Last name must be at least 2 characters', '[5.register-02 9.constants-10]'],
  ['Email', 'asha', 'Invalid email address', '[5.register-03]'],
  ['Password', '12345', 'Password must be at least 6 characters', '[5.register-04 9.constants-09]'],
  ['Confirm password', 'secret2', 'Passwords do not match', '[5.register-05]'],
  ['First name', '😀', 'First name must be at least 2 characters', ''],
  ['Last name', '\u200b\u200b', 'Last name must be at least 2 characters', ''],
  ['Password', '😀😀😀', 'Password must be at least 6 characters', ''],
])('the field %s with "%s" shows "%s" and sends nothing %s', async (label, text, message) => {
  await register({ [label]: text });
  expect(await screen.findByText(message)).toBeInTheDocument();
  expect(screen.getByLabelText(label)).toHaveFocus();
  expect(screen.getByLabelText(label)).toHaveAccessibleDescription(message);
  expect(calls('POST')).toEqual([]);
});

test('ignores the response body of a successful registration [7.calls-04]', async () => {
  answer('POST', '/users/register', { status: 201, text: '{"id":' });
  const shop = await register();
  await waitFor(() => expect(shop.location().pathname).toBe('/'));
  expect(within(toasts()).getByText('Account created successfully. You can now log in.')).toBeInTheDocument();
});

test('rejects an e-mail address without a dot after the at sign before any request [5.register-06]', async () => {
  await register({ Email: 'asha@localhost' });
  expect(await within(toasts()).findByText('Invalid Email')).toBeInTheDocument();
  expect(within(toasts()).getByText('Please enter a valid email address.')).toBeInTheDocument();
  expect(calls('POST')).toEqual([]);
});

test.each([
  [{ status: 409, body: { error: 'That provider is not accepted' } }, 'That provider is not accepted'],
  [{ status: 409, body: { error: 'email_taken' } }, 'email_taken'],
  [{ status: 400, body: { error: 'eMail unknown' } }, 'eMail unknown'],
  [{ status: 400, body: { error: ' ' } }, 'Failed to register. Please try again.'],
  [{ status: 500, body: {} }, 'Failed to register. Please try again.'],
  ['no response' as const, 'Failed to register. Please try again.'],
])(
  'shows a toast and the banner after the failure %j, and keeps the typed values [2.register-05 4.register-02 8.auth-07 8.auth-08 R.17-2]',
  async (reply, message) => {
    expectLog('Registration failed');
    answer('POST', '/users/register', reply);
    await register();
    expect(await within(toasts()).findByText(message)).toBeInTheDocument();
    expect(within(toasts()).getByText('Registration Error')).toBeInTheDocument();
    expect(screen.getByRole('alert')).toHaveTextContent(
      'Registration failed. Please try using a different email provider (like gmail.com or outlook.com).',
    );
    expect(screen.getByLabelText('Email')).toHaveValue('Asha@Example.com');
  },
);

test.each([
  [{ status: 400, body: { error: 'The last name must not be blank.' } }, 'The last name must not be blank.'],
  [{ status: 429, body: {} }, 'Too many attempts. Please wait a few minutes, then try again.'],
])('blames no e-mail provider after the failure %j', async (reply, reason) => {
  expectLog('Registration failed');
  answer('POST', '/users/register', reply);
  await register();
  await waitFor(() => expect(screen.getByRole('alert').textContent).toBe(reason));
});

test('says at the field that a first name of 101 characters is too long, and sends nothing', async () => {
  await register({ 'First name': 'A'.repeat(101) });
  const message = 'That is 101 characters. Please use no more than 100.';
  expect(await screen.findByText(message)).toBeInTheDocument();
  expect(screen.getByLabelText('First name')).toHaveAccessibleDescription(message);
  expect(calls('POST')).toEqual([]);
});

test('reads an e-mail address with its label and invisible characters', async () => {
  answer('POST', '/users/register', { status: 201, body: {} });
  await register({ 'First name': 'Asha', Email: 'mailto:Asha@Example.com\u200b' });
  await waitFor(() => expect(calls('POST')).toHaveLength(1));
  expect(calls('POST')[0]?.body).toMatchObject({ email: 'asha@example.com' });
});

test.each([
  ['NUL', '\0'],
  ['the first half of an emoji', '\ud83d'],
  ['the second half of an emoji', '\ude00'],
])('sends no %s that was pasted, because the API refuses it', async (_name, character) => {
  answer('POST', '/users/register', { status: 201, body: {} });
  await register(Object.fromEntries(Object.entries(valid).map(([label, text]) => [label, `${text}${character}`])));
  await waitFor(() => expect(calls('POST')).toHaveLength(1));
  expect(calls('POST')[0]?.body).toEqual({
    email: 'asha@example.com',
    password: '123456',
    firstName: 'Al',
    lastName: 'Bo',
  });
});

test('suggests common e-mail providers, shows Creating account... while it submits, and has its links [2.register-02 2.register-03 2.register-06 4.register-01]', async () => {
  answer('POST', '/users/register', 'never');
  await register();
  expect(await screen.findByRole('button', { name: 'Creating account...' })).toBeDisabled();
  expect(screen.getByLabelText('Email')).toHaveAccessibleDescription(/common email provider/);
  const to = (name: string) => screen.getByRole('link', { name }).getAttribute('href');
  expect(to('Sign in')).toBe('/login');
  expect(to('Terms')).toBe('/terms');
  expect(to('Privacy')).toBe('/privacy');
  expect(to('Return to home')).toBe('/');
});
