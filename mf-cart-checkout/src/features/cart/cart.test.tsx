import { productApi } from '@shop/api-client/product-api';
import type { CartLine } from '@shop/cart/cart-line';
import { cartRead } from '@shop/cart/cart-slice';
import { readCart } from '@shop/cart/cart-storage';
import { aProduct } from '@shop/testing/builders';
import type { FakeSlots } from '@shop/testing/fake-shell';
import { type RenderRoutesOptions, renderRoutes } from '@shop/testing/render-routes';
import { answer, calls, type FakeAnswer, fakeStoreApi } from '@shop/testing/store-api-fake';
import { translateTexts } from '@shop/testing/translate-texts';
import { act, screen, waitFor, within } from '@testing-library/react';
import { paths } from '../../paths';
import { routes } from '../../routes';

fakeStoreApi();

const saucepan: CartLine = {
  id: 'p/1',
  name: 'Hammered Copper Saucepan',
  image: 'http://localhost:8044/media/saucepan.jpg',
  price: 1999.5,
  quantity: 2,
  selectedSize: '2 litre',
  selectedColor: 'Copper',
};
const dabba: CartLine = { id: 'p2', name: 'Masala Dabba', image: '', price: 123456, quantity: 1 };

function openCart(lines: unknown, options: Partial<RenderRoutesOptions<typeof paths> & FakeSlots> = {}) {
  window.localStorage.setItem('cart', JSON.stringify(lines));
  for (const { id, price } of readCart(window.localStorage)) answerPrice(id, price);
  return renderRoutes({ paths, routes, at: '/cart', ...options });
}

/** Sizes and colours of the saucepan. */
const attributes = [
  { key: 'size', value: ['2 litre', '4 litre'] },
  { key: 'color', value: ['Copper'] },
];

/** Answers with the current price of a product, in rupees. Only the saucepan has sizes and colours. */
function answerPrice(id: string, regularPrice: number) {
  const body = aProduct({ id, regularPrice, ...(id === saucepan.id && { attributes }) });
  answer('GET', `/products/${id}`, { body });
}

const heading = (name: string) => screen.findByRole('heading', { level: 1, name });
const lineOf = async (name: RegExp | string) => {
  const line = (await screen.findByRole('link', { name })).closest('li');
  if (!line) throw new Error('the link stands in no line');
  return within(line);
};
const removeButton = (name: RegExp) => screen.getByRole('button', { name });
const notifications = () => screen.getByRole('region', { name: 'Notifications' });
const storedCart = () => JSON.parse(window.localStorage.getItem('cart') ?? 'null');

describe('an empty cart', () => {
  it('shows its message and links home [2.cart-01]', async () => {
    const { user, location } = openCart([]);
    await heading('Your cart is empty');
    await waitFor(() => expect(document.title).toBe('Your cart – Tamra & Teak'));
    expect(document.querySelector('meta[name="robots"]')).toHaveAttribute('content', 'noindex');
    expect(screen.queryByRole('button', { name: 'Checkout' })).not.toBeInTheDocument();
    await user.click(screen.getByRole('link', { name: 'Continue Shopping' }));
    expect(location().pathname).toBe('/');
  });
});

describe('the suggestions below a cart', () => {
  const Suggestions = ({ productIds }: { productIds: readonly string[] }) => <p>{`Suggestions for [${productIds}]`}</p>;
  const components = { 'screen.suggestions': { Slot: Suggestions } };

  it('are for the products of its lines, and follow their changes', async () => {
    const { user } = openCart([saucepan, dabba], { components });
    const shown = await screen.findByText('Suggestions for [p/1,p2]');
    await user.click(removeButton(/Masala Dabba/));
    expect(shown).toHaveTextContent('Suggestions for [p/1]');
    await user.click(screen.getByRole('button', { name: 'Clear Cart' }));
    await heading('Your cart is empty');
    // It is the same component, so that a focus in it stays.
    expect(shown).toHaveTextContent('Suggestions for []');
    expect(shown).toBeInTheDocument();
  });

  it('show when storage was read', async () => {
    const { readStorage } = openCart([], { isStorageUnread: true, components });
    await heading('Your cart');
    expect(screen.queryByText(/Suggestions/)).not.toBeInTheDocument();
    readStorage();
    expect(await screen.findByText('Suggestions for []')).toBeInTheDocument();
  });
});

