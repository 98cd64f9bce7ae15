import { aProduct, aProductList, aStoreInfo } from '@shop/testing/builders';
import { expectLog } from '@shop/testing/console-watch';
import { renderRoutes } from '@shop/testing/render-routes';
import { answer, calls, type FakeAnswer, fakeStoreApi, type RecordedCall } from '@shop/testing/store-api-fake';
import { screen, waitFor, within } from '@testing-library/react';
import { paths } from '../../paths';
import { routes } from '../../routes';

fakeStoreApi();

const failed = 'Failed to load products. Please try again.';
const nothingFound = 'No products found with the selected filters.';

const openList = (query: string) => renderRoutes({ paths, routes, at: `/products?${query}` });
const isListCall = ({ query }: RecordedCall) => query.limit === '12';
const listCalls = () => calls('GET', '/products').filter(isListCall);
const isForSubCategories = ({ query }: RecordedCall) => query.limit === '100';
const selector = () => screen.findByRole('combobox', { name: 'Sub-category' });
const productNames = () => screen.getAllByRole('article').map((card) => within(card).getByRole('heading').textContent);

/** Products named after what was asked for: 'men 2.1' is the first of page two. */
function productsFor({ query }: RecordedCall, count = 12) {
  return Array.from({ length: count }, (_, at) => {
    const title = [query.category, query.parentCategory, `${query.page}.${at + 1}`].filter(Boolean).join(' ');
    return aProduct({ id: title, title });
  });
}

/** A category of so many products, in two sub-categories. */
function shopWith(total: number): void {
  answer('GET', '/products', (call) => {
    if (isForSubCategories(call)) {
      const names = ['Kurtas', 'Jackets', 'Kurtas', null, ' '];
      return { body: aProductList(names.map((parentCategory, at) => aProduct({ id: `${at}`, parentCategory }))) };
    }
    const left = Math.max(0, Math.min(12, total - (Number(call.query.page) - 1) * 12));
    return { body: aProductList(productsFor(call, left), total) };
  });
}

beforeEach(() => {
  answer('GET', '/storeInfo', { body: aStoreInfo() });
  shopWith(30);
});

describe('what is asked for', () => {
  it.each([
    [
      'category=cookware',
      '[3.list-02 3.list-03 4.products-01 7.calls-09 9.constants-01]',
      { page: '1', limit: '12', category: 'cookware' },
    ],
    ['category=men', '[3.list-02 7.calls-09 7.notes-02]', { page: '1', limit: '12', category: 'men', gender: 'Men' }],
    [
      'category=Women&page=2',
      '[3.list-02 7.calls-09 7.notes-02]',
      { page: '2', limit: '12', category: 'Women', gender: 'Women' },
    ],
    [
      'category=accessories',
      '[3.list-02 7.calls-09 7.notes-03 R.09-1]',
      {
        page: '1',
        limit: '12',
        category: 'accessories',
        filter: 'Accessories,Personal Care,Home,null,Unisex',
      },
    ],
    [
      'category=men&parentCategory=Kurtas',
      '[3.list-02 7.calls-09 7.notes-04]',
      { page: '1', limit: '12', category: 'men', gender: 'Men', parentCategory: 'Kurtas' },
    ],
    [
      'category=a%26b%20c&parentCategory=',
      '[3.list-02 3.list-03 7.calls-09 R.09-2]',
      { page: '1', limit: '12', category: 'a&b c' },
    ],
    ['category=men&page=-3', '[3.list-02 7.calls-09]', { page: '1', limit: '12', category: 'men', gender: 'Men' }],
  ])('%s %s', async (query, _tag, expected) => {
    openList(query);
    await screen.findAllByRole('article');
    expect(listCalls().map((call) => call.query)).toEqual([expected]);
  });

  it('builds the sub-categories from a hundred products of the category [2.products-08 7.notes-05 9.constants-03]', async () => {
    openList('category=men');
    await waitFor(() => expect(screen.getAllByRole('option')).toHaveLength(3));
    expect(screen.getAllByRole('option').map((option) => option.textContent)).toEqual(['All', 'Jackets', 'Kurtas']);
    const [call] = calls('GET', '/products').filter(isForSubCategories);
    expect(call?.query).toEqual({ page: '1', limit: '100', category: 'men' });
  });
});

it('heads the page by its category, and the document too [2.products-05]', async () => {
  openList('category=men');
  expect(await screen.findByRole('heading', { level: 1 })).toHaveTextContent("Men's Ethnic Wear");
  await waitFor(() => expect(document.title).toBe("Men's Ethnic Wear – Tamra & Teak"));
});

