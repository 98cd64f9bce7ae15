import { storeApi } from '@shop/api-client/store-api';
import { lineAdded } from '@shop/cart/cart-slice';
import { signedIn, signedOut } from '@shop/session/session-slice';
import { expectLog } from '@shop/testing/console-watch';
import { answer, calls, type FakeAnswer, fakeApiBase, fakeStoreApi } from '@shop/testing/store-api-fake';
import { string, unknown } from 'valibot';
import { createAppStore } from './create-app-store';

fakeStoreApi();

const testApi = storeApi.injectEndpoints({
  endpoints: (build) => ({
    testAnything: build.query<unknown, string>({ query: (path) => path, rawResponseSchema: unknown() }),
    testChange: build.mutation<unknown, void>({
      query: () => ({ url: '/x', method: 'POST', body: { a: 1 } }),
      rawResponseSchema: unknown(),
    }),
    testPrivate: build.query<unknown, void>({
      query: () => '/orders',
      rawResponseSchema: unknown(),
      providesTags: ['Order'],
    }),
    testText: build.query<string, void>({ query: () => '/x', rawResponseSchema: string() }),
    testThrows: build.query<unknown, void>({
      query: () => '/x',
      rawResponseSchema: unknown(),
      transformResponse: () => {
        throw new TypeError('t is not a function');
      },
    }),
  }),
});
const { testAnything, testChange, testPrivate, testText, testThrows } = testApi.endpoints;

function openTab() {
  const { store, readStorage } = createAppStore({
    settings: { apiBase: fakeApiBase, orderAmounts: 'dollar' },
    storage: window.localStorage,
  });
  readStorage();
  return store;
}

const dispatchStorageEvent = (key: string | null, oldValue: string | null, newValue: string | null) =>
  void window.dispatchEvent(new StorageEvent('storage', { key, oldValue, newValue, storageArea: localStorage }));

const writeInOtherTab = (key: string | null, newValue: string | null) => {
  const oldValue = key === null ? null : localStorage.getItem(key);
  if (key === null) localStorage.clear();
  else if (newValue === null) localStorage.removeItem(key);
  else localStorage.setItem(key, newValue);
  dispatchStorageEvent(key, oldValue, newValue);
};

/** Puts the page into the back/forward cache and restores it. */
function restoreAfter(meanwhile: () => void) {
  window.dispatchEvent(Object.assign(new Event('pagehide'), { persisted: true }));
  meanwhile();
  window.dispatchEvent(Object.assign(new Event('pageshow'), { persisted: true }));
}

const line = { id: 'a', name: 'Kadhai', image: '', price: 100, quantity: 1 };

