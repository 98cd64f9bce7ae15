import { aProduct } from '@shop/testing/builders';
import { renderRoutes } from '@shop/testing/render-routes';
import { answer, fakeStoreApi } from '@shop/testing/store-api-fake';
import { act, screen, within } from '@testing-library/react';
import { paths } from '../../../paths';
import { routes } from '../../../routes';
import { addToCartButton, colours, openProduct, sizes } from '../../../testing/open-product';
import { getSizeLabel } from './use-purchase';

fakeStoreApi();

type User = Awaited<ReturnType<typeof openProduct>>['user'];

const sizeMissing = 'Please select a size / You must select a size before adding to cart';

describe('size and colour', () => {
  it.each([
    [{ category: 'Footwear' }, ['7', '8'], 'Shoe Size', '[2.product-02 2.product-08]'],
    [{ description: 'A soft shoe.' }, ['7', '8'], 'Shoe Size', '[2.product-02 2.product-08]'],
    [{}, ['One Size'], 'Size', '[2.product-02 2.product-09]'],
    [{}, ['S', 'M'], 'Clothing Size', '[2.product-02 2.product-10]'],
  ])('labels the size picker of product %j with sizes %j as %s %s', async (more, value, label, _tag) => {
    await openProduct({ ...more, attributes: [sizes(...value)] });
    const group = within(screen.getByRole('radiogroup', { name: label }));
    expect(group.getAllByRole('radio').map((radio) => (radio as HTMLInputElement).value)).toEqual(value);
  });

  it('preselects One Size and adds it to the cart [3.product-07 4.product-02]', async () => {
    const { user, lines } = await openProduct({ attributes: [sizes('One Size')] });
    expect(screen.getByRole('radio', { name: 'One Size' })).toBeChecked();
    await user.click(addToCartButton());
    expect(lines()).toMatchObject([{ selectedSize: 'One Size' }]);
  });

  it('does not preselect a single size other than One Size', async () => {
    await openProduct({ attributes: [sizes('25 cm')] });
    expect(screen.getByRole('radio', { name: '25 cm' })).not.toBeChecked();
  });

  it('preselects a single colour', async () => {
    const { user, lines } = await openProduct({ attributes: [colours('Copper')] });
    const group = within(screen.getByRole('radiogroup', { name: 'Colour' }));
    expect(group.getByRole('radio', { name: 'Copper' })).toBeChecked();
    await user.click(addToCartButton());
    expect(lines()).toMatchObject([{ selectedColor: 'Copper' }]);
  });

  it('shows a toast and an error at the size picker, and focuses the picker, when no size is selected [5.product-01]', async () => {
    const { user, lines, location, product } = await openProduct({ attributes: [sizes('S', 'M')] });
    await user.click(addToCartButton());
    const group = screen.getByRole('radiogroup', { name: 'Clothing Size' });
    expect(screen.getByText(sizeMissing)).toBeInTheDocument();
    expect(group).toHaveAccessibleDescription('Choose one of these');
    expect(group).toHaveAttribute('aria-invalid', 'true');
    expect(screen.getByRole('radio', { name: 'S' })).toHaveFocus();
    expect(lines()).toEqual([]);
    expect(location().pathname).toBe(`/product/${product.id}`);
    await user.click(screen.getByRole('radio', { name: 'M' }));
    expect(group).toHaveAttribute('aria-invalid', 'false');
    expect(group).toHaveAccessibleDescription('');
    expect(screen.queryByText(sizeMissing)).toBeNull();
    await user.click(addToCartButton());
    expect(lines()).toMatchObject([{ selectedSize: 'M' }]);
  });

  it('adds a product with several colours without a selected colour [5.product-02]', async () => {
    const { user, lines } = await openProduct({ attributes: [{ key: 'colors', value: ['Red', 'Blue'] }] });
    await user.click(addToCartButton());
    expect(lines()).toHaveLength(1);
    expect(lines()[0]).not.toHaveProperty('selectedColor');
  });
});

