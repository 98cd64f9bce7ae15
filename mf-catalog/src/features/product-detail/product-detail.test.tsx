import { aProduct, aProductList, aStoreInfo } from '@shop/testing/builders';
import { renderRoutes } from '@shop/testing/render-routes';
import { answer, calls, type FakeAnswer, fakeStoreApi } from '@shop/testing/store-api-fake';
import { act, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { paths } from '../../paths';
import { routes } from '../../routes';

fakeStoreApi();

const notFound =
  "We couldn't find the product you're looking for. It may have been removed or is temporarily unavailable.";
const sizeMissing = 'Please select a size / You must select a size before adding to cart';

const sizes = (...value: string[]) => ({ key: 'size', value });
const colours = (...value: string[]) => ({ key: 'color', value });
const open = (at: string) => renderRoutes({ paths, routes, at });

/** Opens the page of a product. */
async function openProduct(more: Parameters<typeof aProduct>[0] = {}) {
  const product = aProduct(more);
  answer('GET', `/products/${product.id}`, { body: product });
  const rendered = open(`/product/${encodeURIComponent(product.id)}`);
  await screen.findByRole('heading', { level: 1, name: product.title });
  return { ...rendered, product, lines: () => rendered.store.getState().cart.lines };
}
/** A price as the page shows it: the bar for phones holds it once more, unseen. */
const price = (text: string) => screen.getByText(text, { selector: ':not([hidden] *)' });
const meta = (property: string) => document.querySelector(`meta[property="${property}"]`)?.getAttribute('content');
const addToCart = () => screen.getByRole('button', { name: 'Add to Cart' });

beforeEach(() => answer('GET', '/storeInfo', { body: aStoreInfo() }));

describe('states', () => {
  it('holds the place of the product while it loads [4.product-01]', async () => {
    answer('GET', '/products/p1', 'never');
    open('/product/p1');
    expect(await screen.findByRole('status')).toHaveTextContent('Loading product');
    expect(screen.queryByRole('heading')).not.toBeInTheDocument();
  });

  it.each<[string, FakeAnswer]>([
    ['a 404', { status: 404, body: { error: 'Product not found.' } }],
    ['nothing', { text: '' }],
    ['null', { body: null }],
    ['an empty object', { body: {} }],
  ])(
    'is not found after %s [2.product-11 2.product-12 4.product-01 8.store-04 R.30-1 R.30-3]',
    async (_case, reply) => {
      answer('GET', '/products/p1', reply);
      open('/product/p1');
      expect(await screen.findByRole('heading', { level: 1, name: 'Product Not Found' })).toBeVisible();
      expect(screen.getByText(notFound)).toBeVisible();
      expect(screen.getByRole('link', { name: 'Browse Products' })).toHaveAttribute('href', '/products');
      expect(screen.queryByRole('button', { name: 'Try Again' })).not.toBeInTheDocument();
      await waitFor(() => expect(document.title).toBe('Product Not Found – Tamra & Teak'));
    },
  );

  it('makes no call without an id [7.calls-11]', async () => {
    open('/product/%20');
    expect(await screen.findByRole('heading', { name: 'Product Not Found' })).toBeVisible();
    expect(calls('GET').filter(({ path }) => path.startsWith('/products'))).toEqual([]);
  });

  it.each<[string, FakeAnswer]>([
    ['an error', { status: 500, body: { error: 'down' } }],
    ['a refusal', { status: 403, body: null }],
    ['silence', 'no response'],
    ['no JSON', { text: '<html>' }],
    ['a list', { body: [aProduct()] }],
    ['a product without a title', { body: { id: 'p1' } }],
    ['a number', { body: 7 }],
  ])('has failed after %s [4.product-01 8.store-05 R.11-1 R.30-2 R.30-3]', async (_case, reply) => {
    answer('GET', '/products/p1', reply);
    open('/product/p1');
    expect(await screen.findByRole('alert')).toHaveTextContent('Failed to load product details');
    expect(screen.getByRole('link', { name: 'Browse Products' })).toHaveAttribute('href', '/products');
    expect(screen.getAllByRole('heading', { level: 1 })).toHaveLength(1);
  });

  it('tries again', async () => {
    answer('GET', '/products/p1', { status: 500, body: null });
    const { user } = open('/product/p1');
    await screen.findByRole('alert');
    answer('GET', '/products/p1', { body: aProduct({ id: 'p1', title: 'Late Pan' }) });
    await user.click(screen.getByRole('button', { name: 'Try Again' }));
    expect(await screen.findByRole('heading', { level: 1, name: 'Late Pan' })).toBeVisible();
  });

  it('never shows one product at the address of another', async () => {
    const { user, store } = await openProduct({ id: 'one', title: 'First', attributes: [sizes('S', 'M')] });
    await user.click(screen.getByRole('radio', { name: 'M' }));
    await user.click(screen.getByRole('button', { name: 'Increase quantity' }));
    let arrive: (value?: unknown) => void = () => undefined;
    answer('GET', '/products', { body: aProductList([aProduct({ id: 'two', title: 'Second' })]) });
    answer('GET', '/products/two', {
      body: aProduct({ id: 'two', title: 'Second', attributes: [sizes('S', 'M')] }),
      after: new Promise((resolve) => {
        arrive = resolve;
      }),
    });
    await user.click(screen.getByRole('link', { name: 'Cookware' }));
    await user.click(await screen.findByRole('link', { name: 'Second' }));
    expect(screen.getByRole('status')).toHaveTextContent('Loading product');
    expect(screen.queryByText('First')).not.toBeInTheDocument();
    arrive();
    expect(await screen.findByRole('heading', { level: 1, name: 'Second' })).toBeVisible();
    expect(screen.getByRole('radio', { name: 'M' })).not.toBeChecked();
    expect(screen.getByRole('textbox', { name: 'Quantity' })).toHaveValue('1');
    expect(store.getState().cart.lines).toEqual([]);
  });
});

describe('what is shown', () => {
  it('shows name, price, category, description and the first eight characters of the id [1.product-01 2.product-07 4.product-01 7.calls-10 9.constants-24]', async () => {
    await openProduct({ discountedPrice: 4499 });
    expect(price('₹4,499')).toBeVisible();
    expect(price('₹4,999')).toBeVisible();
    expect(screen.getByText('Sale')).toBeVisible();
    expect(screen.getByRole('link', { name: 'Cookware' })).toHaveAttribute('href', '/products?category=cookware');
    expect(screen.getByText('Two litres, tinned by hand.')).toBeVisible();
    expect(screen.getByText('Product ID: b7c1f2d4')).toBeVisible();
    await waitFor(() => expect(document.title).toBe('Hammered Copper Saucepan – Tamra & Teak'));
  });

  it('shows a bare product without empty sections', async () => {
    await openProduct({ id: 'x', title: 'Bare', description: '', category: '', imgUrl: null, regularPrice: 1e15 });
    expect(screen.queryByRole('heading', { name: 'Description' })).not.toBeInTheDocument();
    expect(screen.queryByRole('radiogroup')).not.toBeInTheDocument();
    expect(screen.getByText('Product ID: x')).toBeVisible();
    expect(screen.getByRole('img', { name: 'Bare' })).toHaveAttribute('src', 'asset-stub');
    expect(price('₹1,00,00,00,00,00,00,000')).toBeVisible();
  });

  it('shows markup in texts as text', async () => {
    const markup = '<img src=x onerror=alert(1)>';
    await openProduct({ title: markup, description: `${markup}\nsecond line` });
    expect(screen.getByRole('heading', { level: 1 })).toHaveTextContent(markup);
    expect(screen.getByText(/second line/)).toHaveTextContent(markup);
  });

  it('describes product and path to search engines, and never the rating [R.inert-3]', async () => {
    await openProduct({ images: [{ url: '/a.jpg' }, { url: '/b.jpg' }] });
    const found = [...document.querySelectorAll('script[type="application/ld+json"]')];
    const [product, path] = found.map((script) => JSON.parse(script.textContent ?? ''));
    expect(product).toMatchObject({
      '@type': 'Product',
      name: 'Hammered Copper Saucepan',
      image: ['https://shop.test/a.jpg', 'https://shop.test/b.jpg'],
      offers: {
        '@type': 'Offer',
        price: 4999,
        priceCurrency: 'INR',
        url: 'https://shop.test/product/b7c1f2d4-0000-4000-8000-000000000001',
      },
    });
    expect(path.itemListElement[1]).toEqual({
      '@type': 'ListItem',
      position: 2,
      name: 'Cookware',
      item: 'https://shop.test/products?category=cookware',
    });
    expect(path.itemListElement.map(({ name }: { name: string }) => name)).toEqual([
      'Home',
      'Cookware',
      'Hammered Copper Saucepan',
    ]);
    expect(JSON.stringify([product, path])).not.toMatch(/rating|4\.8/i);
  });

  it('makes no offer of a product without a price', async () => {
    await openProduct({ regularPrice: 0 });
    const [product] = [...document.querySelectorAll('script[type="application/ld+json"]')];
    expect(JSON.parse(product?.textContent ?? '')).not.toHaveProperty('offers');
  });

  it('says what a shared link shows', async () => {
    await openProduct({ id: 'p/1' });
    expect(document.querySelector('link[rel="canonical"]')).toHaveAttribute('href', 'https://shop.test/product/p%2F1');
    expect(meta('og:type')).toBe('product');
    expect(meta('og:image')).toBe('http://localhost:8044/media/copper-saucepan.jpg');
    expect(meta('og:description')).toBe('Two litres, tinned by hand.');
    await waitFor(() => expect(meta('og:site_name')).toBe('Tamra & Teak'));
  });
});

describe('pictures', () => {
  it('shows one without thumbnails', async () => {
    const { product } = await openProduct();
    expect(screen.getAllByRole('img')).toHaveLength(1);
    expect(screen.getByRole('img', { name: product.title })).toHaveAttribute('src', product.imgUrl);
    expect(screen.getByRole('img')).toHaveAttribute('loading', 'eager');
  });

  it('shows the picture of the thumbnail that was chosen', async () => {
    const { user } = await openProduct({
      imgUrl: '/a.jpg',
      images: [{ url: '/a.jpg' }, { url: '/b.jpg', alt: 'From above' }, { url: '/b.jpg' }],
    });
    const thumbnails = within(screen.getByRole('list', { name: 'Pictures' }));
    expect(thumbnails.getAllByRole('button')).toHaveLength(2);
    const second = thumbnails.getByRole('button', { name: 'Show picture 2 of 2' });
    expect(second).toHaveAttribute('aria-pressed', 'false');
    await user.click(second);
    expect(second).toHaveAttribute('aria-pressed', 'true');
    expect(screen.getByRole('img', { name: 'From above' })).toHaveAttribute('src', '/b.jpg');
  });

  it('puts a picture that is not among the images first', async () => {
    await openProduct({ imgUrl: '/main.jpg', images: [{ url: '/b.jpg' }] });
    expect(screen.getByRole('img')).toHaveAttribute('src', '/main.jpg');
    expect(screen.getAllByRole('button', { name: /^Show picture/ })).toHaveLength(2);
  });

  it('replaces a broken one [2.product-13 8.store-08]', async () => {
    await openProduct();
    fireEvent.error(screen.getByRole('img'));
    expect(screen.getByRole('img')).toHaveAttribute('src', 'asset-stub');
  });
});

describe('size and colour', () => {
  it.each([
    [{ category: 'Footwear' }, ['7', '8'], 'Shoe Size', '[2.product-02 2.product-08]'],
    [{ description: 'A soft shoe.' }, ['7', '8'], 'Shoe Size', '[2.product-02 2.product-08]'],
    [{}, ['One Size'], 'Size', '[2.product-02 2.product-09]'],
    [{}, ['S', 'M'], 'Clothing Size', '[2.product-02 2.product-10]'],
  ])('labels the sizes of %j %j as %s %s', async (more, value, label, _tag) => {
    await openProduct({ ...more, attributes: [sizes(...value)] });
    const group = within(screen.getByRole('radiogroup', { name: label }));
    expect(group.getAllByRole('radio').map((radio) => (radio as HTMLInputElement).value)).toEqual(value);
  });

  it('has One Size chosen, and puts it into the cart [3.product-07 4.product-02]', async () => {
    const { user, lines } = await openProduct({ attributes: [sizes('One Size')] });
    expect(screen.getByRole('radio', { name: 'One Size' })).toBeChecked();
    await user.click(addToCart());
    expect(lines()).toMatchObject([{ selectedSize: 'One Size' }]);
  });

  it('chooses no other size by itself', async () => {
    await openProduct({ attributes: [sizes('25 cm')] });
    expect(screen.getByRole('radio', { name: '25 cm' })).not.toBeChecked();
  });

  it('chooses a colour that is the only one, as a card does', async () => {
    const { user, lines } = await openProduct({ attributes: [colours('Copper')] });
    const group = within(screen.getByRole('radiogroup', { name: 'Colour' }));
    expect(group.getByRole('radio', { name: 'Copper' })).toBeChecked();
    await user.click(addToCart());
    expect(lines()).toMatchObject([{ selectedColor: 'Copper' }]);
  });

  it('refuses without a size: toast, message at the sizes, and the focus there [5.product-01]', async () => {
    const { user, lines, location, product } = await openProduct({ attributes: [sizes('S', 'M')] });
    await user.click(addToCart());
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
    await user.click(addToCart());
    expect(lines()).toMatchObject([{ selectedSize: 'M' }]);
  });

  it('needs no colour [5.product-02]', async () => {
    const { user, lines } = await openProduct({ attributes: [{ key: 'colors', value: ['Red', 'Blue'] }] });
    await user.click(addToCart());
    expect(lines()).toHaveLength(1);
    expect(lines()[0]).not.toHaveProperty('selectedColor');
  });
});

describe('Add to Cart', () => {
  it('adds what was chosen and goes to the cart [2.product-03 2.product-04 2.product-05 3.cart-01]', async () => {
    const attributes = [sizes('S', 'M'), { key: 'Colours', value: 'Red, Blue' as never }];
    const { user, lines, location, product } = await openProduct({ attributes, discountedPrice: 4500 });
    await user.click(screen.getByRole('radio', { name: 'S' }));
    await user.click(within(screen.getByRole('radiogroup', { name: 'Colour' })).getByRole('radio', { name: 'Blue' }));
    await user.click(screen.getByRole('button', { name: 'Increase quantity' }));
    await user.click(screen.getByRole('button', { name: 'Increase quantity' }));
    await user.click(screen.getByRole('button', { name: 'Decrease quantity' }));
    await user.click(addToCart());
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

  it('starts at one piece, and goes no lower [4.product-03]', async () => {
    await openProduct();
    expect(screen.getByRole('textbox', { name: 'Quantity' })).toHaveValue('1');
    expect(screen.getByRole('button', { name: 'Decrease quantity' })).toBeDisabled();
  });

  it('adds once for two fast clicks', async () => {
    const { lines } = await openProduct();
    const button = addToCart();
    act(() => {
      button.click();
      button.click();
    });
    expect(lines()).toMatchObject([{ quantity: 1 }]);
  });

  it('adds again for who is back, from a cart that has not arrived or out of the browser’s memory', async () => {
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

it('has an Add to Wishlist that does nothing [2.product-06 R.inert-2]', async () => {
  const { user, location, lines } = await openProduct();
  const before = location();
  await user.click(screen.getByTitle('Add to Wishlist'));
  expect(location()).toEqual(before);
  expect(lines()).toEqual([]);
  expect(screen.getByRole('region', { name: 'Notifications' })).toBeEmptyDOMElement();
});

describe('Back', () => {
  it('returns to where the shopper came from [2.product-01]', async () => {
    const product = aProduct();
    answer('GET', '/products', { body: aProductList([product]) });
    answer('GET', `/products/${product.id}`, { body: product });
    const { user, location } = open('/products?category=cookware&page=1');
    await user.click(await screen.findByRole('link', { name: product.title }));
    await user.click(await screen.findByRole('button', { name: 'Back' }));
    expect(location().pathname + location().search).toBe('/products?category=cookware&page=1');
  });

  it('leads a shopper who came from outside to the products', async () => {
    answer('GET', '/products', { body: aProductList([]) });
    const { user, location } = await openProduct();
    await user.click(screen.getByRole('button', { name: 'Back' }));
    expect(location().pathname).toBe('/products');
  });
});

describe('the bar with a second button', () => {
  let look: (isIntersecting: boolean) => void = () => undefined;

  beforeEach(() => {
    window.IntersectionObserver = class {
      constructor(report: IntersectionObserverCallback) {
        look = (isIntersecting) => act(() => report([{ isIntersecting } as IntersectionObserverEntry], this as never));
      }
      observe() {}
      disconnect() {}
    } as never;
  });
  afterEach(() => Reflect.deleteProperty(window, 'IntersectionObserver'));

  it('shows only while the first is out of sight, and does the same', async () => {
    const { user, lines, location } = await openProduct();
    expect(screen.getAllByRole('button', { name: 'Add to Cart' })).toHaveLength(1);
    look(false);
    expect(screen.getAllByRole('button', { name: 'Add to Cart' })).toHaveLength(2);
    look(true);
    expect(screen.getAllByRole('button', { name: 'Add to Cart' })).toHaveLength(1);
    look(false);
    const [, second] = screen.getAllByRole('button', { name: 'Add to Cart' });
    await user.click(second as HTMLElement);
    expect(lines()).toMatchObject([{ quantity: 1 }]);
    expect(location().pathname).toBe('/cart');
  });
});

it('asks ahead for exactly what the screen will show', async () => {
  answer('GET', '/products/a/b', { body: aProduct({ id: 'a/b' }) });
  const { store } = open('/elsewhere');
  const { screen: remoteScreen } = await routes.product();
  const dispatch = store.dispatch as never;
  remoteScreen.prefetch?.({ params: { id: 'a/b' }, search: new URLSearchParams(), dispatch });
  remoteScreen.prefetch?.({ params: {}, search: new URLSearchParams(), dispatch });
  await waitFor(() => expect(calls().map(({ path }) => path)).toEqual(['/products/a/b']));
});
