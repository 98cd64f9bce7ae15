import { aProductList } from '@shop/testing/builders';
import { expectLog } from '@shop/testing/console-watch';
import { answer, calls, type FakeAnswer, fakeStoreApi } from '@shop/testing/store-api-fake';
import { screen, waitFor, within } from '@testing-library/react';
import { routes } from '../../routes';
import {
  answerWithProducts,
  createProductsFor,
  getListCalls,
  getProductNames,
  isSubCategoryCall,
  openList,
} from '../../testing/product-list';
import { getCanonicalListUrl, parseProductListAddress } from './product-list-address';

fakeStoreApi();

const failed = 'Failed to load products. Please try again.';
const nothingFound = 'No products found with the selected filters.';

const findSelector = () => screen.findByRole('combobox', { name: 'Sub-category' });

beforeEach(() => {
  answerWithProducts(30);
});
afterEach(() => jest.restoreAllMocks());

describe('requests', () => {
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
  ])('requests the page, the limit and the filters of ?%s %s', async (query, _tag, expected) => {
    openList(query);
    await screen.findAllByRole('article');
    expect(getListCalls().map((call) => call.query)).toEqual([expected]);
  });

  it('collects the sub-categories from a hundred products of the category [2.products-08 7.notes-05 9.constants-03]', async () => {
    openList('category=men');
    const options = within(await findSelector()).getAllByRole;
    await waitFor(() => expect(options('option')).toHaveLength(3));
    expect(options('option').map((option) => option.textContent)).toEqual(['All', 'Jackets', 'Kurtas']);
    const [call] = calls('GET', '/products').filter(isSubCategoryCall);
    expect(call?.query).toEqual({ page: '1', limit: '100', category: 'men' });
  });
});

it.each([
  ['kitchen storage and containers', 'kitchen%20storage%20and%20containers'],
  ['Kitchen Storage and Containers', 'kitchen%20storage%20and%20containers'],
  ['KITCHEN-STORAGE-AND-CONTAINERS', 'kitchen%20storage%20and%20containers'],
  ['kitchen-storage', 'kitchen%20storage%20and%20containers'],
  ['Kitchen Storage', 'kitchen%20storage%20and%20containers'],
  ['Lamps', 'lamps'],
])('gives the category %s the canonical spelling %s', (category, expected) => {
  const address = parseProductListAddress(new URLSearchParams({ category, sort: 'newest' }));
  const categories = ['Cookware', 'Kitchen Storage and Containers'];
  expect(getCanonicalListUrl(address, categories)).toBe(`/products?category=${expected}`);
});

it('uses the title of the category in its head, and one canonical URL for every number of columns [2.products-05]', async () => {
  openList('columns=2&page=1&category=men');
  expect(await screen.findByRole('heading', { level: 1 })).toHaveTextContent("Men's Ethnic Wear");
  await waitFor(() => expect(document.title).toBe("Men's Ethnic Wear – Tamra & Teak"));
  const canonical = 'https://shop.test/products?category=men';
  expect(document.querySelector('link[rel="canonical"]')).toHaveAttribute('href', canonical);
});

it('shows twelve skeleton cards while the list loads [2.products-11 4.products-01 9.constants-14]', async () => {
  answer('GET', '/products', 'never');
  openList('category=men');
  expect(await screen.findByRole('status')).toHaveTextContent('Loading products');
  expect(screen.getAllByRole('listitem', { hidden: true }).filter((card) => !card.closest('nav'))).toHaveLength(12);
  expect(screen.getByRole('heading', { level: 1 })).toBeVisible();
});

describe('failure', () => {
  it.each<[string, FakeAnswer]>([
    ['the status 500', { status: 500, body: { error: 'down' } }],
    ['no response', 'no response'],
    ['a response that cannot be read', { body: { data: {}, count: 3 } }],
  ])(
    'shows the error message after %s [2.products-12 4.products-01 8.store-02 8.store-03 R.11-1]',
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
    const callsBefore = (await screen.findByRole('alert')) && getListCalls().length;
    // jsdom cannot reload a page and logs that. The log proves the call.
    expectLog('navigation');
    await user.click(screen.getByRole('button', { name: 'Try Again' }));
    expect(getListCalls()).toHaveLength(callsBefore);
  });

  it('shows the list when only the sub-categories fail to load', async () => {
    answer('GET', '/products', (call) =>
      isSubCategoryCall(call) ? { status: 500, body: null } : { body: aProductList(createProductsFor(call)) },
    );
    openList('category=men&parentCategory=Kurtas');
    expect(await screen.findAllByRole('article')).toHaveLength(12);
    expect(await findSelector()).toHaveValue('Kurtas');
  });
});

