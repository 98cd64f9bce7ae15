import type { ErrorBeacon } from '@shop/remote-contract/error-report';
import type { PageBeacon, TelemetryTag } from '@shop/remote-contract/telemetry';
import { aComposition } from '@shop/testing/a-composition';
import { pageReadyEvent, pageReadyMark } from '../base/page';
import { countLoadFailures, startPageTelemetry } from './page-telemetry';
import { countPurchases } from './send-beacon';

const composition = { ...aComposition([]), seq: 7 };

type Report = (metric: { value: number }) => void;

/** The page's callbacks in web-vitals, by metric. jsdom has none of the browser APIs that web-vitals reads. */
const mockVitals: Partial<Record<'CLS' | 'INP' | 'LCP' | 'TTFB', Report>> = {};

jest.mock('web-vitals', () => {
  const register = (name: keyof typeof mockVitals) => (report: Report) => {
    mockVitals[name] = report;
  };
  return { onCLS: register('CLS'), onINP: register('INP'), onLCP: register('LCP'), onTTFB: register('TTFB') };
});

/** The error reports that the page sent. */
let reported: Promise<ErrorBeacon>[] = [];

/** Milliseconds until the page reacts to input. Null while it does not. */
let readyTime: number | null = null;

/** The beacons that the page sent, as the gateway would decode them. */
let sent: Promise<PageBeacon>[] = [];

const decode = async <Beacon>(body: Blob): Promise<Beacon> => JSON.parse(await body.text());

let listeners: Parameters<typeof window.addEventListener>[] = [];

beforeEach(() => {
  sent = [];
  reported = [];
  listeners = [];
  // Each test has a page of its own: its listeners are removed after the test.
  const listen = window.addEventListener.bind(window);
  jest
    .spyOn(window, 'addEventListener')
    .mockImplementation((...parameters: Parameters<typeof window.addEventListener>) => {
      listeners.push(parameters);
      listen(...parameters);
    });
  Object.assign(navigator, {
    sendBeacon: (url: string, body: Blob) => {
      expect(body.type).toBe('application/json');
      if (url === '/-/errors') reported.push(decode(body));
      else {
        expect(url).toBe('/-/telemetry');
        sent.push(decode(body));
      }
      return true;
    },
  });
  readyTime = 100;
  Object.assign(performance, {
    getEntriesByType: () => [],
    getEntriesByName: (name: string) =>
      name === pageReadyMark && readyTime !== null ? [{ startTime: readyTime }] : [],
  });
  Object.assign(window, { requestIdleCallback: (work: () => void) => work() });
});

afterEach(() => {
  for (const parameters of listeners) window.removeEventListener(...parameters);
  jest.restoreAllMocks();
});

const setVisibility = (state: DocumentVisibilityState) => {
  jest.spyOn(document, 'visibilityState', 'get').mockReturnValue(state);
  window.dispatchEvent(new Event('visibilitychange'));
};
const leave = () => window.dispatchEvent(new Event('pagehide'));

/** Opens a page and waits for the module that sends beacons. */
async function openPage(tag: TelemetryTag | null) {
  const count = startPageTelemetry(tag, composition);
  await import('./send-beacon');
  await new Promise((resolve) => setTimeout(resolve));
  return count;
}

const withoutCanary: TelemetryTag = { group: 'control', isCompared: false };

test('a page reports its start while a canary runs as soon as it reacts to input', async () => {
  readyTime = null;
  await openPage({ group: 'canary', isCompared: true });
  expect(sent).toEqual([]);
  readyTime = 900;
  window.dispatchEvent(new Event(pageReadyEvent));
  expect(await Promise.all(sent)).toEqual([
    {
      composition: 7,
      group: 'canary',
      isStarted: true,
      errors: 0,
      loadFailures: 0,
      checkoutsStarted: 0,
      ordersPlaced: 0,
      vitals: {},
    },
  ]);
});

test('a page that started before its telemetry reports it at once', async () => {
  await openPage({ group: 'canary', isCompared: true });
  expect(await Promise.all(sent)).toMatchObject([{ isStarted: true }]);
});

test('a page whose start has failed, and one that is left before, say that it does not react to input', async () => {
  readyTime = null;
  await openPage({ group: 'canary', isCompared: true });
  // The page loader stops to hold input when the start has failed.
  window.dispatchEvent(new Event(pageReadyEvent));
  await openPage({ group: 'canary', isCompared: true });
  leave();
  expect((await Promise.all(sent)).map(({ isStarted }) => isStarted)).toEqual([false, false]);
});

test('a page without events sends no beacon while no canary runs', async () => {
  await openPage(withoutCanary);
  expect(sent).toEqual([]);
});

