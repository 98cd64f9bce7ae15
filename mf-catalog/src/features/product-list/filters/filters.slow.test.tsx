import { aProduct, aProductSearch } from '@shop/testing/builders';
import { answer, calls, fakeStoreApi } from '@shop/testing/store-api-fake';
import { translateTexts } from '@shop/testing/translate-texts';
import { act, fireEvent, screen, waitFor } from '@testing-library/react';
import { answerWithProducts, getListCalls, getProductNames, openList } from '../../../testing/product-list';

fakeStoreApi();

const facets = {
  colours: [
    { value: 'Red', count: 4 },
    { value: 'Blue', count: 2 },
  ],
  sizes: [{ value: 'M', count: 3 }],
  price: { min: 99.5, max: 4000 },
};
const sorts = ['relevance', 'featured', 'price-asc', 'discount'] as const;

/** Answers each search with a product whose name quotes the request. */
const answerSearches = (more: object = {}) =>
  answer('GET', '/-/search', ({ search }) => {
    const title = [...search].map(([name, value]) => `${name}=${value}`).join(' ');
    const products = search.get('limit') === '0' ? [] : [aProduct({ title })];
    return { body: aProductSearch(products, { facets, sorts: [...sorts], ...more }) };
  });

const openFilters = async (user: ReturnType<typeof openList>['user']) => {
  await screen.findAllByRole('article');
  await user.click(await screen.findByRole('button', { name: 'Filters' }));
};

beforeEach(() => {
  answerWithProducts(30);
  answerSearches();
});

it('loads what can filter a list besides its products', async () => {
  openList('category=men&page=2');
  await screen.findByRole('option', { name: 'Price: low to high' });
  expect(screen.getAllByRole('article')).toHaveLength(12);
  expect(getListCalls()).toHaveLength(1);
  expect(calls('GET', '/-/search').map(({ query }) => query)).toEqual([{ category: 'men', limit: '0' }]);
  const options = screen.getByRole('combobox', { name: 'Sort by' }).querySelectorAll('option');
  expect([...options].map(({ text }) => text)).toEqual(['Featured', 'Price: low to high', 'Biggest discount']);
});

it('sorts the list from page one, out of search engines and with the canonical URL of the category', async () => {
  const { user, location } = openList('category=men&page=2');
  await screen.findByRole('option', { name: 'Price: low to high' });
  await user.selectOptions(screen.getByRole('combobox', { name: 'Sort by' }), 'price-asc');
  expect(location().search).toBe('?category=men&sort=price-asc');
  await waitFor(() => expect(getProductNames()).toEqual(['category=men limit=12 sort=price-asc page=1']));
  expect(document.querySelector('meta[name="robots"]')).toHaveAttribute('content', 'noindex');
});

it('announces each order once with the number of products, also one whose products are in the cache', async () => {
  const { user } = openList('category=men');
  await screen.findByRole('option', { name: 'Price: low to high' });
  await screen.findAllByRole('article');
  const select = screen.getByRole('combobox', { name: 'Sort by' });
  const region = document.querySelector('p[aria-live]');
  const announced: (string | null)[] = [];
  const observer = new MutationObserver(() => {
    const text = region?.textContent ?? null;
    if (text !== announced.at(-1)) announced.push(text);
  });
  observer.observe(region as Element, { childList: true, characterData: true, subtree: true });
  expect(region).toHaveTextContent('');
  for (const sort of ['price-asc', 'discount', 'price-asc', 'featured']) {
    await user.selectOptions(select, sort);
    await waitFor(() => expect(getProductNames()[0]).toContain(sort === 'featured' ? 'men 1.1' : `sort=${sort}`));
  }
  observer.disconnect();
  // The region is the same element all the time, and it is empty while products load.
  expect(region).toBeInTheDocument();
  expect(announced.filter(Boolean)).toEqual([
    '1 product. Sort by: Price: low to high',
    '1 product. Sort by: Biggest discount',
    '1 product. Sort by: Price: low to high',
    '30 products. Sort by: Featured',
  ]);
});

