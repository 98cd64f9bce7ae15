import type { Locator, Page } from '@playwright/test';
import { type OwnShop, openOwnShop, openWithoutDocument } from '../../fixtures/own-shop';
import { waitUntilReady } from '../../fixtures/page-ready';
import { expect, test } from '../../fixtures/shop';
import { phone } from '../../fixtures/slow-phone';
import { shippingAddress } from '../../fixtures/store-api';

/** Ids of what the shop has. */
interface Ids {
  product: string;
  order: string;
}

/** A section that loads during an outage, and shows its content after it. */
interface Section {
  address: (ids: Ids) => string;
  failure: RegExp;
  content: (page: Page, ids: Ids) => Locator;
}

const main = (page: Page) => page.getByRole('main');
const article = (page: Page) => main(page).getByRole('article').first();

const sections: Readonly<Record<string, Section>> = {
  'a list': {
    address: () => '/products?category=cookware',
    failure: /Failed to load products/,
    content: article,
  },
  'a product': {
    address: ({ product }) => `/product/${product}`,
    failure: /Failed to load product details/,
    content: (page) => main(page).getByRole('button', { name: 'Add to Cart' }).first(),
  },
  'a search': {
    address: () => '/search?q=tawa',
    failure: /The search did not work/,
    content: article,
  },
  'the payment': {
    address: ({ order }) => `/payment?orderId=${order}`,
    failure: /Failed to load payment form/,
    content: (page) => page.getByRole('group', { name: 'How would you like to pay?' }),
  },
  'the thanks': {
    address: ({ order }) => `/order-success?orderId=${order}`,
    failure: /cannot be shown here/,
    content: (page, { order }) => page.getByRole('region', { name: `Order ${order}` }),
  },
  'the orders': {
    address: () => '/orders',
    failure: /Failed to load your orders/,
    content: article,
  },
  'one order': {
    address: ({ order }) => `/orders/${order}`,
    failure: /Failed to load your orders/,
    content: (page) => page.getByRole('list', { name: 'Order progress' }),
  },
  'the account': {
    address: () => '/account',
    failure: /Failed to load account information/,
    content: (page) => main(page).getByText('Member since'),
  },
  'the contact page': {
    address: () => '/contact',
    failure: /Failed to load store information/,
    content: (page) => main(page).getByRole('link', { name: /@/ }),
  },
  'a policy with a text of the store': {
    address: () => '/about',
    failure: /This page could not be loaded/,
    content: (page) => main(page).getByRole('heading', { name: 'How we choose' }),
  },
  'a policy with the built-in text': {
    address: () => '/terms',
    failure: /This page could not be loaded/,
    content: (page) => main(page).getByRole('heading', { name: 'Our agreement' }),
  },
};

/** A field in which the shopper types during an outage. */
interface Typing {
  address: (ids: Ids) => string;
  field: (page: Page) => Locator;
  text: string;
}

const typings: Readonly<Record<string, Typing>> = {
  'the cart': {
    address: () => '/cart',
    field: (page) => main(page).getByRole('textbox', { name: 'Quantity' }),
    text: '3',
  },
  'the search': {
    address: () => '/search',
    field: (page) => page.getByRole('main').getByLabel('Search products'),
    text: 'tawa',
  },
  'the checkout': {
    address: () => '/checkout',
    field: (page) => page.getByLabel('City', { exact: true }),
    text: 'Mysuru',
  },
  'the payment': {
    address: ({ order }) => `/payment?orderId=${order}`,
    field: (page) => page.getByLabel('Send the receipt to'),
    text: 'asha@example.com',
  },
  'the address of the account': {
    address: () => '/account',
    field: (page) => page.getByLabel('City', { exact: true }),
    text: 'Mysuru',
  },
  'the tracking of an order': {
    address: () => '/track-order',
    field: (page) => page.getByLabel('Email or Phone'),
    text: 'asha@example.com',
  },
  'the contact page': {
    address: () => '/contact',
    field: (page) => page.getByLabel('Message'),
    text: 'Is the tawa back?',
  },
  'a policy': {
    address: () => '/shipping',
    // A policy has no field. Its shopper reads.
    field: (page) => main(page).getByRole('heading', { level: 2 }).last(),
    text: '',
  },
};