it('a cart shows neither lines nor the empty state before storage was read', async () => {
  const { readStorage } = openCart([saucepan], { isStorageUnread: true });
  expect(await screen.findByText('Loading your cart')).toBeInTheDocument();
  expect(screen.getByRole('heading')).toHaveTextContent(/^Your cart$/);
  expect(screen.queryByRole('list')).not.toBeInTheDocument();
  expect(screen.getByRole('button')).toBeDisabled();
  readStorage();
  expect(await screen.findByRole('list', { name: 'Items in your cart' })).toBeInTheDocument();
  expect(screen.queryByText('Loading your cart')).not.toBeInTheDocument();
});

describe('the lines of the cart', () => {
  it('show product, options and prices, beside the totals with free shipping [1.product-01 2.cart-02 9.constants-13]', async () => {
    openCart([saucepan, dabba]);
    const first = await lineOf('Hammered Copper Saucepan');
    expect(first.getByRole('link')).toHaveAttribute('href', '/product/p%2F1');
    expect(first.getByText('Size 2 litre · Colour Copper')).toBeInTheDocument();
    expect(first.getByText('₹1,999.5')).toBeInTheDocument();
    expect(first.getByText('₹3,999')).toBeInTheDocument();
    // A screen reader reads which price is which.
    expect(first.getByText('Price per piece:').parentElement).toHaveTextContent(/^Price per piece: ₹1,999\.5$/);
    expect(first.getByText('Line total:').parentElement).toHaveTextContent(/^Line total: ₹3,999$/);
    expect(first.getByRole('textbox', { name: 'Quantity' })).toHaveValue('2');
    expect(first.getByRole('group')).toHaveAccessibleName(
      'Quantity of Hammered Copper Saucepan, Size 2 litre, Colour Copper',
    );
    const second = await lineOf('Masala Dabba');
    expect(second.queryByText(/Size|Colour/)).not.toBeInTheDocument();
    // The price of one piece is the total of its line.
    expect(second.getAllByText(/₹/)).toHaveLength(1);
    expect(second.queryByText('Price per piece:')).not.toBeInTheDocument();
    expect(screen.getByText('3 items')).toBeInTheDocument();
    const summary = within(screen.getByRole('region', { name: 'Summary' }));
    const rows = summary.getAllByRole('term').map((term) => [term.textContent, term.nextSibling?.textContent]);
    expect(rows).toEqual([
      ['Subtotal', '₹1,27,455'],
      ['Shipping', 'Free'],
      ['Total', '₹1,27,455'],
    ]);
  });

  it('show the component of another remote below the Checkout button', async () => {
    const slot = { Slot: ({ itemCount }: { itemCount: number }) => <p>Offers for {itemCount} items</p> };
    openCart([saucepan], { components: { 'cart.summary': slot } });
    const component = await screen.findByText('Offers for 2 items');
    expect(component.previousElementSibling).toContainElement(screen.getByRole('button', { name: 'Checkout' }));
  });

  it('change their quantity by button, down to 1, and by typing [2.cart-02 4.cart-04]', async () => {
    const { user } = openCart([saucepan]);
    const line = await lineOf('Hammered Copper Saucepan');
    const decrease = line.getByRole('button', { name: 'Decrease quantity' });
    await user.click(line.getByRole('button', { name: 'Increase quantity' }));
    expect(line.getByText('₹5,998.5')).toBeInTheDocument();
    await user.click(decrease);
    await user.click(decrease);
    expect(decrease).toBeDisabled();
    const quantity = line.getByRole('textbox', { name: 'Quantity' });
    await user.clear(quantity);
    await user.type(quantity, '40');
    expect(line.getByText('₹79,980')).toBeInTheDocument();
    expect(storedCart()).toMatchObject([{ quantity: 40 }]);
  });

  it('show their new amounts in a page that the browser translates', async () => {
    const { user } = openCart([dabba]);
    const line = await lineOf('Masala Dabba');
    translateTexts(screen.getByRole('main'));
    const total = screen.getByText('Total').parentElement;
    for (const [quantity, amount] of [
      [2, '₹2,46,912'],
      [3, '₹3,70,368'],
    ] as const) {
      await user.click(line.getByRole('button', { name: 'Increase quantity' }));
      expect(line.getByRole('textbox', { name: 'Quantity' })).toHaveValue(String(quantity));
      expect(line.getByText('Line total:').closest('p')).toHaveTextContent(`Line total: ${amount}`);
      expect(total?.closest('div')).toHaveTextContent(`Total${amount}`);
    }
  });

  it('are distinguished by size and colour [3.cart-02 R.19-2]', async () => {
    const { user } = openCart([saucepan, { ...saucepan, selectedSize: '4 litre' }, { ...saucepan, selectedColor: '' }]);
    await heading('Your cart');
    await user.click(removeButton(/^Remove Hammered Copper Saucepan, Size 4 litre, Colour Copper$/));
    expect(storedCart()).toMatchObject([
      { selectedSize: '2 litre', selectedColor: 'Copper' },
      { selectedSize: '2 litre' },
    ]);
  });
});