describe('nothing found', () => {
  beforeEach(() => answerWithProducts(0));

  it('shows a message without Clear Filters when no filter is set [2.products-13 2.products-14]', async () => {
    openList('category=men');
    expect(await screen.findByText(nothingFound)).toBeVisible();
    expect(screen.queryByRole('button', { name: 'Clear Filters' })).not.toBeInTheDocument();
  });

  it('clears the sub-category on Clear Filters [2.products-14]', async () => {
    const { user, location } = openList('category=men&parentCategory=Kurtas&columns=2');
    await screen.findByText(nothingFound);
    answerWithProducts(3);
    await user.click(screen.getByRole('button', { name: 'Clear Filters' }));
    expect(location().search).toBe('?category=men&columns=2');
    expect(await screen.findAllByRole('article')).toHaveLength(3);
  });

  it.each<[list: string, query: string, result: { status: 404 } | undefined]>([
    ['a category of the shop', 'category=kitchen-tools', undefined],
    ['a sub-category', 'category=kitchen-tools&parentCategory=Graters', { status: 404 }],
    ['a category that the shop does not have', 'category=nothing', { status: 404 }],
  ])('gives %s, ?%s, the result %j', async (_list, query, result) => {
    const { store } = openList(query);
    const { load } = (await routes.products()).screen;
    const intent = { params: {}, search: new URLSearchParams(query), dispatch: store.dispatch };
    expect(await load?.(intent)).toEqual(result);
  });
});

describe('sub-category', () => {
  it('shows the products of a selected sub-category from page one, under its name [2.products-04 2.products-20]', async () => {
    const { user, location } = openList('category=men&page=2&columns=2');
    await screen.findAllByRole('article');
    await screen.findByRole('option', { name: 'Kurtas' });
    await user.selectOptions(await findSelector(), 'Kurtas');
    expect(location().search).toBe('?category=men&parentCategory=Kurtas&columns=2');
    expect(screen.getByRole('heading', { level: 1 })).toHaveTextContent('Kurtas');
    await waitFor(() => expect(getProductNames()[0]).toBe('men Kurtas 1.1'));
    expect(await findSelector()).toHaveFocus();
    await user.selectOptions(await findSelector(), 'All');
    expect(location().search).toBe('?category=men&columns=2');
  });

  it('keeps the selected sub-category when no product has it', async () => {
    openList('category=men&parentCategory=Lost%20%26%20Found');
    await screen.findByRole('option', { name: 'Kurtas' });
    expect(await findSelector()).toHaveValue('Lost & Found');
  });
});

describe('grid view', () => {
  const toggle = (name: string) => screen.findByRole('button', { name });

  it('shows three columns by default, and keeps a choice of two columns in the URL [2.products-09 9.constants-15]', async () => {
    const { user, location } = openList('category=men&page=2');
    expect(await toggle('3 columns')).toHaveAttribute('aria-pressed', 'true');
    await user.click(await toggle('2 columns'));
    expect(location().search).toBe('?category=men&page=2&columns=2');
    expect(await toggle('2 columns')).toHaveAttribute('aria-pressed', 'true');
    expect(await toggle('3 columns')).toHaveAttribute('aria-pressed', 'false');
    await user.click(await toggle('3 columns'));
    expect(location().search).toBe('?category=men&page=2');
  });

  it('works in a browser that does not add the pressed button to the data of the form', async () => {
    const { FormData } = window;
    // Chrome 105 ignores a second argument.
    jest.spyOn(window, 'FormData').mockImplementation((form) => new FormData(form));
    const { user, location } = openList('category=men');
    await user.click(await toggle('2 columns'));
    expect(location().search).toBe('?category=men&columns=2');
  });
});

it('links to every category of the store and marks its own', async () => {
  openList('category=kitchen%20tools');
  const links = within(await screen.findByRole('navigation', { name: 'All categories' })).getAllByRole('link');
  expect(links.map((link) => [link.textContent, link.getAttribute('aria-current')])).toEqual([
    ['Cookware', null],
    ['Kitchen Storage and Containers', null],
    ['Kitchen Tools', 'true'],
    ['Men', null],
  ]);
});
