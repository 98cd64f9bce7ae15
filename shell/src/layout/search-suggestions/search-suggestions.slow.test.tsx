import { aProduct, aProductSearch, aStoreInfo } from '@shop/testing/builders';
import { answer, calls, fakeStoreApi } from '@shop/testing/store-api-fake';
import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { catalog, openShop } from '../../testing/open-shop';
import { createGate, renderShop } from '../../testing/render-shop';
import { recentSearchesKey } from './recent-searches';
// The field imports it with the first focus, which takes longer than a test waits.
import './search-suggestions';

fakeStoreApi();

const tawa = aProduct({
  id: 'p1',
  title: 'Iron tawa',
  category: 'Cookware',
  parentCategory: 'Tawas',
  regularPrice: 1200,
});

beforeEach(() => {
  answer('GET', '/-/search', ({ query }) => ({ body: aProductSearch(query.q === 'tawa' ? [tawa] : []) }));
});

const store = (...words: string[]) => localStorage.setItem(recentSearchesKey, JSON.stringify(words));
const getStored = (): unknown => JSON.parse(localStorage.getItem(recentSearchesKey) ?? 'null');
const getSearches = () => calls('GET', '/-/search').map(({ search }) => search.toString());
const getStatus = () => document.querySelector('form [role=status]');
const getOptions = () => screen.queryAllByRole('option').map(({ textContent }) => textContent?.trim());

async function openField() {
  const shop = await openShop();
  const field = screen.getByRole('combobox', { name: 'Search the shop' });
  return { ...shop, field };
}

it('suggests categories and products with their prices, and announces their number', async () => {
  const { user, field } = await openField();
  await user.type(field, 'tawa');
  expect(await screen.findByRole('option', { name: /Iron tawa.*₹1,200/ })).toHaveAttribute('href', '/product/p1');
  expect(screen.getByRole('option', { name: 'Tawas in Cookware' })).toHaveAttribute(
    'href',
    '/products?category=cookware&parentCategory=Tawas',
  );
  expect(within(screen.getByRole('group', { name: 'Products' })).getAllByRole('option')).toHaveLength(1);
  expect(getStatus()).toHaveTextContent('2 suggestions');
  expect(field).toHaveAttribute('aria-controls', screen.getByRole('listbox', { name: 'Suggestions' }).id);
});

it('sends one request for words that are typed quickly', async () => {
  const { user, field } = await openField();
  await user.type(field, 'tawa');
  await screen.findByRole('option', { name: /Iron tawa/ });
  expect(getSearches()).toEqual(['q=tawa&limit=5']);
});

it.each(['tawa\0', '\ud83dtawa'])('searches without characters that the API refuses: %j', async (pasted) => {
  const { user, field } = await openField();
  await user.click(field);
  await user.paste(pasted);
  await screen.findByRole('option', { name: /Iron tawa/ });
  expect(getSearches()).toEqual(['q=tawa&limit=5']);
});

it('never shows products of earlier words', async () => {
  const late = createGate();
  answer('GET', '/-/search', { body: aProductSearch([aProduct({ title: 'Found ta' })]), after: late.passed });
  const { user, field } = await openField();
  await user.type(field, 'ta');
  await waitFor(() => expect(getSearches()).toHaveLength(1));
  answer('GET', '/-/search', { body: aProductSearch([aProduct({ title: 'Found tawa' })]) });
  await user.type(field, 'wa');
  await screen.findByRole('option', { name: /Found tawa/ });
  await late.pass();
  expect(screen.queryByRole('option', { name: /Found ta\b/ })).toBeNull();
  expect(screen.getByRole('option', { name: /Found tawa/ })).toBeInTheDocument();
});

it('suggests nothing and shows no error when the search fails', async () => {
  answer('GET', '/-/search', { status: 500, body: {} });
  const { user, field } = await openField();
  await user.type(field, 'xyz');
  await waitFor(() => expect(getSearches()).toHaveLength(1));
  await waitFor(() => expect(field).toHaveAttribute('aria-expanded', 'false'));
  expect(getStatus()).toBeEmptyDOMElement();
  expect(screen.queryByRole('alert')).toBeNull();
});

it('moves through the suggestions with the arrow keys, and opens one with Enter', async () => {
  const { user, field, location } = await openField();
  await user.type(field, 'tawa');
  const option = await screen.findByRole('option', { name: /Iron tawa/ });
  await user.keyboard('{ArrowUp}');
  expect(field).toHaveAttribute('aria-activedescendant', option.id);
  expect(option).toHaveAttribute('aria-selected', 'true');
  await user.keyboard('{ArrowDown}');
  expect(field).not.toHaveAttribute('aria-activedescendant');
  expect(field).toHaveFocus();
  await user.keyboard('{ArrowDown}{ArrowDown}{Enter}');
  expect(location().pathname).toBe('/product/p1');
  expect(getOptions()).toEqual([]);
});