/** Ways to lose the shop, and what brings it back. */
const outages = {
  'the API has stopped, and the page asks again after a pause': {
    start: (_page: Page, shop: OwnShop) => shop.api.end(),
    end: (_page: Page, shop: OwnShop) => shop.api.start(),
  },
  'the API has stopped, and the shopper comes back to the page': {
    start: (_page: Page, shop: OwnShop) => shop.api.end(),
    end: async (page: Page, shop: OwnShop) => {
      await shop.api.start();
      await page.evaluate(() => window.dispatchEvent(new Event('focus')));
    },
  },
  'the device was offline': {
    start: (page: Page) => page.context().setOffline(true),
    end: (page: Page) => page.context().setOffline(false),
  },
};
const names = Object.keys(outages) as (keyof typeof outages)[];

let shop: OwnShop;

test.use({ ...phone, serviceWorkers: 'allow', trace: 'off' });
test.beforeEach(async () => {
  shop = await openOwnShop();
});
test.afterEach(() => shop.close());

/** Opens a page of the shop of this test. A key starts its scripts, which else wait for its first picture. */
async function open(page: Page, address: string): Promise<void> {
  await page.goto(shop.gateway.address + address);
  await page.keyboard.press('Shift');
  await waitUntilReady(page);
}

/**
 * Distance of an element from the top of the screen's part of the page, in CSS pixels. The notice of the header is above it, and
 * takes its own space.
 */
const getTop = (element: Locator) =>
  element.evaluate((shown) => {
    const start = shown.closest('main') ?? document.documentElement;
    return Math.round(shown.getBoundingClientRect().top - start.getBoundingClientRect().top);
  });

for (const [index, outage] of names.entries()) {
  test(`sections show their content without a tap when ${outage}`, async ({
    page,
    shopper,
    signedIn,
    storeApi,
    consoleErrors,
  }) => {
    test.setTimeout(600_000);
    consoleErrors.expect(/./);
    const token = await signedIn(shopper);
    const { id: product } = await storeApi.simpleProduct();
    const ids = { product, order: await storeApi.placeOrder(token, product) };
    // Both ways to notice that the API is back share the sections.
    const isOffline = outage === 'the device was offline';
    const some = Object.entries(sections).filter((_section, position) => isOffline || position % 2 === index);
    for (const [name, { address, failure, content }] of some) {
      await test.step(name, async () => {
        await open(page, '/');
        await outages[outage].start(page, shop);
        await openWithoutDocument(page, address(ids));
        const message = main(page)
          .getByText(failure)
          .or(page.getByRole('heading', { name: /not on your device|unavailable right now/ }));
        // The gateway may answer a search without the API.
        await expect(message.first().or(content(page, ids))).toBeVisible();
        await outages[outage].end(page, shop);
        await expect(content(page, ids)).toBeVisible();
        await expect(message).toHaveCount(0);
        expect(await page.evaluate(() => window.scrollY)).toBe(0);
      });
    }
  });
}

for (const outage of names.slice(1)) {
  test(`what the shopper types and reads stays in its place when ${outage}`, async ({
    page,
    shopper,
    signedIn,
    storeApi,
    consoleErrors,
  }) => {
    test.setTimeout(600_000);
    consoleErrors.expect(/./);
    const token = await signedIn(shopper);
    const { id: product, title, imgUrl: image, discountedPrice, regularPrice } = await storeApi.simpleProduct();
    const price = discountedPrice ?? regularPrice;
    const ids = { product, order: await storeApi.placeOrder(token, product) };
    await page.addInitScript(
      ([cart, address]) => {
        if (origin === 'null') return;
        localStorage.setItem('cart', cart);
        localStorage.setItem('until-sign-out:checkout_address', address);
      },
      [
        JSON.stringify([{ id: product, name: title, image, price, quantity: 1 }]),
        JSON.stringify(shippingAddress),
      ] as const,
    );
    for (const [name, { address, field, text }] of Object.entries(typings)) {
      await test.step(name, async () => {
        await open(page, address(ids));
        const change = page.getByRole('button', { name: 'Change address' });
        if (name === 'the address of the account') await change.click();
        await expect(field(page)).toBeVisible();
        await outages[outage].start(page, shop);
        await field(page).evaluate((element) => element.scrollIntoView({ block: 'center', behavior: 'instant' }));
        if (text) await field(page).fill(text);
        if (outage === 'the device was offline') await expect(page.getByText('You are offline.')).toBeVisible();
        const top = await getTop(field(page));
        await outages[outage].end(page, shop);
        // The pages that read something during the outage read it again.
        await expect(page.getByText('You are offline.')).toHaveCount(0);
        await expect(page.getByRole('main').getByRole('button', { name: 'Try Again' })).toHaveCount(0);
        await expect.poll(() => getTop(field(page))).toBe(top);
        if (text) await expect(field(page)).toHaveValue(text);
        if (text) await expect(field(page)).toBeFocused();
      });
    }
  });
}