describe('session', () => {
  it('counts as signed in when a token exists, without asking the server [4.session-03]', () => {
    localStorage.setItem('auth_token', 'tok');
    expect(openTab().getState().session.status).toBe('signed-in');
    expect(calls()).toEqual([]);
  });

  it('is unknown until storage is read, and signed out without a token [4.session-01]', () => {
    const settings = { apiBase: fakeApiBase, orderAmounts: 'dollar' as const };
    const { store, readStorage } = createAppStore({ settings, storage: window.localStorage });
    expect(store.getState().session.status).toBe('unknown');
    expect(store.getState().cart.isRead).toBe(false);
    readStorage();
    expect(store.getState().session.status).toBe('signed-out');
  });

  it('stores the token at sign-in and removes it at sign-out [3.storage-01 4.session-02 4.session-04 9.constants-07]', () => {
    const store = openTab();
    store.dispatch(signedIn('tok'));
    expect(localStorage.getItem('auth_token')).toBe('tok');
    store.dispatch(signedOut());
    expect(localStorage.getItem('auth_token')).toBeNull();
    expect(Object.keys(localStorage)).toEqual([]);
  });

  it('follows changes of another tab and a cleared storage [6.roles-01 R.12-4]', () => {
    const store = openTab();
    writeInOtherTab('auth_token', 'tok');
    expect(store.getState().session.status).toBe('signed-in');
    writeInOtherTab('auth_token', null);
    expect(store.getState().session.status).toBe('signed-out');
    writeInOtherTab('auth_token', 'tok');
    writeInOtherTab(null, null);
    expect(store.getState().session.status).toBe('signed-out');
  });

  it('has not expired any more when the shopper signs in in another tab', async () => {
    localStorage.setItem('auth_token', 'tok');
    const store = openTab();
    answer('GET', '/x', { status: 401, body: {} });
    await store.dispatch(testAnything.initiate('/x'));
    expect(store.getState().session).toEqual({ status: 'signed-out', hasExpired: true });
    writeInOtherTab('auth_token', null);
    expect(store.getState().session.hasExpired).toBe(true);
    writeInOtherTab('auth_token', 'tok-2');
    expect(store.getState().session).toEqual({ status: 'signed-in', hasExpired: false });
  });

  const endSession = () => writeInOtherTab('auth_token', null);
  const signOutElsewhere = () => {
    writeInOtherTab('signed-out', '1');
    endSession();
  };
  it.each<[hasExpired: true | undefined, when: string, change: (store: ReturnType<typeof openTab>) => void]>([
    [true, 'the server ends the session in another tab', endSession],
    [
      true,
      'the server ends the session while the page is in the back/forward cache',
      () => restoreAfter(() => localStorage.removeItem('auth_token')),
    ],
    [
      true,
      'the server ends a later session than the one of the last sign-out',
      ({ dispatch }) => {
        signOutElsewhere();
        dispatch(signedIn('tok-2'));
        endSession();
      },
    ],
    [undefined, 'another tab signs out', signOutElsewhere],
    [
      undefined,
      'another tab signs out, and the event of the token comes first',
      () => {
        localStorage.setItem('signed-out', '1');
        endSession();
      },
    ],
    [
      undefined,
      'another tab signs out while the page is in the back/forward cache',
      () =>
        restoreAfter(() => {
          localStorage.setItem('signed-out', '1');
          localStorage.removeItem('auth_token');
        }),
    ],
    [
      undefined,
      'another tab signs out and the browser refuses the storage of a tab',
      () => {
        const refused = jest.spyOn(window, 'sessionStorage', 'get').mockImplementation(() => {
          throw new DOMException('denied', 'SecurityError');
        });
        signOutElsewhere();
        refused.mockRestore();
      },
    ],
  ])('has the value %p for an expired session when %s [R.12-4]', (hasExpired, _when, change) => {
    localStorage.setItem('auth_token', 'tok');
    const store = openTab();
    change(store);
    expect(store.getState().session.status).toBe('signed-out');
    expect(store.getState().session.hasExpired || undefined).toBe(hasExpired);
  });

  it.each<[when: string, signOutElsewhere: () => void]>([
    ['while this tab shows a page', () => writeInOtherTab('signed-out', '1')],
    [
      'for the second time',
      () => {
        writeInOtherTab('signed-out', '1');
        sessionStorage.setItem('checkout_draft', '{}');
        writeInOtherTab('signed-out', '2');
      },
    ],
    ['while the page is in the back/forward cache', () => restoreAfter(() => localStorage.setItem('signed-out', '1'))],
    [
      'while this tab shows another site',
      () => {
        localStorage.setItem('signed-out', '1');
        openTab();
      },
    ],
  ])('clears what this tab keeps when another tab signs out %s', (_when, signOutElsewhere) => {
    openTab();
    sessionStorage.setItem('checkout_draft', '{"fullName":"Asha Rao"}');
    signOutElsewhere();
    expect(sessionStorage.getItem('checkout_draft')).toBeNull();
  });

  it('keeps what this tab keeps when the server ends the session, and through the loads after a sign-out', () => {
    localStorage.setItem('signed-out', '1');
    openTab();
    sessionStorage.setItem('checkout_draft', '{"fullName":"Asha Rao"}');
    writeInOtherTab('auth_token', null);
    openTab();
    expect(sessionStorage.getItem('checkout_draft')).not.toBeNull();
  });

  it('stays in memory when the browser refuses storage', async () => {
    const refusing = {
      getItem: () => null,
      setItem: () => {
        throw new Error('quota');
      },
      removeItem: () => undefined,
    } as unknown as Storage;
    const { store, readStorage } = createAppStore({
      settings: { apiBase: fakeApiBase, orderAmounts: 'dollar' },
      storage: refusing,
    });
    readStorage();
    store.dispatch(signedIn('tok'));
    store.dispatch(lineAdded(line));
    answer('GET', '/x', { body: {} });
    await store.dispatch(testAnything.initiate('/x'));
    expect(calls()[0]?.headers.get('authorization')).toBe('Bearer tok');
    expect(store.getState().cart.lines).toHaveLength(1);
  });

  it('removes private responses at the next sign-in while another call is pending', async () => {
    const store = openTab();
    store.dispatch(signedIn('first'));
    answer('GET', '/orders', { body: ['first shopper'] });
    await store.dispatch(testPrivate.initiate(undefined, { subscribe: false }));
    answer('GET', '/x', 'never');
    void store.dispatch(testAnything.initiate('/x'));
    store.dispatch(signedOut());
    store.dispatch(signedIn('second'));
    expect(testPrivate.select()(store.getState()).data).toBeUndefined();
  });

  it('sends a pending call again when another shopper has signed in', async () => {
    const store = openTab();
    store.dispatch(signedIn('first'));
    answer('GET', '/orders', ({ headers }) => {
      const shopper = headers.get('authorization');
      if (shopper === 'Bearer first') {
        store.dispatch(signedOut());
        store.dispatch(signedIn('second'));
      }
      return { body: [shopper] };
    });
    const { data } = await store.dispatch(testPrivate.initiate());
    expect(data).toEqual(['Bearer second']);
  });

  it('is read again when the page is restored from the back/forward cache', () => {
    localStorage.setItem('auth_token', 'tok');
    const store = openTab();
    restoreAfter(() => localStorage.removeItem('auth_token'));
    expect(store.getState().session.status).toBe('signed-out');
  });

  it.each([
    ['in another tab', () => writeInOtherTab('auth_token', 'second')],
    [
      'in another tab before this tab receives the sign-out',
      () => {
        localStorage.setItem('auth_token', 'second');
        dispatchStorageEvent('auth_token', 'first', null);
        dispatchStorageEvent('auth_token', null, 'second');
      },
    ],
    [
      'while the page is in the back/forward cache',
      () => restoreAfter(() => localStorage.setItem('auth_token', 'second')),
    ],
  ])(
    'removes private responses that a screen shows when another shopper signs in %s',
    async (_where, signInElsewhere) => {
      localStorage.setItem('auth_token', 'first');
      const store = openTab();
      answer('GET', '/orders', { body: ['first shopper'] });
      await store.dispatch(testPrivate.initiate());
      expect(testPrivate.select()(store.getState()).data).toEqual(['first shopper']);
      signInElsewhere();
      expect(testPrivate.select()(store.getState()).data).toBeUndefined();
    },
  );
});