it.each([{ isComposing: true }, { keyCode: 229 }])('leaves Enter to an input method: %j', async (init) => {
  const { user, field, location } = await openField();
  await user.type(field, 'tawa');
  const option = await screen.findByRole('option', { name: /Iron tawa/ });
  await user.keyboard('{ArrowUp}');
  expect(fireEvent.keyDown(field, { key: 'Enter', ...init })).toBe(true);
  expect(field).toHaveAttribute('aria-activedescendant', option.id);
  expect(location().pathname).toBe('/');
});

it('closes with Escape, which leaves the words, and opens again with an arrow key', async () => {
  const { user, field } = await openField();
  await user.type(field, 'tawa');
  await screen.findByRole('option', { name: /Iron tawa/ });
  await user.keyboard('{Escape}');
  expect(field).toHaveAttribute('aria-expanded', 'false');
  expect(field).toHaveValue('tawa');
  expect(getOptions()).toEqual([]);
  await user.keyboard('{ArrowDown}');
  expect(await screen.findByRole('option', { name: /Iron tawa/ })).toBeInTheDocument();
});

it('closes when the focus leaves the form', async () => {
  store('kadai');
  const { user, field } = await openField();
  await user.click(field);
  await screen.findByRole('option', { name: 'kadai' });
  await user.tab();
  expect(screen.getByRole('button', { name: 'Clear recent searches' })).toHaveFocus();
  expect(getOptions()).toEqual(['kadai']);
  await user.tab();
  expect(getOptions()).toEqual([]);
});

it('stores submitted words, the latest first, and no words that were only typed', async () => {
  store('a', 'b', 'c', 'Kadai', 'd');
  const { user, field, location } = await openField();
  await user.type(field, 'tawa');
  await screen.findByRole('option', { name: /Iron tawa/ });
  expect(getStored()).toEqual(['a', 'b', 'c', 'Kadai', 'd']);
  await user.clear(field);
  await user.type(field, ' kadai {Enter}');
  expect(location().search).toBe('?q=kadai');
  expect(getStored()).toEqual(['kadai', 'a', 'b', 'c', 'd']);
});

it('stores a search that is submitted before its suggestions have loaded', async () => {
  const { field } = await openField();
  field.focus();
  fireEvent.input(field, { target: { value: 'kadai' } });
  // At once: the import of the suggestions has not ended.
  fireEvent.submit(Object(field).form);
  await waitFor(() => expect(getStored()).toEqual(['kadai']));
});

it('searches again for an earlier search, and suggests those that contain the typed words', async () => {
  store('cast iron', 'steel jar');
  const { user, field, location } = await openField();
  await user.type(field, 'iro');
  await waitFor(() => expect(getOptions()).toEqual(['cast iron']));
  await user.click(screen.getByRole('option', { name: 'cast iron' }));
  expect(location()).toMatchObject({ pathname: '/search', search: '?q=cast%20iron' });
});

it('clears the earlier searches', async () => {
  store('cast iron', 'jar');
  const { user, field } = await openField();
  await user.click(field);
  await waitFor(() => expect(getOptions()).toEqual(['cast iron', 'jar']));
  await user.click(await screen.findByRole('button', { name: 'Clear recent searches' }));
  expect(getOptions()).toEqual([]);
  expect(getStored()).toBeNull();
  expect(field).toHaveFocus();
});

it.each(['{corrupt', 'null', '{"a":1}', '[null,7,[],""," "]'])('works with the stored text %p', async (text) => {
  localStorage.setItem(recentSearchesKey, text);
  const { user, field } = await openField();
  await user.type(field, 'tawa');
  await screen.findByRole('option', { name: /Iron tawa/ });
  expect(screen.queryByRole('group', { name: 'Recent searches' })).toBeNull();
});

it('suggests below the field of the search screen, which becomes a combobox', async () => {
  store('cast iron');
  const Screen = () => (
    // biome-ignore lint/a11y/useSemanticElements: the screen of the catalog has this role
    <form role="search" onSubmit={(event) => event.preventDefault()}>
      <input type="search" aria-label="Search products" />
    </form>
  );
  answer('GET', '/storeInfo', { body: aStoreInfo() });
  const { user, location } = await renderShop({
    at: '/search',
    remotes: [{ ...catalog, load: async () => ({ Screen }) }],
  });
  await user.click(await screen.findByRole('searchbox', { name: 'Search products' }));
  await waitFor(() => expect(getOptions()).toEqual(['cast iron']));
  const field = screen.getByRole('combobox', { name: 'Search products' });
  expect(within(screen.getByRole('main')).getAllByRole('option')).toHaveLength(1);
  await user.type(field, 'tawa');
  await screen.findByRole('option', { name: /Iron tawa/ });
  await user.keyboard('{ArrowUp}{Enter}');
  expect(location().pathname).toBe('/product/p1');
});

it('suggests in the menu of phones, which closes with the search', async () => {
  const { user, location } = await openShop();
  await user.click(screen.getByRole('button', { name: 'Menu' }));
  const menu = within(await screen.findByRole('dialog'));
  await user.type(menu.getByRole('combobox', { name: 'Search the shop' }), 'tawa');
  await user.click(await menu.findByRole('option', { name: /Iron tawa/ }));
  expect(location().pathname).toBe('/product/p1');
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
});
