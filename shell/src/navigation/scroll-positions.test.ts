import { keepScrollPositions, readScrollPositions, restoreScroll, writeScrollPositions } from './scroll-positions';

describe('stored positions', () => {
  it.each(['', '{', 'null', '7', '"text"'])('are empty when storage holds %p', (text) => {
    sessionStorage.setItem('scroll-positions', text);
    expect(readScrollPositions()).toEqual({});
  });

  it('hold the hundred latest entries', () => {
    const entries = Array.from({ length: 130 }, (_, index) => [`k${index}`, index] as const);
    writeScrollPositions(Object.fromEntries(entries));
    expect(readScrollPositions()).toEqual(Object.fromEntries(entries.slice(-100)));
  });

  it('are empty when the browser refuses storage', () => {
    const refuse = () => {
      throw new DOMException('denied', 'SecurityError');
    };
    jest.spyOn(Storage.prototype, 'getItem').mockImplementation(refuse);
    jest.spyOn(Storage.prototype, 'setItem').mockImplementation(refuse);
    expect(() => writeScrollPositions({ k1: 1 })).not.toThrow();
    expect(readScrollPositions()).toEqual({});
    jest.restoreAllMocks();
  });
});

describe('restoreScroll', () => {
  /** CSS pixels that the page can scroll by. It grows while the page loads. */
  let scrollable: number;
  let grow: (to: number) => void;
  const disconnect = jest.fn();

  beforeEach(() => {
    jest.useFakeTimers();
    scrollable = 0;
    grow = (to) => {
      scrollable = to;
    };
    disconnect.mockClear();
    Object.defineProperty(window, 'scrollY', { value: 0, writable: true, configurable: true });
    jest.spyOn(window, 'scrollTo').mockImplementation((...[options]: unknown[]) => {
      const { top = 0 } = options as ScrollToOptions;
      Object.assign(window, { scrollY: Math.min(top, scrollable) });
    });
    window.ResizeObserver = class {
      constructor(callback: ResizeObserverCallback) {
        const growWithoutObserver = grow;
        let isObserving = true;
        disconnect.mockImplementation(() => {
          isObserving = false;
        });
        grow = (to) => {
          growWithoutObserver(to);
          if (isObserving) callback([], this);
        };
      }
      observe() {}
      unobserve() {}
      disconnect = disconnect;
    };
  });

  afterEach(() => {
    jest.useRealTimers();
    jest.restoreAllMocks();
    Reflect.deleteProperty(window, 'ResizeObserver');
  });

  it('scrolls further as the page grows, and stops at the position', () => {
    restoreScroll(900);
    grow(500);
    expect(window.scrollY).toBe(500);
    grow(2000);
    expect(window.scrollY).toBe(900);
    expect(disconnect).toHaveBeenCalledTimes(1);
  });

  it('of the first page ends when another page shows', () => {
    sessionStorage.setItem('scroll-positions', JSON.stringify({ first: 900 }));
    let shown = 'first';
    keepScrollPositions({}, () => shown);
    grow(500);
    shown = 'second';
    window.scrollTo({ top: 0 });
    grow(2000);
    expect(window.scrollY).toBe(0);
    expect(disconnect).toHaveBeenCalledTimes(1);
  });

  it.each(['wheel', 'touchmove', 'keydown'])('stops when the shopper scrolls with %s', (type) => {
    restoreScroll(900);
    grow(500);
    window.dispatchEvent(new Event(type));
    grow(2000);
    expect(window.scrollY).toBe(500);
  });

  it('stops after four seconds', () => {
    restoreScroll(900);
    jest.advanceTimersByTime(3999);
    expect(disconnect).not.toHaveBeenCalled();
    jest.advanceTimersByTime(1);
    grow(2000);
    expect(window.scrollY).toBe(0);
  });
});

it.each([
  ['the entry that is shown', null, '/products', 'auto'],
  ['the entry that is shown, which has a key', { key: 'k1' }, 'k1', 'auto'],
  ['an entry that a link loads the document for', { key: 'k2' }, 'k1', 'manual'],
  ['an entry that a link on the first page loads the document for', { key: 'k1' }, '/products', 'manual'],
  ['the first entry, which Back loads the document for', null, 'k1', 'manual'],
])('gives the next document of %s (state %j, shown %s) the mode %s', (_which, state, shown, mode) => {
  jest.spyOn(window, 'scrollTo').mockImplementation();
  window.history.replaceState(state, '');
  const stop = keepScrollPositions({}, () => shown);
  window.dispatchEvent(new Event('pagehide'));
  expect(window.history.scrollRestoration).toBe(mode);
  stop();
  window.history.replaceState(null, '');
  jest.restoreAllMocks();
});
