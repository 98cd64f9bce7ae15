import { aProductList } from '@shop/testing/builders';
import { renderRoutes } from '@shop/testing/render-routes';
import { answer, createDeferred, fakeStoreApi } from '@shop/testing/store-api-fake';
import { getPageWindow } from '@shop/ui/pagination';
import { screen, waitFor, within } from '@testing-library/react';
import { paths } from '../../paths';
import { routes } from '../../routes';
import { answerWithProducts, createProductsFor, getProductNames, openList } from '../../testing/product-list';

fakeStoreApi();

const failed = 'Failed to load products. Please try again.';

beforeEach(() => {
  answerWithProducts(30);
});

const findPagination = () => screen.findByRole('navigation', { name: 'Pagination' });

it('shows no pagination for a single page [2.products-15]', async () => {
  answerWithProducts(12);
  openList('category=men');
  await screen.findAllByRole('article');
  expect(screen.queryByRole('navigation', { name: 'Pagination' })).not.toBeInTheDocument();
  expect(screen.queryByText(/Showing/)).not.toBeInTheDocument();
});

it('shows the range and links to the pages of the specification [2.products-16 2.products-17 2.products-18]', async () => {
  answerWithProducts(120);
  openList('category=men&parentCategory=Kurtas&page=5&columns=2');
  const { getAllByRole, getByRole, getAllByText, getByText } = within(await findPagination());
  expect(getByText('Showing 49 to 60 of 120 items')).toBeVisible();
  expect(getAllByRole('link').map((link) => link.textContent)).toEqual('Previous 1 3 4 5 6 7 10 Next'.split(' '));
  expect(getAllByText('…')).toHaveLength(2);
  expect(getByRole('link', { current: 'page' })).toHaveTextContent('5');
  const href = (name: string) => getByRole('link', { name }).getAttribute('href');
  expect(href('Page 1')).toBe('/products?category=men&parentCategory=Kurtas&columns=2');
  expect(href('Previous')).toBe('/products?category=men&parentCategory=Kurtas&page=4&columns=2');
  expect(href('Next')).toBe('/products?category=men&parentCategory=Kurtas&page=6&columns=2');
});

it('links to no page before the first and after the last [2.products-18]', async () => {
  const { user } = openList('category=men');
  const links = within(await findPagination());
  expect(links.queryByRole('link', { name: 'Previous' })).not.toBeInTheDocument();
  await user.click(links.getByRole('link', { name: 'Page 3' }));
  expect(await screen.findByText('Showing 25 to 30 of 30 items')).toBeVisible();
  expect(links.queryByRole('link', { name: 'Next' })).not.toBeInTheDocument();
  expect(links.getByRole('link', { name: 'Previous' })).toBeVisible();
});

it('keeps the previous products, marked as busy, until the next page has loaded', async () => {
  const { user } = openList('category=men');
  const arrival = createDeferred();
  await findPagination();
  answer('GET', '/products', (call) => ({ body: aProductList(createProductsFor(call), 30), after: arrival.promise }));
  await user.click(screen.getByRole('link', { name: 'Next' }));
  const products = screen.getByRole('region', { name: 'Products' });
  expect(products).toHaveAttribute('aria-busy', 'true');
  expect(getProductNames()[0]).toBe('men 1.1');
  expect(screen.getByText('Showing 1 to 12 of 30 items')).toBeVisible();
  expect(screen.getByRole('link', { current: 'page' })).toHaveTextContent('2');
  arrival.resolve();
  await waitFor(() => expect(products).toHaveAttribute('aria-busy', 'false'));
  expect(getProductNames()[0]).toBe('men 2.1');
});

it('shows the error message when the next page fails to load', async () => {
  const { user } = openList('category=men');
  await findPagination();
  answer('GET', '/products', 'no response');
  await user.click(screen.getByRole('link', { name: 'Next' }));
  expect(await screen.findByRole('alert')).toHaveTextContent(failed);
});

it('redirects a page number above the last page to the last page', async () => {
  const { location } = openList('category=men&page=9');
  expect(await screen.findByText('Showing 25 to 30 of 30 items')).toBeVisible();
  expect(location().search).toBe('?category=men&page=3');
});

it.each([
  [1, 2, '1 2'],
  [1, 5, '1 2 3 … 5'],
  [4, 7, '1 2 3 4 5 6 7'],
  [5, 9, '1 … 3 4 5 6 7 … 9'],
  [9, 9, '1 … 7 8 9'],
  [50_000, 100_000, '1 … 49998 49999 50000 50001 50002 … 100000'],
])('shows page %i of %i as %s [2.products-17 9.constants-17]', (page, pageCount, row) => {
  const shown = getPageWindow(page, pageCount).map((entry) => (typeof entry === 'number' ? entry : '…'));
  expect(shown.join(' ')).toBe(row);
});

describe('scrolling', () => {
  const scrollTo = jest.spyOn(window, 'scrollTo');
  beforeEach(() => scrollTo.mockReset());
  afterAll(() => jest.restoreAllMocks());

  it('scrolls smoothly to the top on a page change and focuses the products [2.products-19]', async () => {
    const { user } = openList('category=men');
    await findPagination();
    expect(scrollTo).not.toHaveBeenCalled();
    await user.click(screen.getByRole('link', { name: 'Next' }));
    expect(scrollTo.mock.calls).toEqual([[{ top: 0, behavior: 'smooth' }]]);
    expect(screen.getByRole('region', { name: 'Products' })).toHaveFocus();
  });

  it('shows the cached page on Back and leaves the scroll position to the shell', async () => {
    const { user, back } = openList('category=men');
    await findPagination();
    await user.click(screen.getByRole('link', { name: 'Next' }));
    await waitFor(() => expect(getProductNames()[0]).toBe('men 2.1'));
    scrollTo.mockReset();
    back();
    expect(getProductNames()[0]).toBe('men 1.1');
    expect(scrollTo).not.toHaveBeenCalled();
  });

  it('scrolls to the top and focuses the heading when the category changes', async () => {
    const { user } = renderRoutes({ paths, routes, at: '/products' });
    await user.click(await screen.findByRole('link', { name: /^Cookware/ }));
    expect(scrollTo).toHaveBeenCalledWith({ top: 0, behavior: 'instant' });
    expect(screen.getByRole('heading', { level: 1 })).toHaveFocus();
    expect(await screen.findAllByRole('article')).toHaveLength(12);
  });
});
