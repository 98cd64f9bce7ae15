import { aProduct, aProductList } from '@shop/testing/builders';
import { renderRoutes } from '@shop/testing/render-routes';
import { answer, calls, fakeStoreApi } from '@shop/testing/store-api-fake';
import { act, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { paths } from '../paths';
import { routes } from '../routes';

fakeStoreApi();

const sizeMissing = 'Please select a size / You must select a size before adding to cart';

/** Opens a list of one product. */
async function openCard(more: Parameters<typeof aProduct>[0] = {}) {
  const product = aProduct(more);
  answer('GET', '/products', { body: aProductList([product]) });
  answer('GET', `/products/${product.id}`, { body: product });
  const rendered = renderRoutes({ paths, routes, at: '/products?category=cookware' });
  const card = within(await screen.findByRole('article', { name: product.title }));
  const lines = () => rendered.store.getState().cart.lines;
  return { ...rendered, card, product, lines, add: card.getByRole('button', { name: 'Add to Cart' }) };
}

it('shows picture, name, category, price and the static rating, and links to the product [1.product-01 2.card-01 2.card-03 2.card-04 9.constants-23]', async () => {
  const { card, product } = await openCard();
  expect(card.getByRole('presentation')).toHaveAttribute('src', product.imgUrl);
  expect(card.getByText('Cookware')).toBeVisible();
  expect(card.getByText('₹4,999')).toBeVisible();
  expect(card.getByRole('img', { name: 'Rated 4.8 out of 5' })).toHaveTextContent('4.8');
  expect(card.getByText('4.8')).toBeInTheDocument();
  expect(card.getAllByRole('link')).toEqual([card.getByRole('link', { name: product.title })]);
  expect(card.getByRole('link')).toHaveAttribute('href', `/product/${product.id}`);
  expect(card.queryByText('Sale')).not.toBeInTheDocument();
  for (const button of card.getAllByRole('button')) {
    expect(button.closest('a')).toBeNull();
    expect(button).toHaveAccessibleDescription(product.title);
  }
});

it.each([
  ['below the regular price', { regularPrice: 4999, discountedPrice: 3999.5 }, '₹3,999.5', true],
  ['equal', { regularPrice: 4999, discountedPrice: 4999 }, '₹4,999', false],
  ['above', { regularPrice: 4999, discountedPrice: 5999 }, '₹5,999', false],
  ['zero', { regularPrice: 4999, discountedPrice: 0 }, '₹4,999', false],
  ['negative', { regularPrice: -4999, discountedPrice: -3 }, '₹0', false],
])(
  'shows Sale only for a discounted price below the regular price: %s [2.card-02 2.card-09]',
  async (_case, prices, shown, isSale) => {
    const { card } = await openCard(prices);
    expect(card.getByText(shown)).toBeVisible();
    expect(card.queryAllByText('Sale')).toHaveLength(isSale ? 1 : 0);
    expect(card.queryAllByText('Original price')).toHaveLength(isSale ? 1 : 0);
  },
);

it.each([
  ['in all encodings that the API lists', '/own.jpg', '/own.avif 1x'],
  ['alone when the first image of the API is another picture', '/other.jpg', undefined],
])('shows its picture %s', async (_case, url, srcset) => {
  const sources = [{ type: 'image/avif', srcset: '/own.avif 1x' }];
  const { card } = await openCard({ imgUrl: '/own.jpg', images: [{ url, sources }] });
  const picture = card.getByRole('presentation');
  expect(picture).toHaveAttribute('src', '/own.jpg');
  expect(picture.parentElement?.querySelector('source')?.getAttribute('srcset')).toBe(srcset);
});

it('replaces a picture that fails to load [2.card-10 8.store-08]', async () => {
  const { card } = await openCard();
  fireEvent.error(card.getByRole('presentation'));
  expect(card.getByRole('presentation')).toHaveAttribute('src', 'asset-stub');
});

it('shows three buttons that do nothing [2.card-06 R.inert-1]', async () => {
  const { card, user, location, lines } = await openCard();
  const before = location();
  // The calls of the list.
  await waitFor(() => expect(calls()).toHaveLength(4));
  for (const title of ['Add to Wishlist', 'Quick View', 'Product Details']) await user.click(card.getByTitle(title));
  expect(location()).toEqual(before);
  expect(lines()).toEqual([]);
  expect(calls()).toHaveLength(4);
  expect(screen.getByRole('region', { name: 'Notifications' })).toBeEmptyDOMElement();
});

describe('Add to Cart', () => {
  it('adds one piece to the cart and stays on the list [2.card-07 4.cart-02]', async () => {
    const { add, user, product, lines, location } = await openCard({ discountedPrice: 4500 });
    await user.click(add);
    expect(lines()).toEqual([{ id: product.id, name: product.title, image: product.imgUrl, price: 4500, quantity: 1 }]);
    expect(screen.getByText(`Added to cart / ${product.title}`)).toBeInTheDocument();
    expect(location().pathname).toBe('/products');
  });

  it('selects size and colour when the product has one of each [2.card-08]', async () => {
    const attributes = [
      { key: 'Size', value: ['25 cm'] },
      { key: 'colors', value: ['Copper'] },
    ];
    const { add, user, lines } = await openCard({ attributes });
    await user.click(add);
    expect(lines()).toMatchObject([{ selectedSize: '25 cm', selectedColor: 'Copper', quantity: 1 }]);
  });

  it('adds a product with several colours without a colour [2.card-08 5.product-02 R.22-2]', async () => {
    const { add, user, lines } = await openCard({ attributes: [{ key: 'color', value: ['Red', 'Blue'] }] });
    await user.click(add);
    expect(lines()).toHaveLength(1);
    expect(lines()[0]).not.toHaveProperty('selectedColor');
  });

  it('shows a toast and opens the product page when the product has several sizes [2.card-08 5.product-01 R.22-1]', async () => {
    const { add, user, lines, location, product } = await openCard({
      attributes: [{ key: 'sizes', value: ['S', 'M'] }],
    });
    await user.click(add);
    expect(screen.getByText(sizeMissing)).toBeInTheDocument();
    expect(lines()).toEqual([]);
    expect(location().pathname).toBe(`/product/${product.id}`);
    expect(await screen.findByRole('radiogroup', { name: 'Clothing Size' })).toBeVisible();
  });

  it('opens the product page once for two clicks', async () => {
    const { add, location, back } = await openCard({ attributes: [{ key: 'sizes', value: ['S', 'M'] }] });
    // Both before the next screen is there.
    act(() => {
      add.click();
      add.click();
    });
    await screen.findByRole('radiogroup', { name: 'Clothing Size' });
    back();
    expect(location().pathname).toBe('/products');
  });
});
