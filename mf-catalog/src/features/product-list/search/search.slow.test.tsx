import { aProduct, aProductSearch } from '@shop/testing/builders';
import { renderRoutes } from '@shop/testing/render-routes';
import { answer, calls, fakeStoreApi } from '@shop/testing/store-api-fake';
import { translateTexts } from '@shop/testing/translate-texts';
import { act, screen, waitFor, within } from '@testing-library/react';
import { paths } from '../../../paths';
import { routes } from '../../../routes';
import { getProductNames } from '../../../testing/product-list';

fakeStoreApi();

const components = { 'screen.suggestions': { Slot: () => <p>Suggestions</p> } };
const openSearch = (query = '') => renderRoutes({ paths, routes, at: `/search${query}`, components });
const findField = () => screen.findByRole('searchbox', { name: 'Search products' });
const getSearches = () => calls('GET', '/-/search').map(({ search }) => search.toString());

beforeEach(() => {
  answer('GET', '/-/search', ({ query }) => ({
    body: aProductSearch([aProduct({ title: `Found ${query.q}` })], {
      facets: { categories: [{ value: 'Cookware', count: 1 }] },
    }),
  }));
});

it('shows and announces the products of the words in the address, and stays out of search engines', async () => {
  openSearch('?q=tawa&utm_source=x');
  expect(await screen.findByRole('heading', { level: 1 })).toHaveTextContent('Results for “tawa”');
  expect(await findField()).toHaveValue('tawa');
  await waitFor(() => expect(screen.getByRole('status')).toHaveTextContent('1 product'));
  expect(getProductNames()).toEqual(['Found tawa']);
  expect(getSearches()).toEqual(['q=tawa&limit=12&page=1']);
  expect(document.querySelector('meta[name="robots"]')).toHaveAttribute('content', 'noindex');
  expect(calls('GET', '/products')).toEqual([]);
});

it('follows the typed words, so that Back leaves the screen at once', async () => {
  const { user, goTo, back, location } = openSearch('?q=tawa');
  await screen.findByRole('article');
  goTo('/search?q=pan');
  await waitFor(() => expect(getProductNames()).toEqual(['Found pan']));
  const field = await findField();
  expect(field).toHaveValue('pan');
  await user.type(field, 'eer');
  await waitFor(() => expect(getProductNames()).toEqual(['Found paneer']));
  expect(location().search).toBe('?q=paneer');
  expect(field).toHaveFocus();
  back();
  await waitFor(() => expect(getProductNames()).toEqual(['Found tawa']));
  expect(field).toHaveValue('tawa');
});

it('shows the number of products of other words in a page that the browser translates', async () => {
  const { goTo } = openSearch('?q=tawa');
  await screen.findByRole('option', { name: 'Cookware (1)' });
  translateTexts(screen.getByRole('main'));
  answer('GET', '/-/search', {
    body: aProductSearch([aProduct(), aProduct({ id: 'p2' })], {
      facets: { categories: [{ value: 'Cookware', count: 2 }] },
    }),
  });
  goTo('/search?q=pan');
  expect(await screen.findByRole('option', { name: 'Cookware (2)' })).toBeInTheDocument();
  await waitFor(() => expect(screen.getByRole('status')).toHaveTextContent(/^2 products$/));
});

it('focuses the field when a link leads from the results to the search without words', async () => {
  const { goTo } = openSearch('?q=tawa');
  await screen.findByRole('article');
  goTo('/search');
  await screen.findByRole('heading', { level: 1, name: 'Search' });
  const field = await findField();
  await waitFor(() => expect(field).toHaveFocus());
  expect(field).toHaveValue('');
});

it('shows categories and suggestions without words, and requests no search', async () => {
  openSearch('?q=%20');
  const categories = await screen.findByRole('navigation', { name: 'Popular categories' });
  expect(within(categories).getAllByRole('link')).toHaveLength(4);
  expect(await screen.findByText('Suggestions')).toBeVisible();
  expect(getSearches()).toEqual([]);
});

it('helps when nothing is found, and searches without filters', async () => {
  answer('GET', '/-/search', ({ query }) => ({
    body: aProductSearch(query.category ? [] : [aProduct({ title: 'Tawa' })]),
  }));
  const { user } = openSearch('?q=tawa&category=Jars');
  expect(await screen.findByText('No products found for “tawa”.')).toBeVisible();
  expect(screen.getByText(/Check the spelling/)).toBeVisible();
  expect(screen.getByText('Suggestions')).toBeVisible();
  expect(screen.getByRole('combobox', { name: 'Category' })).toHaveValue('Jars');
  await user.click(screen.getByRole('link', { name: 'Search without filters' }));
  await waitFor(() => expect(getProductNames()).toEqual(['Tawa']));
  expect(screen.queryByText('Suggestions')).not.toBeInTheDocument();
});

