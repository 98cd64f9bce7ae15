import { createTexts } from '@shop/language/texts';
import type { PageBeacon, TelemetryTag } from '@shop/remote-contract/telemetry';
import { pageReadyEvent } from '../base/page';
import { startPageTelemetry } from '../telemetry/page-telemetry';
import { documentComposition } from '../testing/document-composition';
import {
  createPageLoaderScript,
  entryRecoveryScript,
  linkStyleSheet,
  renderEntryNotice,
  requestScripts,
} from './elements';
import { failedSheetsScript } from './inline-scripts';
import type { PageScripts } from './page-loader';

const scripts: PageScripts = {
  entry: { url: '/r/shell/main.js', integrity: 'sha384-main' },
  preloads: [{ url: '/r/mf-catalog/home.js', integrity: 'sha384-home' }],
};

let idle: (() => void)[];
const english = createTexts({ code: 'en', catalog: {} });

/** Shows a document with the content, and runs the page loader as its inline script does. */
function openDocument(content: string, connection?: { saveData: boolean }, pageScripts = scripts) {
  document.head.replaceChildren();
  document.body.innerHTML = `${content}<script type="application/json" id="scripts">${JSON.stringify(pageScripts)}</script>`;
  Object.defineProperty(navigator, 'connection', { value: connection, configurable: true });
  idle = [];
  window.requestIdleCallback = (callback) => idle.push(callback as () => void);
  new Function(createPageLoaderScript(english))();
}

const runIdle = () => {
  for (const callback of idle) callback();
};
const announceReady = () => window.dispatchEvent(new Event(pageReadyEvent));
const requested = () =>
  [...document.head.querySelectorAll('script,link')].map((element) => [
    element.getAttribute('src') ?? element.getAttribute('href'),
    element.getAttribute('integrity'),
  ]);
const find = <Type extends HTMLElement>(selector: string) => document.querySelector<Type>(selector) as Type;
/** Records clicks that reach the control, as a component's handler would. */
function watchClicks(selector: string): string[] {
  const seen: string[] = [];
  for (const control of document.querySelectorAll(selector)) {
    control.addEventListener('click', () => seen.push(control.id));
  }
  return seen;
}
const nextTask = () => new Promise((resolve) => setTimeout(resolve));

afterEach(announceReady);

describe('the scripts of a page', () => {
  const all = [
    ['/r/shell/main.js', 'sha384-main'],
    ['/r/mf-catalog/home.js', 'sha384-home'],
  ];

  it('load when the page is idle', () => {
    openDocument('<img fetchpriority="low">');
    expect(requested()).toEqual([]);
    runIdle();
    expect(requested()).toEqual(all);
  });

  it('wait for the largest picture', () => {
    const complete = jest.spyOn(HTMLImageElement.prototype, 'complete', 'get').mockReturnValue(false);
    openDocument('<img fetchpriority="high" src="/hero.avif">');
    expect(idle).toEqual([]);
    find('img').dispatchEvent(new Event('load'));
    runIdle();
    expect(requested()).toEqual(all);
    complete.mockRestore();
  });

  it.each(['pointerdown', 'keydown', 'touchstart', 'scroll'])('load once at the first %s', (name) => {
    openDocument('');
    document.body.dispatchEvent(new Event(name, { bubbles: true }));
    document.body.dispatchEvent(new Event(name, { bubbles: true }));
    runIdle();
    expect(requested()).toEqual(all);
  });

  it('load at the first input only for a shopper who saves data', () => {
    openDocument('', { saveData: true });
    expect(idle).toEqual([]);
    document.body.dispatchEvent(new Event('keydown', { bubbles: true }));
    expect(requested()).toEqual(all);
  });
});