describe('prices that changed since the product was added', () => {
  /** Opens a cart whose products have other current prices. */
  function openRepriced(lines: CartLine[], prices: Record<string, number>) {
    const rendered = openCart(lines);
    for (const [id, price] of Object.entries(prices)) answerPrice(id, price);
    return rendered;
  }

  it('show old and new price, and are counted and stored', async () => {
    openRepriced([{ ...saucepan, price: 2500 }, { ...saucepan, price: 2500, selectedSize: '4 litre' }, dabba], {
      'p/1': 1999.5,
    });
    expect(await screen.findAllByText('Price changed: was ₹2,500, now ₹1,999.5')).toHaveLength(2);
    expect(storedCart()).toMatchObject([{ price: 1999.5 }, { price: 1999.5 }, { price: 123456 }]);
    const summary = within(screen.getByRole('region', { name: 'Summary' }));
    expect(summary.getAllByText('₹1,31,454')).toHaveLength(2);
    expect(calls('GET', '/products/p/1')).toHaveLength(1);
  });

  it.each<[string, FakeAnswer]>([
    ['unavailable', { status: 404, body: { error: 'Product not found.' } }],
    ['without a price', { body: aProduct({ id: 'p2', regularPrice: 0 }) }],
    ['slow', 'never'],
  ])('stay unchanged for a product that is %s, and checkout does not wait', async (_case, reply) => {
    window.localStorage.setItem('auth_token', 'abc');
    const { user, location } = openCart([dabba]);
    answer('GET', '/products/p2', reply);
    await heading('Your cart');
    await waitFor(() => expect(calls('GET', '/products/p2')).toHaveLength(1));
    expect(screen.queryByText(/Price changed/)).not.toBeInTheDocument();
    await user.click(screen.getByRole('button', { name: 'Checkout' }));
    expect(location().pathname).toBe('/checkout');
    expect(storedCart()).toMatchObject([{ price: 123456 }]);
  });
});

describe('an unavailable product', () => {
  const note = 'No longer available. Remove it to check out.';

  it('is marked on its lines only', async () => {
    openCart([saucepan, dabba, { ...dabba, selectedSize: 'Large' }]);
    answer('GET', '/products/p2', { status: 404, body: { error: 'Product not found.' } });
    expect(await screen.findAllByText(note)).toHaveLength(2);
    expect((await lineOf('Hammered Copper Saucepan')).queryByText(note)).not.toBeInTheDocument();
    expect(screen.getByRole('button', { name: 'Checkout' })).toBeEnabled();
  });

  it('is not concluded from an error of another kind', async () => {
    const { store } = openCart([dabba]);
    answer('GET', '/products/p2', { status: 403, body: {} });
    const checked = productApi.endpoints.product.select('p2');
    await waitFor(() => expect(checked(store.getState()).status).toBe('rejected'));
    expect(screen.queryByText(note)).not.toBeInTheDocument();
  });
});

const { selectedSize: _, ...unsized } = saucepan;