test('events counted before the sending module loaded are sent once, together with later ones', async () => {
  const opening = openPage(withoutCanary);
  window.dispatchEvent(new ErrorEvent('error', { filename: `${window.location.origin}/r/shell/1-d/main.js` }));
  const count = await opening;
  window.dispatchEvent(new ErrorEvent('error', { filename: 'chrome-extension://abc/content.js' }));
  window.dispatchEvent(new Event('unhandledrejection'));
  count('loadFailures');
  leave();
  leave();
  const beacons = await Promise.all(sent);
  const sum = (counter: 'errors' | 'loadFailures') => beacons.reduce((total, beacon) => total + beacon[counter], 0);
  expect([sum('errors'), sum('loadFailures')]).toEqual([2, 1]);
  expect(beacons.every(({ composition, group }) => composition === 7 && group === 'control')).toBe(true);
  leave();
  expect(sent).toHaveLength(beacons.length);
});

test('a page that never finishes loading sends its events after ten seconds, and once', async () => {
  jest.spyOn(document, 'readyState', 'get').mockReturnValue('interactive');
  jest.useFakeTimers({ doNotFake: ['performance', 'requestIdleCallback'] });
  try {
    const count = startPageTelemetry(withoutCanary, composition);
    count('loadFailures', 'mf-content/1.0.0-0123456789ab');
    await jest.advanceTimersByTimeAsync(9999);
    leave();
    expect(sent).toEqual([]);
    await jest.advanceTimersByTimeAsync(1);
    await import('./send-beacon');
    await jest.advanceTimersByTimeAsync(0);
    expect(sent).toHaveLength(1);
    window.dispatchEvent(new Event('load'));
    await jest.advanceTimersByTimeAsync(5000);
    expect(await Promise.all(sent)).toMatchObject([{ loadFailures: 1 }]);
  } finally {
    jest.useRealTimers();
  }
});

test('errors count for the release whose file comes first in the stack, and without one for the shell', async () => {
  const opening = openPage(withoutCanary);
  const fail = (stack: string) =>
    window.dispatchEvent(
      new ErrorEvent('error', {
        filename: `${window.location.origin}/r/shell/1.0.0-0123456789ab/main.js`,
        error: Object.assign(new TypeError('t is not a function'), { stack }),
      }),
    );
  const file = (path: string) => `    at s (${window.location.origin}${path}:1:2)`;
  const cart = '/r/mf-cart-checkout/1.7.0-beta.1-ba9876543210/checkout.js';
  fail(['TypeError: t is not a function', file(cart), file('/r/shell/1.0.0-0123456789ab/main.js')].join('\n'));
  await opening;
  fail(['TypeError: t is not a function', file(cart)].join('\n'));
  fail('TypeError: t is not a function');
  const rejection = Object.assign(new Event('unhandledrejection'), { reason: 'no stack' });
  window.dispatchEvent(rejection);
  leave();
  const beacons = await Promise.all(sent);
  const appErrors = beacons.flatMap((beacon) => Object.entries(beacon.appErrors ?? {}));
  const sum = (name: string) => appErrors.filter(([release]) => release === name).reduce((all, [, n]) => all + n, 0);
  expect(sum('mf-cart-checkout/1.7.0-beta.1-ba9876543210')).toBe(2);
  expect(sum('shell/1.0.0-0123456789ab')).toBe(2);
  expect(beacons.reduce((total, { errors }) => total + errors, 0)).toBe(4);
});

test('a page reports each different error once, five at most, without addresses, tokens and typed values', async () => {
  await openPage(withoutCanary);
  document.body.innerHTML = '<input value="my secret"><textarea>Flat 4 B</textarea>';
  const file = `${window.location.origin}/r/mf-catalog/1.0.0-0123456789ab/home.js`;
  const fail = (message: string) => {
    const stack = `TypeError: ${message}\n    at s (${file}:1:2)\n    at https://other.example/x.js?key=1:1:9\n    at a (${file}:1:77)`;
    window.dispatchEvent(
      new ErrorEvent('error', { filename: file, error: Object.assign(new TypeError(message), { stack }) }),
    );
  };
  fail('my secret is no price for Flat 4 B, see https://shop.example/x?token=abc');
  fail('my secret is no price for Flat 4 B, see https://shop.example/x?token=abc');
  for (const name of ['a', 'b', 'c', 'd', 'e', 'f']) fail(name);
  leave();
  document.body.innerHTML = '';
  const [beacon, ...others] = await Promise.all(reported);
  expect(others).toEqual([]);
  expect(beacon?.composition).toBe(7);
  expect(beacon?.errors).toHaveLength(5);
  expect(beacon?.errors[0]).toEqual({
    release: 'mf-catalog/1.0.0-0123456789ab',
    message: 'TypeError: … is no price for …, see …',
    frames: ['mf-catalog/1.0.0-0123456789ab/home.js:1:2', 'mf-catalog/1.0.0-0123456789ab/home.js:1:77'],
  });
});