describe('input before the page is ready', () => {
  it('repeats clicks in their sequence, and a repeated click once', async () => {
    openDocument('<button id="size"></button><button id="add"><span></span></button>');
    const seen = watchClicks('button');
    find('#size').click();
    find('#add span').click();
    find('#add').click();
    expect(seen).toEqual([]);
    expect(find('#add')).toHaveAttribute('aria-busy', 'true');
    announceReady();
    await nextTask();
    await nextTask();
    expect(seen).toEqual(['size', 'add']);
    expect(find('#add')).not.toHaveAttribute('aria-busy');
    find('#add').click();
    expect(seen).toEqual(['size', 'add', 'add']);
  });

  it('leaves links alone, also inside a card with a button', () => {
    openDocument('<a id="link" href="#p"><span></span></a>');
    const seen = watchClicks('a');
    find('#link span').click();
    expect(seen).toEqual(['link']);
  });

  it('repeats the last of several choices last', () => {
    openDocument('<input type="radio" name="size" id="m"><input type="radio" name="size" id="l">');
    for (const id of ['m', 'l', 'm']) find(`#${id}`).click();
    const seen = watchClicks('input');
    announceReady();
    expect(seen).toEqual(['l', 'm']);
    expect(find('#m')).toBeChecked();
  });

  it('drops the click on a control that the page has removed', async () => {
    openDocument('<button id="add"></button>');
    const seen = watchClicks('button');
    find('#add').click();
    find('#add').remove();
    announceReady();
    await nextTask();
    expect(seen).toEqual([]);
  });

  it('holds the submit of a form, and repeats it through its button', async () => {
    openDocument('<form><input name="email"><button id="subscribe"></button></form>');
    const onSubmit = jest.fn((event: Event) => event.preventDefault());
    find('form').addEventListener('submit', onSubmit);
    find('#subscribe').click();
    expect(onSubmit).not.toHaveBeenCalled();
    announceReady();
    await nextTask();
    expect(onSubmit).toHaveBeenCalledTimes(1);
  });

  it('leaves the submit of a form with an address to the browser: it works without scripts', () => {
    openDocument('<form action="/search"><input name="q"></form><form id="other"></form>');
    const submit = (selector: string) =>
      find(selector).dispatchEvent(new Event('submit', { bubbles: true, cancelable: true }));
    expect(submit('form[action]')).toBe(true);
    expect(submit('#other')).toBe(false);
  });
});

