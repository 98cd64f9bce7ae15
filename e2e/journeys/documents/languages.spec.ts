import type { Page } from '@playwright/test';
import { findViolations } from '../../fixtures/accessibility';
import { createHindi, findEnglish, openInHindi } from '../../fixtures/hindi';
import { waitUntilReady } from '../../fixtures/page-ready';
import { expect, screens, test } from '../../fixtures/screens';

const phone = { width: 390, height: 844 };
const catalog = createHindi('mf-catalog');
const cartCheckout = createHindi('mf-cart-checkout');
const payment = createHindi('mf-payment');
const forms = createHindi('shared/forms');
const shell = createHindi('shell');
const storeApiTexts = createHindi('store-api');

async function fillAddress(page: Page): Promise<void> {
  const address = {
    'Full Name': 'आशा राव',
    Address: '14 Lavelle Road',
    City: 'Bengaluru',
    State: 'Karnataka',
    'Postal Code': '560001',
    Phone: '9876543210',
  };
  for (const [label, text] of Object.entries(address)) await page.getByLabel(forms(label), { exact: true }).fill(text);
}

/** Chooses cash on the payment page that follows checkout, and waits for the thanks. */
async function payInCash(page: Page): Promise<void> {
  const main = page.getByRole('main');
  await expect(page).toHaveURL(/\/hi\/payment\?orderId=/);
  const orderId = new URL(page.url()).searchParams.get('orderId') ?? '';
  // The API sends the fields in the language of the page.
  await page.getByRole('radio', { name: storeApiTexts('Cash on delivery'), exact: true }).check();
  await page.getByLabel(storeApiTexts('I agree to the terms of sale')).check();
  await main.getByRole('button', { name: payment('Pay Now') }).click();
  await expect(page).toHaveURL(/\/hi\/order-success/);
  await expect(main.getByRole('heading', { name: payment('Thank You for Your Order!') })).toBeVisible();
  await expect(main.getByText(orderId).first()).toBeVisible();
}

test('a shopper buys in Hindi on a phone, from the offer on the English page to the thanks', async ({
  browser,
  storeApi,
  shopper,
}) => {
  const context = await browser.newContext({ locale: 'hi-IN', viewport: phone, hasTouch: true });
  const page = await context.newPage();
  const main = page.getByRole('main');
  const button = (name: string) => main.getByRole('button', { name, exact: true });
  const { id, title } = await storeApi.simpleProduct();

  // Nothing redirects: the English page offers Hindi.
  await page.goto(`/product/${id}`);
  await expect(page.locator('html')).toHaveAttribute('lang', 'en-IN');
  await page.getByRole('complementary', { name: 'Language' }).getByRole('link', { name: 'हिन्दी' }).click();
  await expect(page).toHaveURL(`/hi/product/${id}`);
  await expect(page.locator('html')).toHaveAttribute('lang', 'hi-IN');
  await expect(main.getByRole('heading', { level: 1 })).toHaveText(title);

  await button(catalog('Add to Cart')).first().click();
  await expect(page).toHaveURL('/hi/cart');
  await expect(main.getByText(title).first()).toBeVisible();
  await button(cartCheckout('Checkout')).first().click();
  await expect(page).toHaveURL('/hi/login');
  await page.getByLabel(shell('Email'), { exact: true }).fill(shopper.email);
  await page.getByLabel(shell('Password'), { exact: true }).fill(shopper.password);
  await page.getByRole('button', { name: shell('Sign in') }).click();

  await expect(page).toHaveURL('/hi/checkout');
  await expect(main.getByRole('heading', { level: 1, name: cartCheckout('Checkout') })).toBeVisible();
  await button(cartCheckout('Place Order')).click();
  await expect(main.getByText(forms('Full name is required'))).toBeVisible();
  await fillAddress(page);
  await button(cartCheckout('Place Order')).click();

  await payInCash(page);

  // The choice is remembered: an English page offers Hindi, also on a device that prefers English.
  await page.goto('/');
  await expect(page.getByRole('complementary', { name: 'Language' })).toBeVisible();
  await context.close();
});

