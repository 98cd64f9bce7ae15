import { HistoryRouter } from '@shop/router/history-router';
import { createMemoryHistory } from '@shop/router/host';
import { act, render, screen } from '@testing-library/react';
import { readScrollPositions, restoreScroll, ScrollRestoration, writeScrollPositions } from './scroll-restoration';

describe('ScrollRestoration', () => {
  /** The window of a page that is tall enough for every position. */
  beforeEach(() => {
    Object.defineProperty(window, 'scrollY', { value: 0, writable: true, configurable: true });
    jest.spyOn(window, 'scrollTo').mockImplementation((...[options]: unknown[]) => {
      Object.assign(window, { scrollY: (options as ScrollToOptions).top });
      window.dispatchEvent(new Event('scroll'));
    });
  });
  afterEach(() => {
    jest.restoreAllMocks();
    Reflect.deleteProperty(performance, 'getEntriesByType');
  });

  const shopperScrollsTo = (y: number) => act(() => window.scrollTo({ top: y }));

  function openAt(path: string) {
    const history = createMemoryHistory({ initialEntries: [path], v5Compat: true });
    const { unmount } = render(
      <HistoryRouter history={history}>
        <ScrollRestoration />
        <button type="button">Filter</button>
        <main id="main" tabIndex={-1}>
          <h2 id="returns">Returns</h2>
        </main>
      </HistoryRouter>,
    );
    return {
      go: (to: string) => act(async () => history.push(to)),
      back: () => act(async () => history.go(-1)),
      leave: () => {
        window.dispatchEvent(new Event('pagehide'));
        unmount();
      },
    };
  }

  test('a new path starts at the top with the focus on the main part', async () => {
    const { go } = openAt('/products');
    shopperScrollsTo(800);
    await go('/cart');
    expect(window.scrollY).toBe(0);
    expect(screen.getByRole('main')).toHaveFocus();
  });

  test('a change of the query moves neither the page nor the focus', async () => {
    const { go } = openAt('/products');
    shopperScrollsTo(800);
    act(() => screen.getByRole('button', { name: 'Filter' }).focus());
    await go('/products?page=2');
    expect(window.scrollY).toBe(800);
    expect(screen.getByRole('button', { name: 'Filter' })).toHaveFocus();
  });

  test('an address with a section scrolls to that section', async () => {
    const { go } = openAt('/');
    const scrolledTo: Element[] = [];
    jest.spyOn(Element.prototype, 'scrollIntoView').mockImplementation(function (this: Element) {
      scrolledTo.push(this);
    });
    await go('/return#returns');
    expect(scrolledTo).toEqual([screen.getByRole('heading', { name: 'Returns' })]);
  });

  test.each(['#nothing%20here', '#100%'])('an address with the missing section %s starts at the top', async (hash) => {
    const { go } = openAt('/');
    shopperScrollsTo(800);
    await go(`/return${hash}`);
    expect(window.scrollY).toBe(0);
  });

  test('a page that is already scrolled when its scripts run stays where it is', () => {
    shopperScrollsTo(300);
    openAt('/products');
    expect(window.scrollY).toBe(300);
  });
});

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