describe('an entry that does not load', () => {
  interface Unreported {
    moreContent?: string;
    isConnected?: boolean;
    isStored?: boolean;
    hasBeacons?: boolean;
  }
  const tag: TelemetryTag = { group: 'control', isCompared: false };
  const inline = (id: string, data: unknown) =>
    `<script type="application/json" id="${id}">${JSON.stringify(data)}</script>`;
  const [entryElement = ''] = requestScripts({ url: '/r/shell/1-d/main.js', integrity: 'sha384-main' }, []);
  const content = `<button id="add"></button>${renderEntryNotice(english)}${inline('composition', documentComposition)}`;
  const fetchFile = jest.fn(async () => new Response(''));
  let sent: [string, Promise<PageBeacon>][];
  let added: jest.SpyInstance;
  let isOnline: boolean;

  beforeEach(() => {
    jest.useFakeTimers();
    [sent, isOnline] = [[], true];
    fetchFile.mockClear();
    jest.spyOn(window, 'fetch').mockImplementation(fetchFile);
    jest.spyOn(navigator, 'onLine', 'get').mockImplementation(() => isOnline);
    navigator.sendBeacon = (url, body) => {
      if (body instanceof Blob) sent.push([String(url), body.text().then((text) => JSON.parse(text))]);
      return true;
    };
    added = jest.spyOn(window, 'addEventListener');
    document.head.innerHTML = '';
    new Function(entryRecoveryScript)();
  });
  const removeListeners = () => {
    for (const [name, listener, options] of added.mock.calls) window.removeEventListener(name, listener, options);
  };
  afterEach(() => {
    removeListeners();
    document.documentElement.removeAttribute('data-copy');
    jest.restoreAllMocks();
    jest.useRealTimers();
  });

  const openRendered = (moreContent = inline('telemetry', tag)) => {
    openDocument(content + moreContent);
    runIdle();
  };
  const openFrame = () => {
    openDocument(content + inline('telemetry', tag), undefined, { entry: null, preloads: [] });
    document.head.innerHTML = entryElement;
  };
  const openWithoutContent = () => {
    document.body.innerHTML = content + inline('telemetry', tag);
    document.head.innerHTML = entryElement;
  };
  const fail = () => find('head script').dispatchEvent(new Event('error'));
  const pass = (milliseconds: number) => jest.advanceTimersByTimeAsync(milliseconds);
  const failThreeTimes = async () => {
    for (const pause of [2000, 2000, 60_000]) {
      fail();
      await pass(pause);
    }
  };
  const findNotice = () => document.querySelector('[role=alert]');

  it.each([
    ['rendered page', openRendered],
    ['frame', openFrame],
  ])('is requested again in a %s, past the caches, and the held clicks are repeated', async (_page, open) => {
    open();
    const seen = watchClicks('button');
    find('#add').click();
    const failed = find('head script');
    fail();
    await pass(1999);
    expect([find('head script'), fetchFile.mock.calls]).toEqual([failed, []]);
    await pass(1);
    const next = find('head script');
    expect(next).not.toBe(failed);
    expect(next.outerHTML).toBe(failed.outerHTML);
    expect(next).toHaveAttribute('integrity', 'sha384-main');
    expect(document.querySelectorAll('head script')).toHaveLength(1);
    expect(fetchFile.mock.calls).toEqual([
      [expect.stringMatching(/^http.*main\.js$/), { cache: 'reload', signal: expect.any(AbortSignal) }],
    ]);
    expect(find('#add')).toHaveAttribute('aria-busy', 'true');
    announceReady();
    await pass(1);
    expect([seen, sent, findNotice()]).toEqual([['add'], [], null]);
  });

  it('is requested past the caches once more without an answer, before its script', async () => {
    openRendered();
    fetchFile.mockRejectedValueOnce(new TypeError('Failed to fetch'));
    const failed = find('head script');
    fail();
    await pass(3999);
    expect([find('head script'), fetchFile.mock.calls.length]).toEqual([failed, 1]);
    await pass(1);
    expect(find('head script')).not.toBe(failed);
  });

  it('is requested again when it failed before the end of the document arrived', async () => {
    removeListeners();
    openRendered();
    const failed = find('head script');
    fail();
    await pass(60_000);
    expect(fetchFile).not.toHaveBeenCalled();
    new Function(entryRecoveryScript)();
    await pass(2000);
    expect(find('head script')).not.toBe(failed);
  });

  it('is requested again when the device is online', async () => {
    openRendered();
    isOnline = false;
    fail();
    await pass(60_000);
    expect(fetchFile).not.toHaveBeenCalled();
    expect(findNotice()).not.toBeNull();
    isOnline = true;
    window.dispatchEvent(new Event('online'));
    await pass(0);
    expect(fetchFile).toHaveBeenCalledTimes(1);
    startPageTelemetry(null, documentComposition);
    expect(findNotice()).toBeNull();
  });

  it.each([
    ['rendered page', openRendered],
    ['frame', openFrame],
    ['document without content', openWithoutContent],
  ])('three times holds nothing in a %s, shows what to do, and is reported once', async (_page, open) => {
    open();
    const seen = watchClicks('button');
    find('#add').click();
    await failThreeTimes();
    expect(fetchFile).toHaveBeenCalledTimes(2);
    expect(find('#add')).not.toHaveAttribute('aria-busy');
    find('#add').click();
    expect(seen.at(-1)).toBe('add');
    expect(findNotice()).toHaveTextContent(
      'The shop did not respond. Check your connection, then try again. Try Again',
    );
    expect(find('[role=alert] a')).toHaveAttribute('href', '');
    const [[url, beacon] = [], ...others] = sent;
    expect([url, others]).toEqual(['/-/telemetry', []]);
    expect(await beacon).toEqual({
      composition: 3,
      group: 'control',
      isStarted: false,
      errors: 0,
      loadFailures: 1,
      checkoutsStarted: 0,
      ordersPlaced: 0,
      appErrors: { 'shell/1-d': 1 },
      vitals: {},
    });
  });

  it.each([
    ['a document without a tag', { moreContent: '' }],
    ['a device without a network', { isConnected: false }],
    ['a stored copy', { isStored: true }],
    ['a browser without sendBeacon', { hasBeacons: false }],
  ])('is not reported for %s', async (_case, unreported: Unreported) => {
    const { moreContent, isConnected = true, isStored = false, hasBeacons = true } = unreported;
    if (!hasBeacons) Reflect.deleteProperty(navigator, 'sendBeacon');
    const onError = jest.fn();
    window.addEventListener('error', onError);
    openRendered(moreContent);
    for (let attempt = 1; attempt <= 2; attempt += 1) {
      fail();
      await pass(2000);
    }
    isOnline = isConnected;
    document.documentElement.toggleAttribute('data-copy', isStored);
    fail();
    expect(findNotice()).not.toBeNull();
    expect(sent).toEqual([]);
    expect(onError).not.toHaveBeenCalled();
  });

  const throwIn = (path: string) =>
    window.dispatchEvent(new ErrorEvent('error', { filename: window.location.origin + path }));

  it.each([
    ['rendered page', openRendered, '/r/shell/main.js'],
    ['frame', openFrame, '/r/shell/1-d/main.js'],
    ['document without content', openWithoutContent, '/r/shell/1-d/main.js'],
  ])('or throws holds nothing in a %s, shows what to do, and is reported once', async (_page, open, path) => {
    open();
    find('#add').click();
    throwIn(path);
    throwIn(path);
    const seen = watchClicks('button');
    find('#add').click();
    expect(seen).toEqual(['add']);
    expect(find('#add')).not.toHaveAttribute('aria-busy');
    expect(findNotice()).toHaveTextContent('The shop did not respond.');
    expect(sent).toHaveLength(1);
    expect(await sent[0]?.[1]).toMatchObject({
      isStarted: false,
      errors: 1,
      loadFailures: 0,
      appErrors: { 'shell/1-d': 1 },
    });
  });

  it('is not the cause of an error of another file, or of one that the telemetry of the page counts', () => {
    openDocument(content + inline('telemetry', tag));
    document.body.append(document.createElement('img'));
    find('img').dispatchEvent(new Event('error'));
    runIdle();
    throwIn('/r/mf-catalog/home.js');
    find('#add').click();
    startPageTelemetry(tag, documentComposition);
    throwIn('/r/shell/main.js');
    expect([sent, findNotice()]).toEqual([[], null]);
    expect(find('#add')).toHaveAttribute('aria-busy', 'true');
  });

  it('leaves a form without an address alone: its fields would become part of an address', async () => {
    openRendered();
    await failThreeTimes();
    document.body.append(document.createElement('form'));
    expect(find('form').dispatchEvent(new Event('submit', { bubbles: true, cancelable: true }))).toBe(false);
  });

  it('is no other file', async () => {
    openRendered();
    const other = document.createElement('script');
    document.body.append(other);
    other.dispatchEvent(new Event('error'));
    await pass(60_000);
    expect(fetchFile).not.toHaveBeenCalled();
  });
});

