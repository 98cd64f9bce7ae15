import type { PageBeacon, TelemetryTag } from '@shop/remote-contract/telemetry';
import { countPurchases } from './count-purchases';
import { startPageTelemetry } from './page-telemetry';

/** Everything that was told, as the gateway would read it. */
let sent: Promise<PageBeacon>[] = [];

const read = async (body: Blob): Promise<PageBeacon> => JSON.parse(await body.text());

let listeners: Parameters<typeof window.addEventListener>[] = [];

beforeEach(() => {
  sent = [];
  listeners = [];
  // Each test has a page of its own: what it listens to ends with it.
  const listen = window.addEventListener.bind(window);
  jest
    .spyOn(window, 'addEventListener')
    .mockImplementation((...parameters: Parameters<typeof window.addEventListener>) => {
      listeners.push(parameters);
      listen(...parameters);
    });
  Object.assign(navigator, {
    sendBeacon: (url: string, body: Blob) => {
      expect(url).toBe('/-/health');
      expect(body.type).toBe('application/json');
      sent.push(read(body));
      return true;
    },
  });
  // What jsdom lacks of what the vitals are read from.
  Object.assign(performance, { getEntriesByType: () => [] });
  Object.assign(window, { requestIdleCallback: (work: () => void) => work() });
});

afterEach(() => {
  for (const parameters of listeners) window.removeEventListener(...parameters);
  jest.restoreAllMocks();
});

const leave = () => window.dispatchEvent(new Event('pagehide'));

/** A page whose chunk has come. */
async function openPage(tag: TelemetryTag | null) {
  const health = startPageTelemetry(tag, 7);
  await import('./send-beacon');
  await new Promise((resolve) => setTimeout(resolve));
  return health;
}

const calm: TelemetryTag = { cohort: 'control', isCompared: false };

test('while a canary runs a page says at once that it started', async () => {
  await openPage({ cohort: 'canary', isCompared: true });
  expect(await Promise.all(sent)).toEqual([
    {
      composition: 7,
      cohort: 'canary',
      errors: 0,
      loadFailures: 0,
      checkoutsStarted: 0,
      ordersPlaced: 0,
      vitals: {},
    },
  ]);
});

test('without a canary a page that has nothing to tell tells nothing', async () => {
  await openPage(calm);
  expect(sent).toEqual([]);
});

test('what happened before the chunk came is told with what comes later, once', async () => {
  const opening = openPage(calm);
  window.dispatchEvent(new ErrorEvent('error', { filename: `${window.location.origin}/r/shell/1-d/main.js` }));
  const health = await opening;
  window.dispatchEvent(new ErrorEvent('error', { filename: 'chrome-extension://abc/content.js' }));
  window.dispatchEvent(new Event('unhandledrejection'));
  health.count('loadFailures');
  leave();
  leave();
  const told = await Promise.all(sent);
  const sum = (what: 'errors' | 'loadFailures') => told.reduce((total, beacon) => total + beacon[what], 0);
  expect([sum('errors'), sum('loadFailures')]).toEqual([2, 1]);
  expect(told.every(({ composition, cohort }) => composition === 7 && cohort === 'control')).toBe(true);
  const count = sent.length;
  leave();
  expect(sent).toHaveLength(count);
});

test('a page that is not to report tells nothing, whatever happens', async () => {
  const health = await openPage(null);
  window.dispatchEvent(new ErrorEvent('error'));
  health.count('errors');
  leave();
  expect(sent).toEqual([]);
});

describe('purchases', () => {
  const navigation = new EventTarget();
  const go = (path: string) => {
    window.history.pushState(null, '', path);
    navigation.dispatchEvent(new Event('currententrychange'));
  };
  let counted: string[] = [];
  const open = (path: string, type = 'navigate') => {
    counted = [];
    window.history.replaceState(null, '', path);
    Object.assign(window, { navigation });
    Object.assign(performance, { getEntriesByType: () => [{ type }] });
    countPurchases((what) => counted.push(what));
  };
  afterAll(() => window.history.replaceState(null, '', '/'));

  it('count when a shopper comes to the checkout and to the thanks, each once in a document', () => {
    open('/cart');
    for (const path of ['/checkout', '/cart', '/checkout?step=2', '/order-success']) go(path);
    expect(counted).toEqual(['checkoutsStarted', 'ordersPlaced']);
  });

  it('count a document that begins at the thanks, as a bank sends it, but not its reload', () => {
    open('/order-success?orderId=1');
    expect(counted).toEqual(['ordersPlaced']);
    open('/order-success?orderId=1', 'reload');
    expect(counted).toEqual([]);
  });
});