it('keeps the first of two quick choices', async () => {
  const { user, location } = openList('category=men');
  await openFilters(user);
  const red = screen.getByRole('checkbox', { name: 'Red (4)' });
  // Both before React renders the first.
  act(() => {
    red.click();
    screen.getByRole('checkbox', { name: 'Blue (2)' }).click();
  });
  expect(location().search).toBe('?category=men&colour=Red&colour=Blue');
  expect(red).toBeChecked();
});

/** Makes two choices. React renders what is urgent between them, and the screen follows after the second. */
const chooseQuickly = (first: () => void, second: () => void) =>
  act(async () => {
    first();
    await Promise.resolve();
    second();
  });

it('adds a choice to one that the screen does not show yet', async () => {
  const { user, location } = openList('category=men');
  await openFilters(user);
  await screen.findByRole('option', { name: 'Kurtas' });
  const select = (name: string, value: string) =>
    fireEvent.change(screen.getByRole('combobox', { name }), { target: { value } });
  await chooseQuickly(
    () => select('Sub-category', 'Kurtas'),
    () => select('Sort by', 'price-asc'),
  );
  expect(location().search).toBe('?category=men&parentCategory=Kurtas&sort=price-asc');
  await chooseQuickly(
    () => select('Sort by', 'discount'),
    () => screen.getByRole('checkbox', { name: 'Red (4)' }).click(),
  );
  expect(location().search).toBe('?category=men&parentCategory=Kurtas&sort=discount&colour=Red');
});

it('removes a filter beside one that the screen still shows', async () => {
  const { location } = openList('category=men&colour=Red&colour=Blue&size=M');
  await screen.findAllByRole('article');
  await chooseQuickly(
    () => screen.getByRole('link', { name: 'Remove Red' }).click(),
    () => screen.getByRole('link', { name: 'Remove Blue' }).click(),
  );
  expect(location().search).toBe('?category=men&size=M');
});

it('leaves a click with a modifier key on a filter to the browser', async () => {
  const { location } = openList('category=men&colour=Red');
  const link = await screen.findByRole('link', { name: 'Remove Red' });
  // jsdom would report that it cannot load a document.
  document.addEventListener('click', (event) => event.preventDefault(), { once: true });
  fireEvent.click(link, { ctrlKey: true });
  expect(link).toBeInTheDocument();
  expect(location().search).toBe('?category=men&colour=Red');
});

it('adds no history entry for a submit without a change', async () => {
  const { user, location, back } = openList('category=men');
  await openFilters(user);
  await user.type(screen.getByRole('textbox', { name: 'From ₹' }), '500');
  const apply = screen.getByRole('button', { name: 'Apply' });
  act(() => {
    apply.click();
    apply.click();
  });
  await user.click(apply);
  expect(location().search).toBe('?category=men&minPrice=500');
  back();
  expect(location().search).toBe('?category=men');
});

it('shows the new numbers of products in a page that the browser translates', async () => {
  const { user } = openList('category=men');
  await openFilters(user);
  await screen.findByRole('checkbox', { name: 'Blue (2)' });
  translateTexts(screen.getByRole('main'));
  answerSearches({ facets: { ...facets, colours: [{ value: 'Blue', count: 1 }] } });
  await user.click(screen.getByRole('checkbox', { name: 'M (3)' }));
  expect(await screen.findByRole('checkbox', { name: 'Blue (1)' })).toBeInTheDocument();
});

