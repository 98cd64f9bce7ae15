import { expect, test } from '../../fixtures/shop';

/** Addresses with the headings of their pages. A group has one layout; one browser opens its pages, and reloads the last. */
const groups: [pages: string, tags: string, open: [path: string, heading: string | RegExp][]][] = [
  [
    'of the catalogue',
    '[2.layouts-03 2.routes-01 2.routes-04 2.routes-05 2.routes-06]',
    [
      ['/', 'Elevate Your Culinary Experience'],
      ['/products', /./],
      ['/products?featured=true', /./],
      ['/products?category=men', "Men's Ethnic Wear"],
      ['/products?category=cookware&page=2', 'Cookware'],
    ],
  ],
  [
    'of a visitor',
    '[1.product-07 2.layouts-03 2.routes-08 2.routes-09 2.routes-10 2.routes-11 2.routes-12 6.roles-05]',
    [
      ['/cart', 'Your cart is empty'],
      ['/track-order?id=TT-1', 'Track'],
      ['/contact', 'Contact'],
      ['/api-test', /./],
      ['/order-success', 'Thank You for Your Order!'],
    ],
  ],
  [
    'with policies',
    '[1.product-07 2.routes-13 6.roles-05]',
    [
      ['/terms', /Terms/],
      ['/privacy', /Privacy/],
      ['/refund', /Refund/],
      ['/return', /Return/],
      ['/shipping', /Shipping/],
      ['/about', /About/],
    ],
  ],
  [
    'without header and footer',
    '[2.layouts-01 2.layouts-02 2.routes-02 2.routes-03]',
    [
      ['/login', 'Welcome back'],
      ['/register', 'Create your account'],
    ],
  ],
  [
    'that do not exist',
    '[2.layouts-03 2.routes-18 R.01-1 R.01-3]',
    [
      ['/404', 'Oops! Page not found'],
      ['/a/b', 'Oops! Page not found'],
    ],
  ],
];
/** Pages that require a sign-in, with their headings. */
const guarded: [path: string, heading: string | RegExp][] = [
  ['/account', /./],
  ['/checkout', 'Checkout'],
  ['/orders', 'My Orders'],
];

for (const [pages, tags, open] of groups) {
  test(`pages ${pages} open from their addresses, and the last on reload ${tags}`, async ({ page, consoleErrors }) => {
    if (pages === 'that do not exist') consoleErrors.expect(/404/);
    const main = page.getByRole('main');
    const frames = pages === 'without header and footer' ? 0 : 1;
    for (const [path, heading] of open) {
      await test.step(path, async () => {
        await page.goto(path);
        await expect(main.getByRole('heading', { level: 1, name: heading })).toBeVisible();
        expect(new URL(page.url()).pathname).toBe(path.split('?')[0]);
        await expect(page.getByRole('banner')).toHaveCount(frames);
        await expect(page.getByRole('contentinfo')).toHaveCount(frames);
      });
    }
    const heading = main.getByRole('heading', { level: 1, name: open.at(-1)?.[1] });
    const address = page.url();
    await page.reload();
    await expect(heading).toBeVisible();
    await expect(page).toHaveURL(address);
  });
}

test('private pages require a sign-in from visitors and open for shoppers, also on reload [2.account-01 2.layouts-03 2.login-03 2.routes-14 2.routes-15 2.routes-16 2.routes-19 6.roles-06]', async ({
  page,
  shopper,
  login,
}) => {
  const main = page.getByRole('main');
  for (const [path, heading] of guarded) {
    await test.step(path, async () => {
      await page.goto(path);
      await expect(page).toHaveURL('/login');
      await login.signIn(shopper);
      await expect(page).toHaveURL(path);
      await expect(main.getByRole('heading', { level: 1, name: heading })).toBeVisible();
      await expect(page.getByRole('banner')).toHaveCount(1);
      await expect(page.getByRole('contentinfo')).toHaveCount(1);
      await page.reload();
      await expect(main.getByRole('heading', { level: 1, name: heading })).toBeVisible();
      // The screen may still read data: a call without the token would fail.
      await page.goto('/terms');
      await page.evaluate(() => localStorage.removeItem('auth_token'));
    });
  }
});

test('/payment keeps its order through the sign-in [2.routes-17 6.roles-06]', async ({
  page,
  shopper,
  storeApi,
  login,
  payment,
}) => {
  const { data } = await storeApi.products({ category: 'cookware', limit: 1 });
  const orderId = await storeApi.placeOrder(await storeApi.signIn(shopper), data[0]?.id ?? '');
  await page.goto(`/payment?orderId=${orderId}`);
  await login.signIn(shopper);
  await expect(payment.heading).toBeVisible();
  await expect(page.getByRole('main')).toContainText(orderId);
});

test('/product/{id} opens from its address [2.routes-07]', async ({ page, storeApi, productPage }) => {
  const { data } = await storeApi.products({ category: 'women', gender: 'Women', limit: 1 });
  await productPage.open(data[0]?.id ?? '');
  await expect(productPage.heading(data[0]?.title ?? '?')).toBeVisible();
  await page.reload();
  await expect(productPage.heading(data[0]?.title ?? '?')).toBeVisible();
});

test('reserved words and unknown slugs lead to /404, and the document has status 404 [2.policy-02 R.01-4 R.02-1]', async ({
  page,
  consoleErrors,
}) => {
  consoleErrors.expect(/404/);
  for (const path of ['/forgot-password', '/nonsense']) {
    const response = await page.goto(path);
    expect(response?.status()).toBe(404);
    await expect(page.getByRole('heading', { name: 'Oops! Page not found' })).toBeVisible();
    await expect(page).toHaveURL('/404');
  }
});