describe('calls', () => {
  it('carry the bearer token when there is one, ask for JSON, send cookies, and go to the API’s base [6.roles-02 7.base-04 9.constants-08]', async () => {
    answer('GET', '/x', { body: {} });
    const store = openTab();
    await store.dispatch(testAnything.initiate('/x'));
    store.dispatch(signedIn('tok'));
    await store.dispatch(testAnything.initiate('/x', { forceRefetch: true }));
    expect(calls().map(({ headers }) => headers.get('authorization'))).toEqual([null, 'Bearer tok']);
    expect(calls()[0]?.headers.get('accept')).toBe('application/json');
    expect(calls()[0]?.credentials).toBe('include');
  });

  it('send JSON [7.base-05]', async () => {
    answer('POST', '/x', { body: {} });
    await openTab().dispatch(testChange.initiate());
    expect(calls()[0]?.headers.get('content-type')).toBe('application/json');
    expect(calls()[0]?.body).toEqual({ a: 1 });
  });

  it.each([
    ['a broken server', { status: 503, body: {} }],
    ['no response', 'no response' as const],
    ['a response that is not JSON', { text: '<html>' }],
  ])('never send a failed POST again after %s [R.15-1]', async (_name, reply) => {
    answer('POST', '/x', reply);
    expect((await openTab().dispatch(testChange.initiate())).error).toBeDefined();
    expect(calls('POST')).toHaveLength(1);
  });

  it('sign the shopper out after a 401 [4.session-05 R.12-2]', async () => {
    localStorage.setItem('auth_token', 'tok');
    const store = openTab();
    answer('GET', '/x', { status: 401, body: { error: 'expired' } });
    const { error } = await store.dispatch(testAnything.initiate('/x'));
    expect(error).toEqual({ kind: 'status', status: 401, message: 'expired' });
    expect(store.getState().session.status).toBe('signed-out');
    expect(localStorage.getItem('auth_token')).toBeNull();
  });

  it('ignore a 401 for a token that was replaced in the meantime [R.12-2]', async () => {
    localStorage.setItem('auth_token', 'old');
    const store = openTab();
    answer('GET', '/x', () => {
      store.dispatch(signedIn('new'));
      return { status: 401, body: {} };
    });
    await store.dispatch(testAnything.initiate('/x'));
    expect(store.getState().session.status).toBe('signed-in');
    expect(localStorage.getItem('auth_token')).toBe('new');
  });

  it.each([
    [
      'a server error with its message',
      { status: 500, body: { error: 'sorry' } },
      { kind: 'status', status: 500, message: 'sorry' },
    ],
    ['a server error in HTML', { status: 502, text: '<html>' }, { kind: 'status', status: 502, message: '' }],
    [
      'an error whose message is not text',
      { status: 400, body: { error: { a: 1 } } },
      { kind: 'status', status: 400, message: '' },
    ],
    ['no response', 'no response' as const, { kind: 'no-response' }],
    ['a response that is not JSON [R.11-1]', { text: '<html>' }, { kind: 'malformed' }],
  ])('report %s as an ApiError', async (_name, reply, error) => {
    answer('GET', '/x', reply);
    expect((await openTab().dispatch(testAnything.initiate('/x'))).error).toMatchObject(error);
  });

  it('return null for an empty response', async () => {
    answer('GET', '/x', { text: '' });
    expect((await openTab().dispatch(testAnything.initiate('/x'))).data).toBeNull();
  });
});

