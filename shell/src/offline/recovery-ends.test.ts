import { storeApi } from '@shop/api-client/store-api';
import { loadDecoder } from '@shop/api-contract/decoders/load-decoder';
import { type StoreInfo, storeInfoDecoder } from '@shop/api-contract/decoders/store-info';
import { lineAdded } from '@shop/cart/cart-slice';
import { type AppStore, createAppStore } from '@shop/store/create-app-store';
import { expectLog } from '@shop/testing/console-watch';
import { fakeApiBase } from '@shop/testing/store-api-fake';
import { networkAnsweredEvent } from '@shop/ui/recovery';
import { unknown } from 'valibot';
import { recoverRead, startRecovery } from './recovery';

const json = (body: string, status = 200) =>
  new Response(body, { status, headers: { 'content-type': 'application/json' } });
/** Number of the live composition. The page has 1. Null at a gateway without a composition. */
let liveSeq: number | null = 1;
let rounds = 0;
const countRound = () => {
  rounds += 1;
};
let added: jest.SpyInstance;
let sent: jest.SpyInstance;
let store: AppStore;

beforeEach(() => {
  jest.useFakeTimers();
  [liveSeq, rounds] = [1, 0];
  added = jest.spyOn(window, 'addEventListener');
  sent = jest.spyOn(window, 'fetch').mockImplementation(async () => json(`{"seq":${liveSeq}}`));
  window.addEventListener(networkAnsweredEvent, countRound);
  store = createAppStore({ settings: { apiBase: fakeApiBase, orderAmounts: 'dollar' }, storage: null }).store;
  startRecovery(store, 1);
});
afterEach(async () => {
  document.body.replaceChildren();
  await pass(60);
  for (const [name, listener, options] of added.mock.calls) window.removeEventListener(name, listener, options);
  jest.restoreAllMocks();
  jest.useRealTimers();
});

const pass = (seconds: number) => jest.advanceTimersByTimeAsync(seconds * 1000);
const showFailure = () => {
  document.body.innerHTML = '<button data-try-again>Try Again</button><script type="none"></script>';
};
const failFile = () => document.querySelector('script')?.dispatchEvent(new Event('error'));

test.each([
  ['the network is back', () => window.dispatchEvent(new Event('online'))],
  ['the shopper comes back', () => window.dispatchEvent(new Event('focus'))],
  ['the shopper taps Try Again', () => document.querySelector('button')?.click()],
])('loads a section whose file is gone three times, and three times again when %s', async (_case, comeBack) => {
  showFailure();
  // The file fails again in each round.
  window.addEventListener(networkAnsweredEvent, failFile);
  failFile();
  await pass(300);
  expect(rounds).toBe(3);
  const requests = sent.mock.calls.length;
  await pass(300);
  expect([rounds, sent.mock.calls.length, jest.getTimerCount()]).toEqual([3, requests, 0]);
  comeBack();
  await pass(300);
  expect([rounds, jest.getTimerCount()]).toEqual([6, 0]);
});

test('loads no section of a composition that is not live any more', async () => {
  liveSeq = 2;
  showFailure();
  failFile();
  await pass(300);
  expect([rounds, sent.mock.calls.length, jest.getTimerCount()]).toEqual([0, 1, 0]);
});

test.each([
  ['loads the document', [], true, 0],
  [
    'tries the section again while storage lacks the cart',
    [{ id: 'a', name: 'Kadhai', image: '', price: 1, quantity: 1 }],
    true,
    1,
  ],
  ['tries the section again while the device is offline', [], false, 1],
])('a tap on Try Again in a composition that is not live %s', async (_what, lines, isOnline, triesOfSection) => {
  // The DOM of the tests reports that it loads no document.
  if (triesOfSection === 0) expectLog('Not implemented: navigation');
  liveSeq = 2;
  for (const line of lines) store.dispatch(lineAdded(line));
  showFailure();
  failFile();
  await pass(10);
  jest.spyOn(navigator, 'onLine', 'get').mockReturnValue(isOnline);
  const tryAgain = jest.fn();
  document.querySelector('button')?.addEventListener('click', tryAgain);
  document.querySelector('button')?.click();
  expect(tryAgain).toHaveBeenCalledTimes(triesOfSection);
});

test('loads a section again although the gateway has no composition', async () => {
  liveSeq = null;
  showFailure();
  failFile();
  await pass(300);
  expect(rounds).toBe(3);
});