test('a shopper finds a product with Hindi words on a phone and buys it, up to the thanks', async ({
  page,
  signedIn,
  shopper,
  storeApi,
}) => {
  await page.setViewportSize(phone);
  await signedIn(shopper);
  const main = page.getByRole('main');
  const button = (name: string) => main.getByRole('button', { name, exact: true });
  await page.goto('/hi/search');
  const field = main.getByLabel(catalog('Search products'));
  // A product without sizes: the name of a metal.
  await field.fill('तांबा');
  const found = main.getByRole('article');
  await expect(found.first()).toBeVisible();
  const { title } = await storeApi.simpleProduct();
  expect(title).toContain('Copper');
  await field.fill('कुर्ता');
  await expect(found.filter({ hasText: /kurta/i }).first()).toBeVisible();
  await field.fill('तांबा');
  await found.getByRole('link', { name: title }).first().click();
  await expect(main.getByRole('heading', { level: 1 })).toHaveText(title);
  await button(catalog('Add to Cart')).first().click();
  await button(cartCheckout('Checkout')).first().click();
  await expect(main.getByRole('heading', { level: 1, name: cartCheckout('Checkout') })).toBeVisible();
  await fillAddress(page);
  await button(cartCheckout('Place Order')).click();
  await payInCash(page);
});

test('a document in Hindi has the texts, the links and the address of its language without scripts', async ({
  request,
}) => {
  let html = '';
  const read = async () => {
    html = await (await request.get('/hi/products?category=cookware')).text();
    return html;
  };
  // A document of a busy gateway comes without its content.
  await expect.poll(read).toContain('rel="canonical"');
  expect(html).toContain('<html lang="hi-IN">');
  expect(html).toMatch(/<link rel="canonical" href="[^"]*\/hi\/products\?category=cookware"/);
  expect(html).toMatch(/<link rel="alternate" hrefLang="en" href="[^"]*\/products\?category=cookware"/i);
  expect(html).toContain('<meta property="og:locale" content="hi_IN"');
  const links = [...html.matchAll(/<a [^>]*href="(\/[^"]*)"/g)].map(([, href = '']) => href);
  // The switch of languages leads to the English page.
  expect(new Set(links.filter((href) => !/^\/hi(\/|$|\?)/.test(href)))).toEqual(
    new Set(['/products?category=cookware']),
  );
  const readStatus = async () => (await request.get('/hi/product/no-such-product', { maxRedirects: 0 })).status();
  await expect.poll(readStatus).toBe(404);
});

test('a page in Hindi whose code of languages does not load works in English', async ({
  page,
  productPage,
  storeApi,
  consoleErrors,
}) => {
  consoleErrors.expect(/translate-page|ERR_FAILED|Minified React error/);
  await page.route('**/translate-page.js', (route) => route.abort());
  const { id } = await storeApi.simpleProduct();
  await page.goto(`/hi/product/${id}`);
  await expect(page.getByRole('main').getByRole('button', { name: 'Add to Cart' }).first()).toBeVisible();
  await productPage.addToCart();
  await expect(page).toHaveURL('/hi/cart');
});

test('a page whose offer of the other language does not load works', async ({ browser, storeApi }) => {
  const context = await browser.newContext({ locale: 'hi-IN' });
  const page = await context.newPage();
  await page.route('**/after-start*.js', (route) => route.abort());
  const { id } = await storeApi.simpleProduct();
  const failed = page.waitForEvent('requestfailed');
  await page.goto(`/product/${id}`);
  await failed;
  await waitUntilReady(page);
  await expect(page.getByRole('banner')).toBeVisible();
  await page.getByRole('main').getByRole('button', { name: 'Add to Cart' }).first().click();
  await expect(page).toHaveURL('/cart');
  await context.close();
});