it('filters by colour, size and price, and removes one filter or all', async () => {
  const { user, location } = openList('category=men');
  await openFilters(user);
  await user.click(screen.getByRole('checkbox', { name: 'Red (4)' }));
  await user.click(screen.getByRole('checkbox', { name: 'Blue (2)' }));
  await user.click(screen.getByRole('checkbox', { name: 'M (3)' }));
  await user.type(screen.getByRole('textbox', { name: 'From ₹' }), '500');
  await user.click(screen.getByRole('button', { name: 'Apply' }));
  expect(location().search).toBe('?category=men&minPrice=500&colour=Red&colour=Blue&size=M');
  await waitFor(() =>
    expect(getProductNames()[0]).toBe('category=men minPrice=500 colour=Red colour=Blue size=M limit=12 page=1'),
  );
  expect(screen.getByRole('status')).toHaveTextContent('1 product');
  await user.click(screen.getByRole('link', { name: 'Remove Red' }));
  await user.click(screen.getByRole('link', { name: 'Remove From ₹500' }));
  expect(location().search).toBe('?category=men&colour=Blue&size=M');
  expect(screen.getByRole('textbox', { name: 'From ₹' })).toHaveValue('');
  expect(screen.getByRole('link', { name: 'Remove Blue' })).toHaveFocus();
  expect(screen.getByRole('checkbox', { name: 'Red (4)' })).not.toBeChecked();
  await user.click(screen.getByRole('link', { name: 'Clear all' }));
  expect(location().search).toBe('?category=men');
  expect(screen.getByRole('button', { name: 'Filters' })).toHaveFocus();
  await waitFor(() => expect(getProductNames()).toHaveLength(12));
});

it.each([
  ['5,000', '5000'],
  ['₹500', '500'],
  ['५००', '500'],
  ['Rs. 1,23,456.00', '123456'],
  ['500/-\u200b', '500'],
])('reads the price %j as %s rupees', async (typed, price) => {
  const { user, location } = openList('category=men');
  await openFilters(user);
  await user.click(screen.getByRole('textbox', { name: 'To ₹' }));
  await user.paste(typed);
  await user.click(screen.getByRole('button', { name: 'Apply' }));
  expect(location().search).toBe(`?category=men&maxPrice=${price}`);
  await waitFor(() => expect(screen.getByRole('textbox', { name: 'To ₹' })).toHaveValue(price));
});

it.each(['cheap', '-5', '500-1000', '99999999999'])(
  'says that %j is not a price, and keeps the list',
  async (typed) => {
    const { user, location } = openList('category=men');
    await openFilters(user);
    const field = screen.getByRole('textbox', { name: 'From ₹' });
    await user.type(field, `${typed}{Enter}`);
    expect(field).toHaveFocus();
    expect(field).toHaveValue(typed);
    expect(field).toHaveAccessibleDescription('Please enter a price in rupees, such as 500 or 5,000.');
    expect(location().search).toBe('?category=men');
    await user.clear(field);
    expect(field).toBeValid();
    expect(field).toHaveAccessibleDescription('');
  },
);

it.each([
  ['minPrice=abc', 'From ₹', 'abc'],
  ['maxPrice=500-1000', 'To ₹', '500-1000'],
])('ignores the typed %s, and says why at its field', async (query, name, text) => {
  const { user, location } = openList(`category=men&${query}`);
  const field = await screen.findByRole('textbox', { name });
  expect(screen.getByRole('button', { name: 'Filters', expanded: true })).toBeVisible();
  expect(field).toHaveValue(text);
  expect(field).toBeInvalid();
  expect(field).toHaveAccessibleDescription('Please enter a price in rupees, such as 500 or 5,000.');
  expect(await screen.findAllByRole('article')).toHaveLength(12);
  expect(screen.queryByRole('list', { name: 'Active filters' })).toBeNull();
  await user.type(field, '{Enter}');
  expect(location().search).toContain(query);
  await user.clear(field);
  await user.type(field, '500{Enter}');
  expect(location().search).toBe(`?category=men&${query.split('=')[0]}=500`);
  expect(field).toBeValid();
});

it('writes the limits of prices the Indian way', async () => {
  answerSearches({ facets: { ...facets, price: { min: 1499.5, max: 116_990 } } });
  const { user } = openList('category=men');
  await openFilters(user);
  expect(screen.getByRole('textbox', { name: 'From ₹' })).toHaveAttribute('placeholder', '1,500');
  expect(screen.getByRole('textbox', { name: 'To ₹' })).toHaveAttribute('placeholder', '1,16,990');
});