describe('Add to Cart', () => {
  it('adds the selected size, colour and quantity to the cart and opens the cart [2.product-03 2.product-04 2.product-05 3.cart-01]', async () => {
    const attributes = [sizes('S', 'M'), { key: 'Colours', value: 'Red, Blue' as never }];
    const { user, lines, location, product } = await openProduct({ attributes, discountedPrice: 4500 });
    await user.click(screen.getByRole('radio', { name: 'S' }));
    await user.click(within(screen.getByRole('radiogroup', { name: 'Colour' })).getByRole('radio', { name: 'Blue' }));
    await user.click(screen.getByRole('button', { name: 'Increase quantity' }));
    await user.click(screen.getByRole('button', { name: 'Increase quantity' }));
    await user.click(screen.getByRole('button', { name: 'Decrease quantity' }));
    await user.click(addToCartButton());
    expect(lines()).toEqual([
      {
        id: product.id,
        name: product.title,
        image: product.imgUrl,
        price: 4500,
        quantity: 2,
        selectedSize: 'S',
        selectedColor: 'Blue',
      },
    ]);
    expect(screen.getByText(`Added to cart / ${product.title}`)).toBeInTheDocument();
    expect(location().pathname).toBe('/cart');
  });

  it('starts at one piece and disables the decrease button at one [4.product-03]', async () => {
    await openProduct();
    expect(screen.getByRole('textbox', { name: 'Quantity' })).toHaveValue('1');
    expect(screen.getByRole('button', { name: 'Decrease quantity' })).toBeDisabled();
  });

  describe.each([
    ['the button', async (user: User) => user.click(addToCartButton())],
    // Safari on a phone leaves the focus in the field.
    ['a tap that leaves the focus in the field', async () => act(() => addToCartButton().click())],
    [
      'the Enter key',
      async (user: User) => {
        act(() => addToCartButton().focus());
        await user.keyboard('{Enter}');
      },
    ],
  ])('by %s', (_way, add) => {
    it.each(['abc', '0', '-3', '2.5'])(
      'adds nothing while the quantity is %j, focuses its field with a message, and then adds what the field shows',
      async (text) => {
        const { user, lines, location, product } = await openProduct();
        const field = screen.getByRole('textbox', { name: 'Quantity' });
        await user.clear(field);
        await user.type(field, text);
        await add(user);
        expect(lines()).toEqual([]);
        expect(location().pathname).toBe(`/product/${product.id}`);
        expect(field).toHaveFocus();
        expect(field).toHaveAccessibleDescription(
          `“${text}” is not a quantity. Please enter a whole number of 1 or more.`,
        );
        expect(field).toHaveValue('1');
        await add(user);
        expect(lines()).toMatchObject([{ quantity: 1 }]);
      },
    );
  });

  it('adds the corrected quantity', async () => {
    const { user, lines } = await openProduct();
    const field = screen.getByRole('textbox', { name: 'Quantity' });
    await user.clear(field);
    await user.type(field, '2.5{Backspace}{Backspace}');
    await user.click(addToCartButton());
    expect(lines()).toMatchObject([{ quantity: 2 }]);
  });

  it('adds the product again after a return from a cart that never loaded, or from the back/forward cache', async () => {
    answer('GET', '/products/p1', { body: aProduct({ id: 'p1' }) });
    const { user, store, back } = renderRoutes({
      paths: { ...paths, cart: { ...paths.home, pattern: '/cart' } },
      routes: { ...routes, cart: () => new Promise(() => {}) },
      at: '/product/p1',
    });
    const returns = [new PopStateEvent('popstate'), Object.assign(new Event('pageshow'), { persisted: true })];
    for (const event of returns) {
      await user.click(await screen.findByRole('button', { name: 'Add to Cart' }));
      back();
      act(() => void window.dispatchEvent(event));
    }
    await user.click(await screen.findByRole('button', { name: 'Add to Cart' }));
    expect(store.getState().cart.lines).toMatchObject([{ quantity: 3 }]);
  });
});

