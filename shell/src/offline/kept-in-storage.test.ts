import { storeApi } from '@shop/api-client/store-api';
import { lineAdded } from '@shop/cart/cart-slice';
import { noticeDismissed, noticeShown } from '@shop/notifications/notifications-slice';
import { signedIn } from '@shop/session/session-slice';
import { type AppStore, createAppStore } from '@shop/store/create-app-store';
import { checkIsStale, isKeptInStorage } from './kept-in-storage';

const line = { id: 'a', name: 'Kadhai', image: '', price: 100, quantity: 1, selectedColor: 'Red', selectedSize: 'M' };

const addLine = (store: AppStore) => void store.dispatch(lineAdded(line));
const signIn = (store: AppStore) => void store.dispatch(signedIn('tok'));

const refuse = () => {
  throw new DOMException('refused', 'SecurityError');
};

/** Opens a page and uses it while the browser treats storage in a way. */
function isKeptAfter(storage: 'usable' | 'full' | 'blocked', use: (store: AppStore) => void): boolean {
  if (storage !== 'usable') jest.spyOn(Storage.prototype, 'setItem').mockImplementation(refuse);
  if (storage === 'blocked') jest.spyOn(window, 'localStorage', 'get').mockImplementation(refuse);
  const settings = { apiBase: 'http://shop.test', orderAmounts: 'dollar' as const };
  const area = storage === 'blocked' ? null : window.localStorage;
  const { store, readStorage } = createAppStore({ settings, storage: area });
  readStorage();
  use(store);
  const isKept = isKeptInStorage(store.getState());
  jest.restoreAllMocks();
  return isKept;
}

it.each([
  ['usable', 'an empty cart', true, () => undefined],
  ['usable', 'a cart', true, addLine],
  ['usable', 'a session', true, signIn],
  ['full', 'an empty cart', true, () => undefined],
  ['full', 'a cart', false, addLine],
  ['full', 'a session', false, signIn],
  ['blocked', 'an empty cart', true, () => undefined],
  ['blocked', 'a cart', false, addLine],
  ['blocked', 'a session', false, signIn],
] as const)('with %s storage, %s is kept for a new document: %s', (storage, _what, isKept, use) => {
  expect(isKeptAfter(storage, use)).toBe(isKept);
});

/** Lines as a writer stores them that orders the fields otherwise, keeps empty ones, and has a field of its own. */
const ofAnotherWriter = (quantity: number) => [
  {
    note: 'gift',
    quantity: String(quantity),
    price: '100',
    selectedSize: 'M',
    selectedColor: 'Red',
    name: 'Kadhai',
    id: 'a',
  },
  { id: 7, selectedColor: null, selectedSize: '', name: 'Tawa', price: 5, quantity: 1 },
];

it.each([
  ['kept', 'as the page shows it', 1, true],
  ['not kept', 'with another quantity', 2, false],
])('a cart of another writer is %s %s', (_what, _how, quantity, isKept) => {
  localStorage.setItem('cart', JSON.stringify(ofAnotherWriter(1)));
  const isKeptNow = isKeptAfter('usable', () => {
    localStorage.setItem('cart', JSON.stringify(ofAnotherWriter(quantity)));
  });
  expect(isKeptNow).toBe(isKept);
});

it.each([
  ['corrupt text', '{'],
  ['no list', '{}'],
])('%s in storage is an empty cart', (_what, text) => {
  localStorage.setItem('cart', text);
  expect(isKeptAfter('usable', () => undefined)).toBe(true);
});

it('is false when storage has an older cart than the page', () => {
  localStorage.setItem('cart', JSON.stringify([line]));
  expect(isKeptAfter('full', (store) => void store.dispatch(lineAdded({ ...line, id: 'b' })))).toBe(false);
});

const sendingApi = storeApi.injectEndpoints({
  endpoints: (build) => ({ sendTest: build.mutation<null, void>({ query: () => ({ url: '/test', method: 'POST' }) }) }),
});

it('lets a stale tab load a document when it shows no toast and sends no form', async () => {
  jest.spyOn(window, 'fetch').mockResolvedValueOnce(new Response('{"seq":2}'));
  const settings = { apiBase: 'http://shop.test', orderAmounts: 'dollar' as const };
  const { store } = createAppStore({ settings, storage: window.localStorage });
  const canReload = await checkIsStale(1, store);
  if (!canReload) throw new Error('The composition is live.');
  expect(canReload()).toBe(true);
  store.dispatch(noticeShown({ key: 'added', title: 'Added to cart' }));
  expect(canReload()).toBe(false);
  store.dispatch(noticeDismissed('added'));
  expect(canReload()).toBe(true);
  let respond: (response: Response) => void = () => undefined;
  const response = new Promise<Response>((resolve) => {
    respond = resolve;
  });
  jest.spyOn(window, 'fetch').mockReturnValueOnce(response);
  const sending = store.dispatch(sendingApi.endpoints.sendTest.initiate());
  expect(canReload()).toBe(false);
  respond(new Response('null'));
  await sending;
  expect(canReload()).toBe(true);
  jest.restoreAllMocks();
});
