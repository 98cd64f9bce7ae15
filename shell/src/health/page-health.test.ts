import type { HealthBeacon, HealthTag } from '@shop/remote-contract/health';
import { createMemoryHistory } from '@shop/router/router';
import { countPurchases } from './count-purchases';
import { watchPageHealth } from './page-health';

const tag: HealthTag = { cohort: 'canary', isCompared: true };

/** Everything that was told, as the gateway would read it. */
let sent: Promise<HealthBeacon>[] = [];

const read = async (body: Blob): Promise<HealthBeacon> => JSON.parse(await body.text());

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
  Object.assign(window, { requestIdleCallback: (work: () => void) => work() });
});

afterEach(() => {
  for (const parameters of listeners) window.removeEventListener(...parameters);
  jest.restoreAllMocks();
});

const leave = () => window.dispatchEvent(new Event('pagehide'));

test('while a canary runs a page says at once that it started', async () => {
  watchPageHealth(tag, 7);
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

test('without a canary a page that has nothing to tell tells nothing', () => {
  watchPageHealth({ cohort: 'control', isCompared: false }, 7);
  leave();
  expect(sent).toEqual([]);
});

test('errors and load failures are told when the page is left, once', async () => {
  const health = watchPageHealth({ cohort: 'control', isCompared: false }, 7);
  window.dispatchEvent(new ErrorEvent('error', { filename: `${window.location.origin}/r/shell/1-d/main.js` }));
  window.dispatchEvent(new ErrorEvent('error', { filename: 'chrome-extension://abc/content.js' }));
  window.dispatchEvent(new Event('unhandledrejection'));
  health.count('loadFailures');
  leave();
  leave();
  const [first, ...others] = await Promise.all(sent);
  expect(first).toMatchObject({ composition: 7, cohort: 'control', errors: 2, loadFailures: 1 });
  expect(others).toEqual([]);
});

test('a page that is not to report tells nothing, whatever happens', () => {
  const health = watchPageHealth(null, 7);
  window.dispatchEvent(new ErrorEvent('error'));
  health.count('errors');
  leave();
  expect(sent).toEqual([]);
});

describe('purchases', () => {
  const shop = (at: string, isReload = false) => {
    const counted: string[] = [];
    const history = countPurchases(
      createMemoryHistory({ initialEntries: [at], v5Compat: true }),
      { count: (what) => counted.push(what) },
      isReload,
    );
    return { history, counted };
  };

  it('count when a shopper comes to the checkout and to the thanks, each once in a document', () => {
    const { history, counted } = shop('/cart');
    history.push('/checkout');
    history.push('/cart');
    history.push('/checkout?step=2');
    history.replace('/order-success');
    expect(counted).toEqual(['checkoutsStarted', 'ordersPlaced']);
  });

  it('count a document that begins at the thanks, as a bank sends it, but not its reload', () => {
    expect(shop('/order-success?orderId=1').counted).toEqual(['ordersPlaced']);
    expect(shop('/order-success?orderId=1', true).counted).toEqual([]);
  });
});