it.each([
  ['a search in Hindi', 'en', 'तवा'],
  ['a search in Tamil', 'en', 'tawa தவா'],
  ['a search in a Hindi page', 'hi', 'chammch'],
])('says that names are in English when %s finds nothing', async (_case, code, q) => {
  answer('GET', '/-/search', { body: aProductSearch([]) });
  const language = { code, catalog: {}, languages: ['hi'] };
  renderRoutes({ paths, routes, at: `/search?q=${encodeURIComponent(q)}`, language });
  expect(await screen.findByText(/names of products are in English/)).toBeVisible();
  expect(screen.queryByText(/Check the spelling/)).toBeNull();
});

it('keeps the words after a failure and searches again', async () => {
  answer('GET', '/-/search', { status: 500, body: null });
  const { user } = openSearch('?q=tawa');
  expect(await screen.findByRole('alert')).toHaveTextContent('The search did not work. Please try again.');
  expect(await findField()).toHaveValue('tawa');
  answer('GET', '/-/search', { body: aProductSearch([aProduct({ title: 'Tawa' })]) });
  await user.click(screen.getByRole('button', { name: 'Try Again' }));
  await waitFor(() => expect(getProductNames()).toEqual(['Tawa']));
});

it('narrows the results to a category', async () => {
  const { user, location } = openSearch('?q=tawa&page=1');
  await screen.findByRole('option', { name: 'Cookware (1)' });
  await user.selectOptions(screen.getByRole('combobox', { name: 'Category' }), 'Cookware');
  expect(location().search).toBe('?q=tawa&category=Cookware');
  await user.click(await screen.findByRole('link', { name: 'Remove Cookware' }));
  expect(location().search).toBe('?q=tawa');
});

it('has one field', async () => {
  openSearch('?q=tawa');
  await findField();
  expect(screen.getAllByRole('searchbox')).toHaveLength(1);
});

it('shows a chosen category without products as (0), and none when nothing can be chosen', async () => {
  answer('GET', '/-/search', ({ query }) => ({
    body: aProductSearch([], { facets: { categories: query.category ? [{ value: 'Pans', count: 2 }] : [] } }),
  }));
  const { user } = openSearch('?q=tawa&category=Jars');
  await screen.findByText('No products found for “tawa”.');
  const options = within(screen.getByRole('combobox', { name: 'Category' })).getAllByRole('option');
  expect(options.map(({ textContent }) => textContent?.trim())).toEqual(['All', 'Jars (0)', 'Pans (2)']);
  await user.click(screen.getByRole('link', { name: 'Remove Jars' }));
  await waitFor(() => expect(screen.queryByRole('combobox')).toBeNull());
  for (const name of ['Filters', '2 columns', '3 columns']) expect(screen.queryByRole('button', { name })).toBeNull();
});

describe('prices in the words', () => {
  it('are filters, which can be removed', async () => {
    const { location } = openSearch('?q=saree%20under%205000');
    expect(await screen.findByRole('heading', { level: 1 })).toHaveTextContent('Results for “saree”');
    await waitFor(() => expect(getSearches()).toEqual(['q=saree&maxPrice=5000&limit=12&page=1']));
    expect(await findField()).toHaveValue('saree');
    const link = await screen.findByRole('link', { name: 'Remove Up to ₹5,000' });
    // An `act` without await, such as that of a user event, drops effects of a component that calls `use`.
    await act(async () => link.click());
    expect(location().search).toBe('?q=saree');
    await waitFor(() => expect(getSearches().at(-1)).toBe('q=saree&limit=12&page=1'));
  });

  it('need no other words', async () => {
    openSearch(`?q=${encodeURIComponent('५००० से कम')}`);
    expect(await screen.findByRole('heading', { level: 1 })).toHaveTextContent('Products');
    expect(await screen.findByRole('link', { name: 'Remove Up to ₹5,000' })).toBeVisible();
    expect(getSearches()).toEqual(['maxPrice=5000&limit=12&page=1']);
  });

  it('follow the typed text, and leave the field with a submit', async () => {
    const { user, location } = openSearch('?q=saree&minPrice=100');
    await screen.findByRole('article');
    const field = await findField();
    await user.type(field, ' under 500');
    await waitFor(() => expect(location().search).toBe('?q=saree&minPrice=100&maxPrice=500'));
    expect(field).toHaveValue('saree under 500');
    await user.type(field, '0');
    await waitFor(() => expect(location().search).toBe('?q=saree&minPrice=100&maxPrice=5000'));
    await user.clear(field);
    await user.type(field, 'saree');
    await waitFor(() => expect(location().search).toBe('?q=saree&minPrice=100'));
    await user.type(field, ' under 700{Enter}');
    expect(location().search).toBe('?q=saree&minPrice=100&maxPrice=700');
    expect(field).toHaveValue('saree');
    await user.type(field, ' red');
    await waitFor(() => expect(location().search).toBe('?q=saree%20red&minPrice=100&maxPrice=700'));
  });

  it('leave the field when their filter is removed', async () => {
    const { user, location } = openSearch('?q=saree');
    await screen.findByRole('article');
    const field = await findField();
    await user.type(field, ' under 500');
    await user.click(await screen.findByRole('link', { name: 'Remove Up to ₹500' }));
    expect(location().search).toBe('?q=saree');
    await waitFor(() => expect(field).toHaveValue('saree'));
  });
});