test.each([
  ['a chunk', Object.assign(new Error('Loading chunk 3 failed.'), { name: 'ChunkLoadError' })],
  ['a shared module', new Error('shell needs @shop/forms ^1.0.0, and 1.0.0 did not load.')],
])(
  'reads a response again after it has replaced the damaged file of %s, without Try Again on the page',
  async (_what, failure) => {
    expectLog('An unhandled error occurred');
    const file = `${window.location.origin}/r/shell/decoders.js`;
    let isDamaged = true;
    sent.mockImplementation(async (input) => {
      if (input === file) isDamaged = false;
      return json('{"seq":1}');
    });
    const load = async () => {
      if (isDamaged) throw failure;
      return storeInfoDecoder;
    };
    const { endpoints } = storeApi.injectEndpoints({
      overrideExisting: true,
      endpoints: (build) => ({
        decodedTest: build.query<StoreInfo, void>({ query: () => '/storeInfo', ...loadDecoder(load) }),
      }),
    });
    void store.dispatch(endpoints.decodedTest.initiate());
    document.body.innerHTML = `<script type="none" src="${file}"></script>`;
    failFile();
    await pass(1);
    const getStatus = () => store.getState().api.queries['decodedTest(undefined)']?.status;
    expect(getStatus()).toBe('rejected');
    await pass(10);
    expect(getStatus()).toBe('fulfilled');
    expect(sent).toHaveBeenCalledWith(file, { cache: 'reload', signal: expect.any(AbortSignal) });
    await pass(300);
    expect([rounds, jest.getTimerCount()]).toEqual([1, 0]);
  },
);

const request = new Request(`${fakeApiBase}/products`);
const parsingError = { status: 'PARSING_ERROR', originalStatus: 200, data: '{', error: 'no JSON' } as const;

test.each([
  ['a definite error', { status: 404, data: null }, json('{}', 404)],
  ['JSON that cannot be read', parsingError, json('{')],
  ['an outage, after the shopper has left its screen', { status: 503, data: null }, json('{}', 503)],
  ['no network, after the shopper has left its screen', { status: 'FETCH_ERROR', error: 'failed' } as const, undefined],
])('ends the attempts after %s, although a section shows Try Again', async (_case, error, response) => {
  showFailure();
  recoverRead({ key: 'products', meta: { request, ...(response && { response }) }, error });
  await pass(60);
  expect([rounds, sent.mock.calls.length, jest.getTimerCount()]).toEqual([0, 0, 0]);
});

/** A read that the page shows ends with an error. */
async function endRead(error: NonNullable<Parameters<typeof recoverRead>[0]['error']>): Promise<void> {
  const { endpoints } = storeApi.injectEndpoints({
    overrideExisting: true,
    endpoints: (build) => ({
      endedTest: build.query<unknown, void>({ query: () => '/products', rawResponseSchema: unknown() }),
    }),
  });
  void store.dispatch(endpoints.endedTest.initiate());
  await pass(1);
  recoverRead({ key: 'endedTest(undefined)', meta: { request, response: json('{') }, error });
  sent.mockClear();
}

test.each([
  ['after a response that is cut off', { status: 'FETCH_ERROR', error: 'TypeError: network error' }, true],
  ['after a response that stalls', { status: 'TIMEOUT_ERROR', error: 'TimeoutError: signal timed out' }, true],
  ['not after JSON that cannot be read', parsingError, false],
] as const)('reads again %s', async (_case, error, isReadAgain) => {
  await endRead(error);
  await pass(10);
  // A look at the network, and the read.
  expect(sent).toHaveBeenCalledTimes(isReadAgain ? 2 : 0);
});

test('waits longer and longer while each response is cut off', async () => {
  const cutOff = () =>
    new ReadableStream({
      start: (controller) => controller.enqueue(new TextEncoder().encode('{')),
      pull: (controller) => controller.error(new TypeError('network error')),
    });
  await endRead({ status: 'FETCH_ERROR', error: 'TypeError: network error' });
  sent.mockImplementation(async () => new Response(cutOff(), { headers: { 'content-type': 'application/json' } }));
  await pass(60);
  // Looks at the network after 2, 4, 8 and 16 seconds, and no read.
  expect(sent.mock.calls.length).toBeGreaterThan(2);
  expect(sent.mock.calls.length).toBeLessThan(8);
  sent.mockImplementation(async () => json('{"seq":1}'));
});