const reject = (reason: unknown) => window.dispatchEvent(Object.assign(new Event('unhandledrejection'), { reason }));

test.each([
  [{ kind: 'status', status: 503, message: 'busy' }, 'status 503: busy'],
  [{ kind: 'no-response', message: '' }, 'no-response:'],
  [{ status: 'FETCH_ERROR', error: 'TypeError: Failed to fetch' }, 'FETCH_ERROR:'],
  ['no stack', 'no stack'],
])('a page reports %p, which has no released file, as an error of its shell', async (reason, message) => {
  await openPage(withoutCanary);
  reject(reason);
  leave();
  const release = 'shell/1.0.0-0123456789ab';
  expect(await Promise.all(sent)).toMatchObject([{ errors: 1, appErrors: { [release]: 1 } }]);
  expect(await Promise.all(reported)).toMatchObject([{ errors: [{ release, message, frames: [] }] }]);
});

test('a page counts an error that the browser hides for no release', async () => {
  await openPage(withoutCanary);
  window.dispatchEvent(new ErrorEvent('error', { message: 'Script error.' }));
  leave();
  const [beacon] = await Promise.all(sent);
  expect(beacon).toMatchObject({ errors: 1 });
  expect(beacon).not.toHaveProperty('appErrors');
  expect(reported).toEqual([]);
});

test.each(['chrome-extension://abc/content.js:1:2', 'webkit-masked-url://hidden/:1:2'])(
  'a page does not count an error of a browser extension at %s',
  async (place) => {
    await openPage(withoutCanary);
    const stack = `TypeError: x is not a function\n    at ${place}`;
    reject(Object.assign(new TypeError('x is not a function'), { stack }));
    leave();
    expect([sent, reported]).toEqual([[], []]);
  },
);

describe('files that do not load', () => {
  const release = 'mf-payment/1.0.0-0123456789ab';
  const chunk = `<script src="/r/${release}/payment-form.js"></script>`;
  const app = { ...composition.shell, name: 'mf-payment' };
  const fail = (html: string) => {
    document.body.innerHTML = html;
    document.body.firstElementChild?.dispatchEvent(new Event('error'));
  };
  afterEach(() => {
    document.body.innerHTML = '';
    document.documentElement.removeAttribute('data-copy');
  });

  it.each([
    ['a script', chunk, 1],
    ['a style sheet', `<link rel="stylesheet" href="/r/${release}/payment-form.css">`, 1],
    ['a preload', `<link rel="preload" as="script" href="/r/${release}/payment-form.js">`, 0],
    ['a picture', `<img src="/r/${release}/assets/card.avif">`, 0],
    ['a script of another site', '<script src="https://bank.example/pay.js"></script>', 0],
  ])('count for their release, once: %s', (_file, html, failures) => {
    const count = jest.fn();
    countLoadFailures(count);
    fail(html);
    fail(html);
    expect(count.mock.calls).toEqual(Array(failures).fill(['loadFailures', release]));
  });

  it('count once together with an app that does not load', () => {
    const count = jest.fn();
    const countApp = countLoadFailures(count);
    fail(chunk);
    countApp(app);
    expect(count.mock.calls).toEqual([['loadFailures', release]]);
  });

  it('count without a release when the document omits the version of the app', () => {
    const count = jest.fn();
    countLoadFailures(count)({ ...app, version: '', digest: '' });
    expect(count.mock.calls).toEqual([['loadFailures', '']]);
  });

  it.each([
    ['without a network', false, false],
    ['that is a stored copy', true, true],
  ])('do not count on a page %s', (_page, isOnline, isStored) => {
    jest.spyOn(navigator, 'onLine', 'get').mockReturnValue(isOnline);
    document.documentElement.toggleAttribute('data-copy', isStored);
    const count = jest.fn();
    const countApp = countLoadFailures(count);
    fail(chunk);
    countApp(app);
    expect(count).not.toHaveBeenCalled();
  });
});

test('a page in a browser without sendBeacon causes no error', async () => {
  Reflect.deleteProperty(navigator, 'sendBeacon');
  const onError = jest.fn();
  window.addEventListener('error', onError);
  const count = await openPage(withoutCanary);
  count('errors', 'mf-catalog/1.0.0-0123456789ab', new TypeError('t is not a function'));
  leave();
  expect(onError).not.toHaveBeenCalled();
});