it.each<[string, CartLine]>([
  ['a size that is not sold any more', { ...saucepan, selectedSize: '3 litre' }],
  ['a colour that is not sold any more', { ...saucepan, selectedColor: 'Brass' }],
  ['no size of a product with sizes', unsized],
])('a line with %s is marked as unavailable, and no other line is', async (_case, line) => {
  openCart([saucepan, line]);
  const note = 'No longer available as chosen. Remove it to check out. You can choose again on its page.';
  await screen.findByText(note);
  const rows = within(screen.getByRole('list', { name: 'Items in your cart' })).getAllByRole('listitem');
  expect(rows.map((row) => row.textContent?.includes(note))).toEqual([false, true]);
});

describe('removing lines', () => {
  it('removes one line, shows a toast and focuses the next remove button [2.cart-03 4.cart-06]', async () => {
    const { user } = openCart([saucepan, dabba]);
    await heading('Your cart');
    await user.click(removeButton(/Saucepan/));
    expect(screen.queryByRole('link', { name: 'Hammered Copper Saucepan' })).not.toBeInTheDocument();
    expect(notifications()).toHaveTextContent('Removed from cart / Hammered Copper Saucepan');
    expect(removeButton(/Dabba/)).toHaveFocus();
  });

  it('focuses the heading after the last of several lines', async () => {
    const { user } = openCart([saucepan, dabba]);
    const title = await heading('Your cart');
    await user.click(removeButton(/Dabba/));
    expect(title).toHaveFocus();
  });

  it('leaves the focus unchanged when another tab removes a line', async () => {
    const { user, store } = openCart([saucepan, dabba]);
    const quantity = (await lineOf('Masala Dabba')).getByRole('textbox', { name: 'Quantity' });
    await user.click(quantity);
    act(() => void store.dispatch(cartRead([dabba])));
    expect(quantity).toHaveFocus();
  });

  it('clears the whole cart and shows a toast [2.cart-04 4.cart-07]', async () => {
    const { user } = openCart([saucepan, dabba]);
    await user.click(await screen.findByRole('button', { name: 'Clear Cart' }));
    expect(await heading('Your cart is empty')).toHaveFocus();
    expect(notifications()).toHaveTextContent('Cart cleared');
    expect(storedCart()).toEqual([]);
  });
});

describe('the Checkout button', () => {
  it('navigates a signed-in shopper to checkout without a toast [2.cart-05]', async () => {
    window.localStorage.setItem('auth_token', 'abc');
    const { user, location } = openCart([saucepan]);
    await user.click(await screen.findByRole('button', { name: 'Checkout' }));
    expect(location().pathname).toBe('/checkout');
    expect(notifications()).toBeEmptyDOMElement();
  });

  it('navigates a visitor to sign-in with one toast and the return path [2.cart-06 2.cart-07 6.roles-07]', async () => {
    const { user, location, back } = openCart([saucepan]);
    await user.dblClick(await screen.findByRole('button', { name: 'Checkout' }));
    expect(location()).toMatchObject({ pathname: '/login', state: { from: '/checkout' } });
    expect(notifications()).toHaveTextContent(/^Login Required \/ Please login to proceed with checkout$/);
    back();
    await heading('Your cart');
    expect(storedCart()).toHaveLength(1);
  });

  it('works again after Back, or a link to the cart, from a checkout that has not loaded', async () => {
    window.localStorage.setItem('auth_token', 'abc');
    const { user, location, back, goTo } = openCart([saucepan], {
      routes: { ...routes, checkout: () => new Promise(() => {}) },
    });
    const button = await screen.findByRole('button', { name: 'Checkout' });
    act(() => {
      button.click();
      button.click();
    });
    expect(location().pathname).toBe('/checkout');
    back();
    expect(location().pathname).toBe('/cart');
    act(() => void window.dispatchEvent(new PopStateEvent('popstate')));
    await user.click(screen.getByRole('button', { name: 'Checkout' }));
    expect(location().pathname).toBe('/checkout');
    goTo('/cart');
    await user.click(screen.getByRole('button', { name: 'Checkout' }));
    expect(location().pathname).toBe('/checkout');
  });

  it('makes no other calls than store information and one per product [1.product-03]', async () => {
    openCart([saucepan]);
    await heading('Your cart');
    await waitFor(() =>
      expect(
        calls()
          .map(({ path }) => path)
          .sort(),
      ).toEqual(['/products/p/1', '/storeInfo']),
    );
  });
});
