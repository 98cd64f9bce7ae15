import type { AppDispatch } from '@shop/api-client/app-state';
import { storeApi } from '@shop/api-client/store-api';
import { type Session, useSession } from '@shop/session/use-session';
import { createAppStore } from '@shop/store/create-app-store';
import { answer, calls, type FakeAnswer, fakeApiBase, fakeStoreApi } from '@shop/testing/store-api-fake';
import { waitUntil } from '@shop/testing/wait-until';
import { act, renderHook } from '@testing-library/react';
import type { ReactNode } from 'react';
import { Provider } from 'react-redux';
import { startSession } from './start-session';

fakeStoreApi();

const { endpoints } = storeApi.injectEndpoints({
  endpoints: (build) => ({ probe: build.query<unknown, undefined>({ query: () => '/storeInfo' }) }),
});

type End = (session: Session, dispatch: AppDispatch) => void;
const signOut: End = (session) => void session.signOut();
const signInAsOther: End = (_session, dispatch) => void dispatch(startSession('tok-2', 'ravi@example.com'));

/**
 * Ends the session of a page that has had one response of the API.
 *
 * @returns The token that is stored then.
 */
async function endSession(response: FakeAnswer, end = signOut): Promise<string | null> {
  answer('GET', '/storeInfo', response);
  const settings = { apiBase: fakeApiBase, orderAmounts: 'dollar' as const };
  localStorage.setItem('auth_token', 'tok-1');
  const { store, readStorage } = createAppStore({ settings, storage: window.localStorage });
  readStorage();
  await store.dispatch(endpoints.probe.initiate(undefined));
  const wrapper = ({ children }: { children: ReactNode }) => <Provider store={store}>{children}</Provider>;
  const { result } = renderHook(useSession, { wrapper });
  act(() => end(result.current, store.dispatch));
  const token = localStorage.getItem('auth_token');
  expect(store.getState().session.status).toBe(token ? 'signed-in' : 'signed-out');
  return token;
}

const announcing = { body: {}, headers: { 'accept-logout': 'true' } };

// The first test, because a page remembers what an API has announced.
it('makes no call at a sign-out from an API that has not announced the call [7.notes-06]', async () => {
  expect(await endSession({ body: {} })).toBeNull();
  expect(calls('POST')).toEqual([]);
});

it.each([
  ['a sign-out', signOut, null],
  ['the sign-in of another shopper', signInAsOther, 'tok-2'],
])('ends the session on the server at %s from an API that has announced the call', async (_what, end, token) => {
  answer('POST', '/users/logout', { status: 204, text: '' });
  expect(await endSession(announcing, end)).toBe(token);
  await waitUntil(() => calls('POST').length === 1, { message: 'the session ends on the server' });
  const [call] = calls('POST', '/users/logout');
  expect(call?.headers.get('authorization')).toBe('Bearer tok-1');
  expect(call?.body).toBeNull();
});

it.each(['no response', 'never'] as const)('signs out at once when the server gives %s', async (reply) => {
  answer('POST', '/users/logout', reply);
  expect(await endSession(announcing)).toBeNull();
  await waitUntil(() => calls('POST').length === 1, { message: 'the call was sent' });
});
