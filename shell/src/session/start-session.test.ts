import type { AppDispatch } from '@shop/api-client/app-state';
import { createAppStore } from '@shop/store/create-app-store';
import { fakeApiBase, fakeStoreApi } from '@shop/testing/store-api-fake';
import { startSession } from './start-session';

fakeStoreApi();
afterEach(() => jest.restoreAllMocks());

const typed = { checkout_draft: '{"fullName":"Asha Rao"}' };
const stored = { 'until-sign-out:checkout_address': '{"city":"Pune"}', cart: '[]', 'recently-viewed': '[]' };

function storeData() {
  for (const [key, text] of Object.entries(typed)) sessionStorage.setItem(key, text);
  for (const [key, text] of Object.entries(stored)) localStorage.setItem(key, text);
}

function openTab() {
  const settings = { apiBase: fakeApiBase, orderAmounts: 'dollar' as const };
  const { store, readStorage } = createAppStore({ settings, storage: window.localStorage });
  readStorage();
  const dispatch: AppDispatch = store.dispatch;
  return { store, signIn: (token: string, email: string) => dispatch(startSession(token, email)) };
}

/** Signs in, and removes the token as a 401 does. */
function endSessionOf(email: string) {
  openTab().signIn('first', email);
  localStorage.removeItem('auth_token');
}

it.each([
  [
    'of a token that this tab has read',
    () => {
      localStorage.setItem('auth_token', 'first');
      return openTab();
    },
  ],
  [
    'of a token that another tab has stored since',
    () => {
      const tab = openTab();
      localStorage.setItem('auth_token', 'first');
      return tab;
    },
  ],
  [
    'whose session the server has ended',
    () => {
      endSessionOf('asha@example.com');
      return openTab();
    },
  ],
])('signs out another shopper %s, before it stores its token', (_which, open) => {
  const { store, signIn } = open();
  storeData();
  const setItem = jest.spyOn(Storage.prototype, 'setItem');
  expect(signIn('second', 'ravi@example.com')).toBe(true);
  const written = setItem.mock.calls.map(([key]) => key);
  expect(store.getState().session).toEqual({ status: 'signed-in' });
  expect(Object.keys(sessionStorage)).toEqual(['signed-out']);
  expect(sessionStorage.getItem('signed-out')).toBe(localStorage.getItem('signed-out'));
  const keys = ['auth_token', 'cart', 'recently-viewed', 'signed-out', 'until-sign-out:owner'];
  expect(Object.keys(localStorage).sort()).toEqual(keys);
  expect(localStorage.getItem('auth_token')).toBe('second');
  expect(written.indexOf('signed-out')).toBeLessThan(written.indexOf('auth_token'));
});

it.each([
  ['the same shopper signs in after the server has ended the session', () => endSessionOf(' Asha@Example.com')],
  [
    'the same shopper signs in over a token of theirs',
    () => {
      endSessionOf('asha@example.com');
      localStorage.setItem('auth_token', 'stale');
    },
  ],
  ['the token is the same', () => localStorage.setItem('auth_token', 'second')],
  ['the data does not have an owner', () => undefined],
])('keeps what the browser holds when %s', (_when, prepare) => {
  prepare();
  storeData();
  expect(openTab().signIn('second', 'asha@example.com')).toBe(false);
  expect({ ...sessionStorage }).toEqual(typed);
  const owner = expect.stringMatching(/^-?\d+$/);
  expect({ ...localStorage }).toEqual({ ...stored, auth_token: 'second', 'until-sign-out:owner': owner });
});

it('deletes the data of another shopper also when storage is full', () => {
  endSessionOf('asha@example.com');
  storeData();
  const { store, signIn } = openTab();
  jest.spyOn(Storage.prototype, 'setItem').mockImplementation(() => {
    throw new DOMException('full', 'QuotaExceededError');
  });
  signIn('second', 'ravi@example.com');
  expect(store.getState().session).toEqual({ status: 'signed-in' });
  expect({ ...sessionStorage }).toEqual({});
  expect(Object.keys(localStorage).sort()).toEqual(['cart', 'recently-viewed']);
});