it('has one address for search engines, however many products stand in a row', async () => {
  openList('columns=2&page=1&category=men');
  await screen.findByRole('heading', { level: 1 });
  const canonical = 'https://shop.test/products?category=men';
  expect(document.querySelector('link[rel="canonical"]')).toHaveAttribute('href', canonical);
});

it('holds the place of twelve cards while it loads [2.products-11 4.products-01 9.constants-14]', async () => {
  answer('GET', '/products', 'never');
  openList('category=men');
  expect(await screen.findByRole('status')).toHaveTextContent('Loading products');
  expect(screen.getAllByRole('listitem', { hidden: true })).toHaveLength(12);
  expect(screen.getByRole('heading', { level: 1 })).toBeVisible();
});

describe('failure', () => {
  it.each<[string, FakeAnswer]>([
    ['an error', { status: 500, body: { error: 'down' } }],
    ['not found', { status: 404, body: null }],
    ['silence', 'no response'],
    ['no JSON', { text: '<html>' }],
    ['null', { body: null }],
    ['a bare list', { body: [aProduct()] }],
    ['the wrong type', { body: { data: {}, count: 3 } }],
    ['products that cannot be read', { body: { data: ['x', { title: 'no id' }] } }],
  ])(
    'shows the message of the specification: %s [2.products-12 4.products-01 8.store-02 8.store-03 R.11-1]',
    async (_case, reply) => {
      answer('GET', '/products', reply);
      openList('category=men');
      expect(await screen.findByRole('alert')).toHaveTextContent(failed);
      expect(screen.queryByRole('article')).not.toBeInTheDocument();
    },
  );

  it('reloads the page on Try Again [2.products-12]', async () => {
    answer('GET', '/products', { status: 500, body: null });
    const { user } = openList('category=men');
    const callsBefore = (await screen.findByRole('alert')) && listCalls().length;
    // jsdom cannot reload a page and says so: the proof that it was asked to.
    expectLog('navigation');
    await user.click(screen.getByRole('button', { name: 'Try Again' }));
    expect(listCalls()).toHaveLength(callsBefore);
  });

  it('of the sub-categories alone leaves the list as it is', async () => {
    answer('GET', '/products', (call) =>
      isForSubCategories(call) ? { status: 500, body: null } : { body: aProductList(productsFor(call)) },
    );
    openList('category=men&parentCategory=Kurtas');
    expect(await screen.findAllByRole('article')).toHaveLength(12);
    expect(await selector()).toHaveValue('Kurtas');
  });
});

describe('odd answers', () => {
  it('keeps what can be read of a list', async () => {
    answer('GET', '/products', {
      body: { data: [null, aProduct({ title: '<b>Bold</b>' }), { id: 7, title: 8, regularPrice: 'x' }], count: '2' },
    });
    openList('category=men');
    await screen.findAllByRole('article');
    expect(productNames()).toEqual(['<b>Bold</b>', '8']);
    expect(screen.getByText('₹0')).toBeVisible();
  });

  it.each([
    ['pagination.total before count', { pagination: { total: '25' }, count: 1 }, 'Showing 1 to 12 of 25 items'],
    ['count without pagination', { count: '13' }, 'Showing 1 to 12 of 13 items'],
    ['a huge total', { count: 1_200_000 }, 'Showing 1 to 12 of 1200000 items'],
  ])('reads the total: %s [3.list-01]', async (_case, totals, text) => {
    answer('GET', '/products', (call) => ({ body: { data: productsFor(call), ...totals } }));
    openList('category=men');
    expect(await screen.findByText(text)).toBeVisible();
  });

  it.each([
    ['negative', { count: -5 }],
    ['missing', {}],
    ['no number', { count: 'many' }],
  ])('shows no pagination when the total is %s [2.products-15]', async (_case, totals) => {
    answer('GET', '/products', (call) => ({ body: { data: productsFor(call), ...totals } }));
    openList('category=men');
    expect(await screen.findAllByRole('article')).toHaveLength(12);
    expect(screen.queryByRole('navigation', { name: 'Pagination' })).not.toBeInTheDocument();
  });
});

