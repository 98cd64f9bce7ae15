import { createMemoryHistory, Router } from '@shop/router/host';
import { useSignOut } from '@shop/session/use-sign-out';
import { createAppStore } from '@shop/store/create-app-store';
import { answer, calls, fakeApiBase, fakeStoreApi } from '@shop/testing/store-api-fake';
import { act, renderHook } from '@testing-library/react';
import type { ReactNode } from 'react';
import { Provider } from 'react-redux';
import { useLogin } from './use-login';
import { useRegistration } from './use-registration';

fakeStoreApi();

/** Renders a hook without its form, since the rules of the form and its e-mail field would change a value first. */
function renderInSession<Result>(hook: () => Result) {
  const settings = { apiBase: fakeApiBase, orderAmounts: 'dollar' as const };
  const { store, readStorage } = createAppStore({ settings, storage: window.localStorage });
  readStorage();
  const history = createMemoryHistory({ initialEntries: ['/login'] });
  const wrapper = ({ children }: { children: ReactNode }) => (
    <Provider store={store}>
      <Router location={history.location} navigator={history}>
        {children}
      </Router>
    </Provider>
  );
  return renderHook(hook, { wrapper }).result;
}

const asha = { firstName: 'Asha', lastName: 'Rao', password: 'secret1' };

test('useLogin sends the credentials unchecked [5.login-04]', async () => {
  answer('POST', '/users/authorize', { body: { token: 'tok-1' } });
  const { login } = renderInSession(useLogin).current;
  await act(() => login({ email: 'nobody', password: '' }));
  expect(calls('POST', '/users/authorize')[0]?.body).toEqual({ email: 'nobody', password: '' });
});

test('useRegistration sends the e-mail address trimmed and in lower case [5.register-07 R.17-3]', async () => {
  answer('POST', '/users/register', { status: 201, body: {} });
  const { register } = renderInSession(useRegistration).current;
  await act(() => register({ ...asha, email: '  Asha@Example.COM ' }));
  expect(calls('POST', '/users/register')[0]?.body).toMatchObject({ email: 'asha@example.com' });
});

test.each(['asha', 'asha@example', '@example.com', 'asha@.', 'a sha@example.com', 'asha@exam ple.com'])(
  'useRegistration rejects %p before any request [5.register-06]',
  async (email) => {
    const { register } = renderInSession(useRegistration).current;
    await act(() => register({ ...asha, email }));
    expect(calls()).toEqual([]);
  },
);

test('a form that stays on the page while the next screen loads sends nothing more', async () => {
  answer('POST', '/users/authorize', { body: { token: 'tok-1' } });
  answer('POST', '/users/register', { status: 201, body: {} });
  const { login } = renderInSession(useLogin).current;
  const { register } = renderInSession(useRegistration).current;
  const credentials = { email: 'asha@example.com', password: 'secret1' };
  for (let clicks = 0; clicks < 2; clicks++) {
    await act(() => login(credentials));
    await act(() => register({ ...asha, ...credentials }));
  }
  expect(calls('POST', '/users/authorize')).toHaveLength(1);
  expect(calls('POST', '/users/register')).toHaveLength(1);
});

test('a second click on a sign-out deletes nothing that the shopper has typed since', () => {
  localStorage.setItem('auth_token', 'tok-1');
  const signOut = renderInSession(() => useSignOut('Goodbye.'));
  act(() => signOut.current());
  sessionStorage.setItem('contact_draft', '{}');
  act(() => signOut.current());
  expect(sessionStorage.getItem('contact_draft')).toBe('{}');
});