describe('a style sheet of the document that does not load', () => {
  const fetchFile = jest.fn(async () => new Response(''));
  let added: jest.SpyInstance;

  beforeEach(() => {
    jest.useFakeTimers();
    fetchFile.mockClear();
    jest.spyOn(window, 'fetch').mockImplementation(fetchFile);
    added = jest.spyOn(window, 'addEventListener');
    document.body.innerHTML = renderEntryNotice(english);
    document.head.innerHTML = linkStyleSheet({ url: '/r/shell/1-d/main.css', integrity: 'sha384-main' });
    new Function(failedSheetsScript)();
  });
  afterEach(() => {
    for (const [name, listener, options] of added.mock.calls) window.removeEventListener(name, listener, options);
    document.head.replaceChildren();
    jest.restoreAllMocks();
    jest.useRealTimers();
  });

  const arriveAtEnd = () => new Function(entryRecoveryScript)();
  const fail = () => find('head link').dispatchEvent(new Event('error'));
  const pass = (milliseconds: number) => jest.advanceTimersByTimeAsync(milliseconds);

  it.each([
    ['before', true],
    ['after', false],
  ])('is requested again, past the caches, when it fails %s the last script has run', async (_when, isEarly) => {
    const failed = find('head link');
    failed.dataset.href = 'http://localhost/r/shell/1-d/main.css';
    if (isEarly) fail();
    arriveAtEnd();
    if (!isEarly) fail();
    await pass(1999);
    expect([find('head link'), fetchFile.mock.calls]).toEqual([failed, []]);
    await pass(1);
    const next = find('head link');
    expect(next).not.toBe(failed);
    expect(next.outerHTML).toBe(failed.outerHTML);
    expect(document.querySelectorAll('head link')).toHaveLength(1);
    expect(fetchFile.mock.calls).toEqual([
      [expect.stringMatching(/^http.*main\.css$/), { cache: 'reload', signal: expect.any(AbortSignal) }],
    ]);
  });

  it('three times is not requested again, and the page works without it', async () => {
    arriveAtEnd();
    for (const pause of [2000, 2000, 60_000]) {
      fail();
      await pass(pause);
    }
    expect(fetchFile).toHaveBeenCalledTimes(2);
    expect(document.querySelector('[role=alert]')).toBeNull();
  });

  it('is left to the loader of a remote that has removed it', async () => {
    arriveAtEnd();
    fail();
    find('head link').remove();
    await pass(60_000);
    expect(fetchFile).not.toHaveBeenCalled();
  });
});