describe('failures of our own code', () => {
  const reportError = jest.fn();
  beforeEach(() => {
    reportError.mockClear();
    Object.assign(globalThis, { reportError });
  });
  afterAll(() => Reflect.deleteProperty(globalThis, 'reportError'));

  type Send = (dispatch: ReturnType<typeof openTab>['dispatch']) => PromiseLike<unknown>;
  const read: Send = (dispatch) => dispatch(testAnything.initiate('/x', { forceRefetch: true }));
  const readText: Send = (dispatch) => dispatch(testText.initiate(undefined, { forceRefetch: true }));
  const readAndThrow: Send = (dispatch) => dispatch(testThrows.initiate(undefined, { forceRefetch: true }));
  const change: Send = (dispatch) => dispatch(testChange.initiate());

  it.each<[what: string, send: Send, reply: FakeAnswer, messages: string[]]>([
    ['a form that the API refuses', change, { status: 400, body: {} }, ['testChange: status 400']],
    [
      'JSON that cannot be read',
      read,
      { text: '{', headers: { 'content-type': 'application/json' } },
      [expect.stringContaining('testAnything: ')],
    ],
    ['a page of HTML', read, { text: '<html>', headers: { 'content-type': 'text/html' } }, []],
    ['a response that the decoder refuses', readText, { body: {} }, [expect.stringContaining('testText: ')]],
    ['an exception', readAndThrow, { body: {} }, ['t is not a function']],
    ['the status 404', read, { status: 404, body: {} }, []],
    ['the status 422', change, { status: 422, body: {} }, []],
    ['the status 503', read, { status: 503, body: {} }, []],
    ['no response', read, 'no response', []],
  ])('are reported once for each endpoint: %s', async (_what, send, reply, messages) => {
    if (send === readAndThrow) expectLog('An unhandled error occurred');
    answer('GET', '/x', reply);
    answer('POST', '/x', reply);
    const { dispatch } = openTab();
    await send(dispatch);
    await send(dispatch);
    expect(reportError.mock.calls.map(([error]) => error.message)).toEqual(messages);
  });
});