describe('nothing found', () => {
  beforeEach(() => shopWith(0));

  it('says so, without a filter to clear [2.products-13 2.products-14]', async () => {
    openList('category=men');
    expect(await screen.findByText(nothingFound)).toBeVisible();
    expect(screen.queryByRole('button', { name: 'Clear Filters' })).not.toBeInTheDocument();
  });

  it('offers to clear the sub-category [2.products-14]', async () => {
    const { user, location } = openList('category=men&parentCategory=Kurtas&columns=2');
    await screen.findByText(nothingFound);
    shopWith(3);
    await user.click(screen.getByRole('button', { name: 'Clear Filters' }));
    expect(location().search).toBe('?category=men&columns=2');
    expect(await screen.findAllByRole('article')).toHaveLength(3);
  });
});

describe('sub-category', () => {
  it('narrows the list, heads it, and starts again at page one [2.products-04 2.products-20]', async () => {
    const { user, location } = openList('category=men&page=2&columns=2');
    await screen.findAllByRole('article');
    await screen.findByRole('option', { name: 'Kurtas' });
    await user.selectOptions(await selector(), 'Kurtas');
    expect(location().search).toBe('?category=men&parentCategory=Kurtas&columns=2');
    expect(screen.getByRole('heading', { level: 1 })).toHaveTextContent('Kurtas');
    await waitFor(() => expect(productNames()[0]).toBe('men Kurtas 1.1'));
    expect(await selector()).toHaveFocus();
    await user.selectOptions(await selector(), 'All');
    expect(location().search).toBe('?category=men&columns=2');
  });

  it('keeps a chosen one that the products do not name', async () => {
    openList('category=men&parentCategory=Lost%20%26%20Found');
    await screen.findByRole('option', { name: 'Kurtas' });
    expect(await selector()).toHaveValue('Lost & Found');
  });
});

describe('grid view', () => {
  const toggle = (name: string) => screen.findByRole('button', { name });

  it('has three columns unless two are chosen, and the URL says which [2.products-09 9.constants-15]', async () => {
    const { user, location } = openList('category=men&page=2');
    expect(await toggle('3 columns')).toHaveAttribute('aria-pressed', 'true');
    await user.click(await toggle('2 columns'));
    expect(location().search).toBe('?category=men&page=2&columns=2');
    expect(await toggle('2 columns')).toHaveAttribute('aria-pressed', 'true');
    expect(await toggle('3 columns')).toHaveAttribute('aria-pressed', 'false');
    await user.click(await toggle('3 columns'));
    expect(location().search).toBe('?category=men&page=2');
  });
});