it('shows a chosen value without products as (0), and one in another case with its number', async () => {
  const { user, location } = openList('category=men&colour=Green&colour=red&size=XXL');
  await openFilters(user);
  expect(screen.getByRole('checkbox', { name: 'Green (0)' })).toBeChecked();
  expect(screen.getByRole('checkbox', { name: 'XXL (0)' })).toBeChecked();
  expect(screen.getByRole('checkbox', { name: 'Red (4)' })).toBeChecked();
  expect(screen.queryByRole('checkbox', { name: /^red/ })).toBeNull();
  await user.click(screen.getByRole('checkbox', { name: 'Green (0)' }));
  expect(location().search).toBe('?category=men&colour=Red&size=XXL');
  await user.click(screen.getByRole('link', { name: 'Remove Size XXL' }));
  expect(location().search).toBe('?category=men&colour=Red');
});

describe('without products', () => {
  it('offers neither order nor filters when no other choice finds products, and removes the chosen filters', async () => {
    answer('GET', '/-/search', ({ search }) => ({
      body: search.has('colour') ? aProductSearch([], { sorts: [...sorts] }) : aProductSearch([aProduct()], { facets }),
    }));
    const { user, location } = openList('category=men&colour=Green&sort=newest');
    await screen.findByText('No products found with the selected filters.');
    expect(screen.queryByRole('combobox', { name: 'Sort by' })).toBeNull();
    expect(screen.queryByRole('button', { name: 'Filters' })).toBeNull();
    expect(screen.queryByRole('group', { name: 'Price' })).toBeNull();
    await user.click(screen.getByRole('link', { name: 'Remove Green' }));
    expect(location().search).toBe('?category=men&sort=newest');
    expect(await screen.findByRole('button', { name: 'Filters' })).toBeVisible();
    expect(screen.getByRole('combobox', { name: 'Sort by' })).toHaveValue('newest');
  });

  it('offers the filters of which another choice finds products', async () => {
    answer('GET', '/-/search', { body: aProductSearch([], { facets }) });
    const { user } = openList('category=men&colour=Green');
    await screen.findByText('No products found with the selected filters.');
    await user.click(screen.getByRole('button', { name: 'Filters' }));
    expect(screen.getByRole('checkbox', { name: 'Green (0)' })).toBeChecked();
    expect(screen.getByRole('checkbox', { name: 'Red (4)' })).not.toBeChecked();
    expect(screen.queryByRole('combobox', { name: 'Sort by' })).toBeNull();
  });
});

it('announces the number of filtered products once when they have several pages', async () => {
  answerSearches({ pagination: { page: 1, limit: 12, total: 30, totalPages: 3 } });
  openList('category=men&colour=Red');
  expect(await screen.findByText('Showing 1 to 12 of 30 items')).toBeVisible();
  expect(screen.getByRole('status')).toHaveTextContent('30 products');
});

it('clears the filters and the sub-category of an empty result', async () => {
  answer('GET', '/-/search', { body: aProductSearch() });
  const { user, location } = openList('category=men&parentCategory=Kurtas&colour=Green&sort=newest');
  expect(await screen.findByText('No products found with the selected filters.')).toBeVisible();
  await user.click(screen.getByRole('button', { name: 'Clear Filters' }));
  expect(location().search).toBe('?category=men');
});

it('shows the list without order and filters when they do not load', async () => {
  answer('GET', '/-/search', { status: 500, body: null });
  openList('category=men');
  expect(await screen.findAllByRole('article')).toHaveLength(12);
  await waitFor(() => expect(screen.queryByRole('button', { name: 'Filters' })).not.toBeInTheDocument());
  expect(screen.getAllByRole('combobox')).toHaveLength(1);
});

it('says how many products it covers in a shop with more', async () => {
  answerSearches({ isComplete: false, indexed: 30_000 });
  const { user } = openList('category=men');
  await openFilters(user);
  expect(screen.getByText('Sorting and filters cover the first 30,000 products of this shop.')).toBeVisible();
});