describe('cart', () => {
  it('is saved on every change and restored on start [3.storage-02 4.cart-08 9.constants-07]', () => {
    openTab().dispatch(lineAdded(line));
    expect(JSON.parse(localStorage.getItem('cart') ?? '')).toEqual([line]);
    expect(openTab().getState().cart.lines).toEqual([line]);
  });

  it('survives corrupt storage [R.21-2]', () => {
    localStorage.setItem('cart', '{corrupt');
    expect(openTab().getState().cart).toEqual({ lines: [], isRead: true });
  });

  it('is read again when the page is restored from the back/forward cache', () => {
    const store = openTab();
    restoreAfter(() => localStorage.setItem('cart', JSON.stringify([line])));
    expect(store.getState().cart.lines).toEqual([line]);
  });

  it('keeps a change of another tab whose event has not arrived yet', () => {
    const store = openTab();
    store.dispatch(lineAdded(line));
    localStorage.setItem('cart', JSON.stringify([line, { ...line, id: 'b' }]));
    store.dispatch(lineAdded({ ...line, id: 'c' }));
    expect(store.getState().cart.lines.map(({ id }) => id)).toEqual(['a', 'b', 'c']);
    expect(JSON.parse(localStorage.getItem('cart') ?? '')).toEqual(store.getState().cart.lines);
  });

  it('keeps its own change when the event of an earlier change of another tab arrives', () => {
    const store = openTab();
    const fromOtherTab = JSON.stringify([line]);
    localStorage.setItem('cart', fromOtherTab);
    store.dispatch(lineAdded({ ...line, id: 'b' }));
    dispatchStorageEvent('cart', null, fromOtherTab);
    expect(store.getState().cart.lines.map(({ id }) => id)).toEqual(['a', 'b']);
    expect(JSON.parse(localStorage.getItem('cart') ?? '')).toEqual(store.getState().cart.lines);
  });

  it('keeps its lines when another tab stores a text that is not a cart', () => {
    const store = openTab();
    store.dispatch(lineAdded(line));
    writeInOtherTab('cart', '{corrupt');
    expect(store.getState().cart.lines).toEqual([line]);
    store.dispatch(lineAdded({ ...line, id: 'b' }));
    expect(store.getState().cart.lines.map(({ id }) => id)).toEqual(['a', 'b']);
  });

  it('keeps lines that the browser refuses to store', () => {
    const store = openTab();
    store.dispatch(lineAdded(line));
    const full = jest.spyOn(Storage.prototype, 'setItem').mockImplementation(() => {
      throw new DOMException('full', 'QuotaExceededError');
    });
    store.dispatch(lineAdded({ ...line, id: 'b' }));
    store.dispatch(lineAdded({ ...line, id: 'c' }));
    expect(store.getState().cart.lines.map(({ id }) => id)).toEqual(['a', 'b', 'c']);
    full.mockRestore();
    store.dispatch(lineAdded({ ...line, id: 'd' }));
    expect(JSON.parse(localStorage.getItem('cart') ?? '[]')).toHaveLength(4);
  });

  it.each<[string, () => void]>([
    ['the page is restored from the back/forward cache', () => restoreAfter(() => undefined)],
    ['another tab changes the cart', () => dispatchStorageEvent('cart', null, JSON.stringify([line]))],
    ['another tab clears storage', () => dispatchStorageEvent(null, null, null)],
  ])('keeps lines that the browser refuses to store when %s', (_case, read) => {
    const store = openTab();
    store.dispatch(lineAdded(line));
    const full = jest.spyOn(Storage.prototype, 'setItem').mockImplementation(() => {
      throw new DOMException('full', 'QuotaExceededError');
    });
    store.dispatch(lineAdded({ ...line, id: 'b' }));
    full.mockRestore();
    read();
    expect(store.getState().cart.lines.map(({ id }) => id)).toEqual(['a', 'b']);
  });

  it('reads the stored lines once, also after the browser has refused a line that was added before', () => {
    localStorage.setItem('cart', JSON.stringify([line]));
    const settings = { apiBase: fakeApiBase, orderAmounts: 'dollar' as const };
    const { store, readStorage } = createAppStore({ settings, storage: localStorage });
    const full = jest.spyOn(Storage.prototype, 'setItem').mockImplementation(() => {
      throw new DOMException('full', 'QuotaExceededError');
    });
    store.dispatch(lineAdded({ ...line, id: 'b' }));
    full.mockRestore();
    readStorage();
    expect(store.getState().cart.isRead).toBe(true);
  });

  it('follows another tab without writing back [R.21-3]', () => {
    const store = openTab();
    const write = jest.spyOn(Storage.prototype, 'setItem');
    writeInOtherTab('cart', JSON.stringify([line]));
    expect(store.getState().cart.lines).toEqual([line]);
    expect(write).toHaveBeenCalledTimes(1);
    write.mockRestore();
  });
});
