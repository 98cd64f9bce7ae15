import { expect, test } from '../fixtures/shop';

const open: [path: string, heading: string | RegExp][] = [
  ['/', 'Elevate Your Culinary Experience'],
  ['/products', /./],
  ['/products?featured=true', /./],
  ['/products?category=men', "Men's Ethnic Wear"],
  ['/products?category=cookware&page=2', 'Cookware'],
  ['/cart', 'Your cart is empty'],
  ['/track-order?id=TT-1', 'Track'],
  ['/contact', 'Contact'],
  ['/api-test', /./],
  ['/order-success', 'Thank You for Your Order!'],
  ['/terms', /Terms/],
  ['/privacy', /Privacy/],
  ['/refund', /Refund/],
  ['/return', /Return/],
  ['/shipping', /Shipping/],
  ['/about', /About/],
  ['/login', 'Welcome back'],
  ['/register', 'Create your account'],
  ['/404', 'Oops! Page not found'],
  ['/a/b', 'Oops! Page not found'],
];
const guarded: [path: string, heading: string | RegExp][] = [
  ['/account', /./],
  ['/checkout', 'Checkout'],
  ['/orders', 'My Orders'],
];

for (const [path, heading] of open) {
  test(`${path} opens by its address, and again on reload`, async ({ page, troubles }) => {
    if (['/404', '/a/b'].includes(path)) troubles.expectThat(/404/);
    const main = page.getByRole('main');
    await page.goto(path);
    await expect(main.getByRole('heading', { level: 1, name: heading })).toBeVisible();
    await page.reload();
    await expect(main.getByRole('heading', { level: 1, name: heading })).toBeVisible();
    expect(new URL(page.url()).pathname).toBe(path.split('?')[0]);
    const frames = ['/login', '/register'].includes(path) ? 0 : 1;
    await expect(page.getByRole('banner')).toHaveCount(frames);
    await expect(page.getByRole('contentinfo')).toHaveCount(frames);
  });
}

for (const [path, heading] of guarded) {
  test(`${path} asks visitors to sign in, and opens for shoppers, on reload too`, async ({
    page,
    shopper,
    signedIn,
    login,
  }) => {
    await page.goto(path);
    await expect(page).toHaveURL('/login');
    await login.signIn(shopper);
    await expect(page).toHaveURL(path);
    await expect(page.getByRole('main').getByRole('heading', { level: 1, name: heading })).toBeVisible();
    await expect(page.getByRole('banner')).toHaveCount(1);
    await expect(page.getByRole('contentinfo')).toHaveCount(1);
    await signedIn(shopper);
    await page.reload();
    await expect(page.getByRole('main').getByRole('heading', { level: 1, name: heading })).toBeVisible();
  });
}

test('/payment remembers its order through sign-in', async ({ page, shopper, storeApi, login, payment }) => {
  const { data } = await storeApi.products({ category: 'cookware', limit: 1 });
  const orderId = await storeApi.placeOrder(await storeApi.signIn(shopper), data[0]?.id ?? '');
  await page.goto(`/payment?orderId=${orderId}`);
  await login.signIn(shopper);
  await expect(payment.heading).toBeVisible();
  await expect(page.getByRole('main')).toContainText(orderId);
});

test('/product/{id} opens by its address', async ({ page, storeApi, productPage }) => {
  const { data } = await storeApi.products({ category: 'women', gender: 'Women', limit: 1 });
  await productPage.open(data[0]?.id ?? '');
  await expect(productPage.heading(data[0]?.title ?? '?')).toBeVisible();
  await page.reload();
  await expect(productPage.heading(data[0]?.title ?? '?')).toBeVisible();
});

test('reserved words and unknown slugs lead to /404, and the document says so', async ({ page, troubles }) => {
  troubles.expectThat(/404/);
  for (const path of ['/forgot-password', '/nonsense']) {
    const response = await page.goto(path);
    expect(response?.status()).toBe(404);
    await expect(page.getByRole('heading', { name: 'Oops! Page not found' })).toBeVisible();
    await expect(page).toHaveURL('/404');
  }
});
