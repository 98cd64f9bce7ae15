import { aProduct, aProductSearch } from '@shop/testing/builders';
import { answer, calls, fakeStoreApi } from '@shop/testing/store-api-fake';
import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { answerWithProducts, openList } from '../../../testing/product-list';

fakeStoreApi();

const colours = [
  { value: 'Red', count: 4 },
  { value: 'Blue', count: 2 },
];

beforeEach(() => {
  const { matchMedia } = window;
  jest
    .spyOn(window, 'matchMedia')
    .mockImplementation((query) => ({ ...matchMedia(query), matches: query.includes('max-width') }));
  answerWithProducts(30);
  // Red has four products, two of them with a lowest price.
  answer('GET', '/-/search', ({ search }) => {
    const total = search.has('colour') ? (search.has('minPrice') ? 2 : 4) : 30;
    const facets = { colours: search.has('minPrice') ? [{ value: 'Blue', count: 1 }] : colours };
    return { body: aProductSearch([aProduct()], { facets, pagination: { page: 1, limit: 12, total, totalPages: 1 } }) };
  });
});

afterEach(() => jest.restoreAllMocks());

async function openSheet(query = 'category=men') {
  const list = openList(query);
  await screen.findAllByRole('article');
  await screen.findByRole('textbox', { name: 'From ₹', hidden: true });
  await list.user.click(await screen.findByRole('button', { name: 'Filters' }));
  const dialog = await screen.findByRole('dialog', { name: 'Filters' });
  return { ...list, dialog, sheet: within(dialog) };
}

it('counts what a choice finds, and applies all choices as one history entry', async () => {
  const { user, location, back, sheet } = await openSheet('category=men&page=2');
  expect(await sheet.findByRole('button', { name: 'Show 30 products' })).toBeVisible();
  await user.click(sheet.getByRole('checkbox', { name: 'Red (4)' }));
  expect(await sheet.findByRole('button', { name: 'Show 4 products' })).toBeVisible();
  await user.type(sheet.getByRole('textbox', { name: 'From ₹' }), '1,500');
  expect(await sheet.findByRole('button', { name: 'Show 2 products' })).toBeVisible();
  expect(sheet.getByRole('status')).toHaveTextContent('2 products');
  expect(sheet.getByRole('textbox', { name: 'From ₹' })).toHaveValue('1,500');
  expect(sheet.getByRole('checkbox', { name: 'Red (0)' })).toBeChecked();
  expect(location().search).toBe('?category=men&page=2');
  await user.click(await sheet.findByRole('button', { name: 'Show 2 products' }));
  expect(location().search).toBe('?category=men&minPrice=1500&colour=Red');
  expect(screen.queryByRole('dialog')).toBeNull();
  back();
  expect(location().search).toBe('?category=men&page=2');
});

it('leaves the list as it is after Close and Escape', async () => {
  const { user, location, dialog, sheet } = await openSheet();
  await user.click(sheet.getByRole('checkbox', { name: 'Red (4)' }));
  await user.click(sheet.getByRole('button', { name: 'Close' }));
  expect(dialog).not.toBeInTheDocument();
  expect(location().search).toBe('?category=men');
  await user.click(screen.getByRole('button', { name: 'Filters' }));
  // The browser closes a dialog on Escape; jsdom does not.
  fireEvent(await screen.findByRole('dialog'), new Event('close'));
  expect(screen.queryByRole('dialog')).toBeNull();
});

it('adds no history entry when nothing was changed', async () => {
  const { user, location, sheet } = await openSheet('category=men&page=2');
  const { key } = location();
  await user.click(await sheet.findByRole('button', { name: 'Show 30 products' }));
  expect(screen.queryByRole('dialog')).toBeNull();
  expect(location()).toMatchObject({ key, search: '?category=men&page=2' });
});

it('shows an error at a price that cannot be read, and stays open', async () => {
  const { user, location, sheet } = await openSheet();
  const field = sheet.getByRole('textbox', { name: 'To ₹' });
  await user.type(field, 'cheap{Enter}');
  expect(field).toHaveFocus();
  expect(field).toHaveAccessibleDescription('Please enter a price in rupees, such as 500 or 5,000.');
  expect(location().search).toBe('?category=men');
});

it('shows no number when the products cannot be counted', async () => {
  const { user, location, sheet } = await openSheet();
  answer('GET', '/-/search', { status: 500, body: null });
  await user.click(sheet.getByRole('checkbox', { name: 'Red (4)' }));
  await waitFor(() => expect(calls('GET', '/-/search').at(-1)?.query).toMatchObject({ colour: 'Red' }));
  await user.click(sheet.getByRole('button', { name: 'Show products' }));
  expect(location().search).toBe('?category=men&colour=Red');
});

it('closes when the address changes behind it', async () => {
  const { goTo } = await openSheet();
  goTo('/products?category=men&sort=newest');
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
});
