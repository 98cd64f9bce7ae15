import { isFreshVisit, readScrollPositions, restoreScroll, scrollKey, writeScrollPositions } from './scroll-positions';

describe('the key of a history entry', () => {
  it('is the router’s own', () => {
    expect(scrollKey({ key: 'k1', pathname: '/products', search: '?page=2' })).toBe('k1');
  });

  it('is the address for the entry that a document starts with', () => {
    expect(scrollKey({ key: 'default', pathname: '/products', search: '?page=2' })).toBe('/products?page=2');
  });
});

describe('what is stored', () => {
  it('comes back as it was written', () => {
    writeScrollPositions({ k1: 120, '/products?page=2': 900.5 });
    expect(readScrollPositions()).toEqual({ k1: 120, '/products?page=2': 900.5 });
  });

  it('is nothing at first', () => {
    expect(readScrollPositions()).toEqual({});
  });

  it.each(['', '{', 'null', '7', '"text"'])('is nothing when storage holds %p', (text) => {
    sessionStorage.setItem('scroll-positions', text);
    expect(readScrollPositions()).toEqual({});
  });

  it('keeps the hundred latest entries', () => {
    const entries = Array.from({ length: 130 }, (_, at) => [`k${at}`, at] as const);
    writeScrollPositions(Object.fromEntries(entries));
    expect(readScrollPositions()).toEqual(Object.fromEntries(entries.slice(-100)));
  });

  it('does without a storage that refuses', () => {
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

describe('a fresh visit', () => {
  it.each([
    ['navigate', true],
    ['reload', false],
    ['back_forward', false],
  ])('a navigation of the kind %p: %p', (type, isFresh) => {
    performance.getEntriesByType = () => [{ type } as unknown as PerformanceEntry];
    expect(isFreshVisit()).toBe(isFresh);
    Reflect.deleteProperty(performance, 'getEntriesByType');
  });
});

describe('restoring', () => {
  /** CSS pixels that the page can be scrolled by; its answers are still on their way. */
  let room: number;
  let grow: (to: number) => void;
  const disconnect = jest.fn();

  beforeEach(() => {
    jest.useFakeTimers();
    room = 0;
    grow = (to) => {
      room = to;
    };
    disconnect.mockClear();
    Object.defineProperty(window, 'scrollY', { value: 0, writable: true, configurable: true });
    jest.spyOn(window, 'scrollTo').mockImplementation((...[place]: unknown[]) => {
      const { top = 0 } = place as ScrollToOptions;
      Object.assign(window, { scrollY: Math.min(top, room) });
    });
    window.ResizeObserver = class {
      constructor(told: ResizeObserverCallback) {
        const growAlone = grow;
        let isOn = true;
        disconnect.mockImplementation(() => {
          isOn = false;
        });
        grow = (to) => {
          growAlone(to);
          if (isOn) told([], this);
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

  it('goes there at once when the page is tall enough', () => {
    room = 2000;
    restoreScroll(900);
    expect(window.scrollY).toBe(900);
    grow(5000);
    expect(window.scrollTo).toHaveBeenCalledTimes(1);
  });

  it('follows the page as it grows, and stops where it was', () => {
    restoreScroll(900);
    grow(500);
    expect(window.scrollY).toBe(500);
    grow(2000);
    expect(window.scrollY).toBe(900);
    expect(disconnect).toHaveBeenCalledTimes(1);
  });

  it.each(['wheel', 'touchmove', 'keydown'])('gives way to the shopper: %s', (type) => {
    restoreScroll(900);
    grow(500);
    window.dispatchEvent(new Event(type));
    grow(2000);
    expect(window.scrollY).toBe(500);
  });

  it('gives up after four seconds', () => {
    restoreScroll(900);
    jest.advanceTimersByTime(3999);
    expect(disconnect).not.toHaveBeenCalled();
    jest.advanceTimersByTime(1);
    grow(2000);
    expect(window.scrollY).toBe(0);
  });

  it('stops when it is told to', () => {
    restoreScroll(900)();
    grow(2000);
    expect(window.scrollY).toBe(0);
    expect(jest.getTimerCount()).toBe(0);
  });
});