for (const width of [360, 1280]) {
  test(`the offer of the other language covers nothing in a window of ${width} px`, async ({ browser, storeApi }) => {
    const context = await browser.newContext({ locale: 'hi-IN', viewport: { width, height: 800 } });
    const page = await context.newPage();
    const { id } = await storeApi.simpleProduct();
    for (const address of ['/', '/products?category=women', `/product/${id}`, '/cart', '/contact']) {
      await page.goto(address);
      const offer = page.getByRole('complementary', { name: 'Language' });
      await expect(offer.getByRole('link')).toBeVisible();
      const findCovered = () =>
        offer.evaluate((element) => {
          const { top, bottom } = element.getBoundingClientRect();
          const controls = [...document.querySelectorAll('a, button, input, select')];
          return controls
            .filter((control) => !element.contains(control) && control.checkVisibility())
            .filter((control) => {
              const box = control.getBoundingClientRect();
              return box.height > 1 && box.top < bottom && box.bottom > top;
            })
            .map(({ outerHTML }) => outerHTML.slice(0, 100));
        });
      expect(await findCovered(), address).toEqual([]);
    }
    await context.close();
  });
}

test('the links of a Hindi breadcrumb are large enough for a finger', async ({ page, storeApi }) => {
  const { id } = await storeApi.simpleProduct();
  await page.setViewportSize(phone);
  await page.goto(`/hi/product/${id}`);
  const links = page.getByRole('navigation', { name: catalog('Breadcrumb') }).getByRole('link');
  await expect(links.first()).toHaveText(catalog('Home'));
  for (const link of await links.all()) {
    const { width = 0, height = 0 } = (await link.boundingBox()) ?? {};
    expect(Math.min(width, height)).toBeGreaterThanOrEqual(24);
  }
});

test('a page that the browser translates before its scripts run reports no error', async ({ page }) => {
  let load = () => {};
  const isTranslated = new Promise<void>((resolve) => {
    load = resolve;
  });
  await page.route('**/r/**/*.js', (route) => isTranslated.then(() => route.continue()));
  const main = page.getByRole('main');
  await expect(async () => {
    await page.goto('/products?category=women', { waitUntil: 'commit' });
    await expect(main.getByRole('article').first()).toBeVisible({ timeout: 5000 });
  }).toPass();
  // What Chrome does.
  await page.evaluate(() => {
    const walker = document.createTreeWalker(document.getElementById('root') as Node, NodeFilter.SHOW_TEXT);
    const texts: Text[] = [];
    while (walker.nextNode()) texts.push(walker.currentNode as Text);
    for (const text of texts.filter(({ data, parentElement }) => data.trim() && parentElement?.tagName !== 'SCRIPT')) {
      const font = document.createElement('font');
      text.replaceWith(font);
      font.appendChild(document.createElement('font')).append(`${text.data} …`);
    }
  });
  load();
  await waitUntilReady(page);
  // The fixture fails the test when the console has an error.
  await expect(main.getByRole('heading', { level: 1 })).toHaveText("Women's Ethnic Wear");
  await main.getByRole('combobox', { name: 'Sort by' }).selectOption('Price: low to high');
  await expect(page).toHaveURL(/sort=price-asc/);
});

/** Screens whose set-up presses no button with an English name. */
const opened = screens.filter(({ name }) =>
  /^(home|categories|featured|list|list-empty|search|search-start|search-empty|product|product-missing|cart|cart-empty|login|register|checkout|checkout-empty|payment|payment-without-order|order-success|order-success-order|account|orders|order|order-missing|orders-empty|track-order|contact|policy|about|api-test|not-found)$/.test(
    name,
  ),
);

for (const screen of opened) {
  test(`${screen.name} in Hindi has no English text but that of the API, fits a phone, and names its languages`, async ({
    page,
    show,
  }) => {
    await page.setViewportSize(phone);
    await page.emulateMedia({ reducedMotion: 'reduce' });
    openInHindi(page);
    await show(screen);
    await expect(page.locator('html')).toHaveAttribute('lang', 'hi-IN');
    expect.soft(await findEnglish(page)).toEqual([]);
    const widest = () => page.evaluate(() => document.documentElement.scrollWidth);
    expect.soft(await widest()).toBe(phone.width);
    expect.soft(await findViolations(page)).toEqual([]);
    // A mirrored page: Urdu needs texts only.
    await page.evaluate(() => document.documentElement.setAttribute('dir', 'rtl'));
    expect.soft(await widest(), 'mirrored').toBe(phone.width);
  });
}