describe('pagination', () => {
  const nav = () => screen.findByRole('navigation', { name: 'Pagination' });

  it('is absent with one page [2.products-15]', async () => {
    shopWith(12);
    openList('category=men');
    await screen.findAllByRole('article');
    expect(screen.queryByRole('navigation', { name: 'Pagination' })).not.toBeInTheDocument();
    expect(screen.queryByText(/Showing/)).not.toBeInTheDocument();
  });

  it('shows what the specification says, as links [2.products-16 2.products-17 2.products-18]', async () => {
    shopWith(120);
    openList('category=men&parentCategory=Kurtas&page=5&columns=2');
    const { getAllByRole, getByRole, getAllByText, getByText } = within(await nav());
    expect(getByText('Showing 49 to 60 of 120 items')).toBeVisible();
    expect(getAllByRole('link').map((link) => link.textContent)).toEqual('Previous 1 3 4 5 6 7 10 Next'.split(' '));
    expect(getAllByText('…')).toHaveLength(2);
    expect(getByRole('link', { current: 'page' })).toHaveTextContent('5');
    const href = (name: string) => getByRole('link', { name }).getAttribute('href');
    expect(href('Page 1')).toBe('/products?category=men&parentCategory=Kurtas&columns=2');
    expect(href('Previous')).toBe('/products?category=men&parentCategory=Kurtas&page=4&columns=2');
    expect(href('Next')).toBe('/products?category=men&parentCategory=Kurtas&page=6&columns=2');
  });

  it('leads nowhere before the first and after the last page [2.products-18]', async () => {
    const { user } = openList('category=men');
    const links = within(await nav());
    expect(links.queryByRole('link', { name: 'Previous' })).not.toBeInTheDocument();
    await user.click(links.getByRole('link', { name: 'Page 3' }));
    expect(await screen.findByText('Showing 25 to 30 of 30 items')).toBeVisible();
    expect(links.queryByRole('link', { name: 'Next' })).not.toBeInTheDocument();
    expect(links.getByRole('link', { name: 'Previous' })).toBeVisible();
  });

  it('keeps the old page, dimmed, until the next one is there', async () => {
    const { user } = openList('category=men');
    let arrive: (value?: unknown) => void = () => undefined;
    const after = new Promise((resolve) => {
      arrive = resolve;
    });
    await nav();
    answer('GET', '/products', (call) => ({ body: aProductList(productsFor(call), 30), after }));
    await user.click(screen.getByRole('link', { name: 'Next' }));
    const products = screen.getByRole('region', { name: 'Products' });
    expect(products).toHaveAttribute('aria-busy', 'true');
    expect(productNames()[0]).toBe('men 1.1');
    expect(screen.getByText('Showing 1 to 12 of 30 items')).toBeVisible();
    expect(screen.getByRole('link', { current: 'page' })).toHaveTextContent('2');
    arrive();
    await waitFor(() => expect(products).toHaveAttribute('aria-busy', 'false'));
    expect(productNames()[0]).toBe('men 2.1');
  });

  it('shows the failure of a page that does not come', async () => {
    const { user } = openList('category=men');
    await nav();
    answer('GET', '/products', 'no response');
    await user.click(screen.getByRole('link', { name: 'Next' }));
    expect(await screen.findByRole('alert')).toHaveTextContent(failed);
  });

  it('goes to the last page from one past the end', async () => {
    const { location } = openList('category=men&page=9');
    expect(await screen.findByText('Showing 25 to 30 of 30 items')).toBeVisible();
    expect(location().search).toBe('?category=men&page=3');
  });

  describe('scrolling', () => {
    const scrollTo = jest.spyOn(window, 'scrollTo');
    const anyQuery = window.matchMedia('all');
    const matchMedia = jest.spyOn(window, 'matchMedia');
    const prefersCalm = (matches: boolean) => matchMedia.mockReturnValue({ ...anyQuery, matches });

    beforeEach(() => {
      scrollTo.mockReset();
      prefersCalm(false);
    });
    afterAll(() => jest.restoreAllMocks());

    it('goes smoothly to the top on a page change, with the focus on the products [2.products-19]', async () => {
      const { user } = openList('category=men');
      await nav();
      expect(scrollTo).not.toHaveBeenCalled();
      await user.click(screen.getByRole('link', { name: 'Next' }));
      expect(scrollTo.mock.calls).toEqual([[{ top: 0, behavior: 'smooth' }]]);
      expect(screen.getByRole('region', { name: 'Products' })).toHaveFocus();
    });

    it('jumps for those who prefer calm', async () => {
      prefersCalm(true);
      const { user } = openList('category=men');
      await nav();
      await user.click(screen.getByRole('link', { name: 'Page 3' }));
      expect(scrollTo.mock.calls).toEqual([[{ top: 0, behavior: 'instant' }]]);
    });

    it('leaves Back to the shell, and shows the page at once', async () => {
      const { user, back } = openList('category=men');
      await nav();
      await user.click(screen.getByRole('link', { name: 'Next' }));
      await waitFor(() => expect(productNames()[0]).toBe('men 2.1'));
      scrollTo.mockReset();
      back();
      expect(productNames()[0]).toBe('men 1.1');
      expect(scrollTo).not.toHaveBeenCalled();
    });

    it('starts another category at its heading', async () => {
      const { user } = renderRoutes({ paths, routes, at: '/products' });
      await user.click(await screen.findByRole('link', { name: /^Cookware/ }));
      expect(scrollTo).toHaveBeenCalledWith({ top: 0, behavior: 'instant' });
      expect(screen.getByRole('heading', { level: 1 })).toHaveFocus();
      expect(await screen.findAllByRole('article')).toHaveLength(12);
    });
  });
});

it('asks ahead for exactly what the screen will show', async () => {
  const { store } = renderRoutes({ paths, routes, at: '/elsewhere' });
  const { screen: remoteScreen } = await routes.products();
  const search = new URLSearchParams('category=men&parentCategory=Kurtas&page=2');
  remoteScreen.prefetch?.({ params: {}, search, dispatch: store.dispatch as never });
  remoteScreen.prefetch?.({ params: {}, search: new URLSearchParams(), dispatch: store.dispatch as never });
  await waitFor(() => expect(calls()).toHaveLength(3));
  const asked = calls().map(({ query }) => query);
  expect(asked).toContainEqual({
    page: '2',
    limit: '12',
    category: 'men',
    gender: 'Men',
    parentCategory: 'Kurtas',
  });
  expect(asked).toContainEqual({ page: '1', limit: '100', category: 'men' });
  expect(asked).toContainEqual({ page: '1', limit: '12' });
});
