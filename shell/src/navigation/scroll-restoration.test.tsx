import { HistoryRouter } from '@shop/router/history-router';
import { createMemoryHistory } from '@shop/router/host';
import { act, render, screen } from '@testing-library/react';
import { loadAfterStart } from './after-start';
import { ScrollRestoration } from './scroll-restoration';

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

  async function openAt(path: string) {
    const history = createMemoryHistory({ initialEntries: [path] });
    const { unmount } = render(
      <HistoryRouter history={history}>
        <ScrollRestoration />
        <a href="#main">Skip to content</a>
        <a href="/products" onClick={(event) => event.preventDefault()}>
          Products
        </a>
        <button type="button">Filter</button>
        <main id="main" tabIndex={-1}>
          <h2 id="returns">Returns</h2>
        </main>
      </HistoryRouter>,
    );
    await act(loadAfterStart);
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
    const { go } = await openAt('/products');
    shopperScrollsTo(800);
    await go('/cart');
    expect(window.scrollY).toBe(0);
    expect(screen.getByRole('main')).toHaveFocus();
  });

  test('a change of the query moves neither the page nor the focus', async () => {
    const { go } = await openAt('/products');
    shopperScrollsTo(800);
    act(() => screen.getByRole('button', { name: 'Filter' }).focus());
    await go('/products?page=2');
    expect(window.scrollY).toBe(800);
    expect(screen.getByRole('button', { name: 'Filter' })).toHaveFocus();
  });

  test('a link around the screen starts at the top, also when the query alone changes', async () => {
    const { go, back } = await openAt('/products?featured=true');
    shopperScrollsTo(800);
    act(() => screen.getByRole('link', { name: 'Products' }).click());
    await go('/products');
    expect(window.scrollY).toBe(0);
    expect(screen.getByRole('main')).toHaveFocus();
    await back();
    expect(window.scrollY).toBe(800);
    act(() => screen.getByRole('link', { name: 'Skip to content' }).click());
    act(() => screen.getByRole('button', { name: 'Filter' }).focus());
    await go('/products?page=2');
    expect(window.scrollY).toBe(800);
    expect(screen.getByRole('button', { name: 'Filter' })).toHaveFocus();
  });

  test('an address with a section scrolls to that section', async () => {
    const { go } = await openAt('/');
    const scrolledTo: Element[] = [];
    jest.spyOn(Element.prototype, 'scrollIntoView').mockImplementation(function (this: Element) {
      scrolledTo.push(this);
    });
    await go('/return#returns');
    expect(scrolledTo).toEqual([screen.getByRole('heading', { name: 'Returns' })]);
  });

  test.each(['#nothing%20here', '#100%'])('an address with the missing section %s starts at the top', async (hash) => {
    const { go } = await openAt('/');
    shopperScrollsTo(800);
    await go(`/return${hash}`);
    expect(window.scrollY).toBe(0);
  });

  test.each([
    ['that is already scrolled when its scripts run stays where it is', '', 300],
    ['that Back opened before the scripts ran returns to its own position', 'product/7', 700],
  ])('a page %s', async (_case, documentPath, expected) => {
    const name = new URL(documentPath, window.location.href).href;
    Object.assign(performance, { getEntriesByType: () => [{ type: 'reload', name }] });
    sessionStorage.setItem('scroll-positions', JSON.stringify({ '/products?page=2': 700 }));
    shopperScrollsTo(300);
    await openAt('/products?page=2');
    expect(window.scrollY).toBe(expected);
  });
});