describe('a product that is not sold in each pair of size and colour', () => {
  /** S is sold in Gold, L in Silver and Gold. */
  const openKada = () =>
    openProduct({
      attributes: [sizes('S', 'L'), colours('Gold', 'Silver')],
      soldChoices: [
        { size: 'S', color: 'Gold' },
        { size: 'L', color: 'Silver' },
        { size: 'L', color: 'Gold' },
      ],
    });
  const unsold = '(not sold in this combination)';

  it('marks what is not sold with the other choice, and the choice of it replaces the other one', async () => {
    const { user, lines } = await openKada();
    expect(screen.queryByRole('radio', { name: /not sold/ })).not.toBeInTheDocument();
    await user.click(screen.getByRole('radio', { name: 'S' }));
    expect(screen.getByRole('radio', { name: 'Gold' })).not.toBeChecked();
    await user.click(screen.getByRole('radio', { name: `Silver ${unsold}` }));
    expect(screen.getByRole('radio', { name: 'Silver' })).toBeChecked();
    expect(screen.getByRole('radio', { name: `S ${unsold}` })).not.toBeChecked();
    await user.click(addToCartButton());
    expect(screen.getByText(sizeMissing)).toBeInTheDocument();
    expect(lines()).toEqual([]);
    await user.click(screen.getByRole('radio', { name: 'L' }));
    await user.click(addToCartButton());
    expect(lines()).toMatchObject([{ selectedSize: 'L', selectedColor: 'Silver' }]);
  });

  it('has no button that adds it before the scripts run', async () => {
    await openKada();
    expect(addToCartButton()).not.toHaveAttribute('data-early-add');
  });
});

it('shows an Add to Wishlist button that does nothing [2.product-06 R.inert-2]', async () => {
  const { user, location, lines } = await openProduct();
  const before = location();
  await user.click(screen.getByTitle('Add to Wishlist'));
  expect(location()).toEqual(before);
  expect(lines()).toEqual([]);
  expect(screen.getByRole('region', { name: 'Notifications' })).toBeEmptyDOMElement();
});

it.each([
  ["Men's Shoes", '', ['7'], 'Shoe Size', '[2.product-08]'],
  ['Men', 'A hand-stitched SHOE from Jodhpur.', ['7'], 'Shoe Size', '[2.product-08]'],
  ['Footwear', '', ['One Size'], 'Shoe Size', '[2.product-08]'],
  ['Men', '', ['One Size', 'XL'], 'Clothing Size', '[2.product-10]'],
])('labels the sizes of category %p, description %p, sizes %p as %p %s', (category, description, sizes, expected) => {
  expect(getSizeLabel({ category, description, sizes })).toBe(expected);
});

it('links to the same goods at other prices', async () => {
  await openProduct({
    otherPrices: [
      { id: 'cake--10-inch', title: 'Chocolate Cake (10 inch)', price: 1850 },
      { id: 'cake--12-inch', title: 'Chocolate Cake (12 inch)', price: 2400 },
    ],
  });
  const links = within(screen.getByRole('navigation', { name: 'Other prices' })).getAllByRole('link');
  expect(links.map((link) => [link.getAttribute('href'), link.textContent])).toEqual([
    ['/product/cake--10-inch', 'Chocolate Cake (10 inch) ₹1,850'],
    ['/product/cake--12-inch', 'Chocolate Cake (12 inch) ₹2,400'],
  ]);
});

it.each([undefined, [], [{ id: 'no-title', price: 1 }]])('shows no other prices for %j', async (otherPrices) => {
  await openProduct({ otherPrices: otherPrices as never });
  expect(screen.queryByRole('navigation', { name: 'Other prices' })).not.toBeInTheDocument();
});