test('a page without a telemetry tag never sends a beacon', async () => {
  const count = await openPage(null);
  window.dispatchEvent(new ErrorEvent('error'));
  count('errors');
  leave();
  expect(sent).toEqual([]);
});

describe('vitals', () => {
  const sentVitals = async () => (await Promise.all(sent)).map(({ vitals }) => vitals);

  it('sends CLS and INP once per page view, with the values at the time of leaving', async () => {
    await openPage(withoutCanary);
    for (const value of [0.01, 0.05, 0.12]) {
      // web-vitals reports before the page's own listener runs.
      mockVitals.CLS?.({ value });
      mockVitals.INP?.({ value: value * 1000 });
      setVisibility('hidden');
      setVisibility('visible');
    }
    expect(await sentVitals()).toEqual([]);
    setVisibility('hidden');
    leave();
    expect(await sentVitals()).toEqual([{ CLS: 0.12, INP: 120 }]);
  });

  it('sends values that web-vitals reports between pagehide and the change to hidden', async () => {
    await openPage(withoutCanary);
    leave();
    mockVitals.CLS?.({ value: 0.2 });
    setVisibility('hidden');
    expect(await sentVitals()).toEqual([{ CLS: 0.2 }]);
  });

  it('sends LCP and TTFB when the page is first hidden, and does not repeat them', async () => {
    await openPage(withoutCanary);
    mockVitals.TTFB?.({ value: 80 });
    mockVitals.LCP?.({ value: 900 });
    setVisibility('hidden');
    setVisibility('visible');
    setVisibility('hidden');
    leave();
    expect(await sentVitals()).toEqual([{ LCP: 900, TTFB: 80 }]);
  });

  /** Long tasks of the page, by their start and duration in milliseconds. They are observed when the page asks for them. */
  const observeTasks = (tasks: [startTime: number, duration: number][]) => {
    class Observer {
      static supportedEntryTypes = ['longtask'];
      observe = jest.fn();
      takeRecords = () => tasks.map(([startTime, duration]) => ({ startTime, duration }));
    }
    Object.assign(window, { PerformanceObserver: Observer });
  };
  afterEach(() => Reflect.deleteProperty(window, 'PerformanceObserver'));

  it('sends the blocking time of the start once, when the page is first hidden', async () => {
    // The page reacts to input after 100 ms: tasks count that begin before 5100 ms.
    observeTasks([
      [0, 80],
      [200, 2000],
      [5099, 51],
      [5100, 700],
    ]);
    await openPage(withoutCanary);
    expect(await sentVitals()).toEqual([]);
    setVisibility('hidden');
    setVisibility('visible');
    leave();
    expect(await sentVitals()).toEqual([{ TBT: 1981 }]);
  });

  it('sends the blocking time of a page that is left before it reacts to input', async () => {
    readyTime = null;
    observeTasks([[200, 9000]]);
    await openPage(withoutCanary);
    leave();
    expect(await Promise.all(sent)).toMatchObject([{ isStarted: false, vitals: { TBT: 8950 } }]);
  });

  it('sends a blocking time of zero, so that the gateway counts the visitor', async () => {
    observeTasks([]);
    await openPage(withoutCanary);
    leave();
    expect(await sentVitals()).toEqual([{ TBT: 0 }]);
  });

  it('counts a page from the back/forward cache as a new page view', async () => {
    await openPage(withoutCanary);
    mockVitals.CLS?.({ value: 0.1 });
    setVisibility('hidden');
    leave();
    window.dispatchEvent(new Event('pageshow'));
    setVisibility('visible');
    mockVitals.CLS?.({ value: 0.02 });
    setVisibility('hidden');
    expect(await sentVitals()).toEqual([{ CLS: 0.1 }]);
    leave();
    expect(await sentVitals()).toEqual([{ CLS: 0.1 }, { CLS: 0.02 }]);
  });
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
    countPurchases((counter) => counted.push(counter));
  };
  afterAll(() => window.history.replaceState(null, '', '/'));

  it('counts a visit of the checkout and of the success page once in a document', () => {
    open('/cart');
    for (const path of ['/checkout', '/cart', '/checkout?step=2', '/order-success']) go(path);
    expect(counted).toEqual(['checkoutsStarted', 'ordersPlaced']);
  });

  it('counts a document that starts at the success page, as a bank opens it, but not its reload', () => {
    open('/order-success?orderId=1');
    expect(counted).toEqual(['ordersPlaced']);
    open('/order-success?orderId=1', 'reload');
    expect(counted).toEqual([]);
  });
});
