import type { Page, Route } from '@playwright/test';
import { addresses } from '../../fixtures/addresses';
import { type DevelopmentShop, openDevelopmentShop } from '../../fixtures/development-shop';
import { BrokenRemote, remoteScreens } from '../../fixtures/faults/broken-remote';
import {
  addWhatGoesWell,
  findSuggestions,
  loadSuggestions,
  openCartWithoutSuggestions,
  shopWhileCartIsDown,
  storeCart,
} from '../../fixtures/remote-journeys';
import { expect, test as shopTest } from '../../fixtures/shop';

/*
 * Pages of `npm run dev` have the full federation runtime, pages of production the thin one. The same journeys run in both.
 */
let development: DevelopmentShop | undefined;
const shops = { production: () => addresses.shop, development: () => development?.address };

const test = shopTest.extend<{ shop: keyof typeof shops; edit: DevelopmentShop['edit'] }>({
  shop: ['development', { option: true }],
  // Playwright also asks for it before the shop has started.
  baseURL: ({ shop }, use) => use(shops[shop]()),
  edit: async ({ shop: _ }, use) => {
    if (!development) throw new Error('The development shop has not started.');
    await use(development.edit);
  },
});

// One worker starts one shop.
test.describe.configure({ mode: 'default', timeout: 300_000 });
test.use({ trace: 'off' });
test.beforeAll(async () => {
  test.setTimeout(500_000);
  development = await openDevelopmentShop();
});
test.afterAll(() => development?.close());

/** The remote is compiled, and its types after it. */
const compiled = { timeout: 120_000 };

/** Counts the documents that the page loads from now on. */
function countDocuments(page: Page): () => number {
  let count = 0;
  page.on('domcontentloaded', () => count++);
  return () => count;
}

test('a changed text and a changed style of a remote show without a reload, and the form keeps what is typed', async ({
  page,
  trackOrder,
  edit,
}) => {
  const folder = 'mf-account-orders/src/features/track-order';
  const expectTyped = async () => {
    await expect(trackOrder.orderNumber).toHaveValue('ORD-20');
    await expect(trackOrder.contact).toHaveValue('asha@example.com');
  };
  await trackOrder.open();
  await trackOrder.orderNumber.fill('ORD-20');
  await trackOrder.contact.fill('asha@example.com');
  const readCount = countDocuments(page);

  await edit(
    `${folder}/track-order.screen.tsx`,
    "<PageHeading>{t('Track your order')}<",
    '<PageHeading>Find a parcel<',
  );
  await expect(page.getByRole('heading', { level: 1, name: 'Find a parcel' })).toBeVisible(compiled);
  await expectTyped();

  const introduction = page.getByText('Enter your order number and the email or phone of your order.');
  await expect(introduction).not.toHaveCSS('max-width', '222px');
  await edit(`${folder}/track-order.module.css`, 'max-width: 56ch', 'max-width: 222px');
  await expect(introduction).toHaveCSS('max-width', '222px', compiled);
  await expectTyped();
  expect(readCount()).toBe(0);
});

test('a changed component of a slot shows in the screen of another remote without a reload', async ({
  page,
  cart,
  storeApi,
  edit,
}) => {
  const file = 'mf-catalog/src/features/suggestions/suggestions.section.tsx';
  const [before, after] = ["t('Goes well with it')", "'Cooks like it'"];
  await storeCart(page, await storeApi.simpleProduct());
  await cart.open();
  await loadSuggestions(page);
  await expect(findSuggestions(page, 'Goes well with it')).toBeVisible();
  const readCount = countDocuments(page);
  await edit(file, before, after);
  await expect(findSuggestions(page, 'Cooks like it')).toBeVisible(compiled);
  await edit(file, after, before);
  await expect(findSuggestions(page, 'Goes well with it')).toBeVisible(compiled);
  await expect(cart.lines).toHaveCount(1);
  expect(readCount()).toBe(0);
});

test('a change that makes a screen throw shows the unavailable section, and the next change shows the screen', async ({
  page,
  cart,
  header,
  unavailable,
  storeApi,
  consoleErrors,
  edit,
}) => {
  consoleErrors.expect(/a mistake in the cart/);
  const file = 'mf-cart-checkout/src/features/cart/cart.screen.tsx';
  const [before, after] = ['const state = useCartScreen();', "throw new Error('a mistake in the cart');"];
  await storeCart(page, await storeApi.simpleProduct());
  await cart.open();
  await expect(cart.lines).toHaveCount(1);
  const readCount = countDocuments(page);
  await edit(file, before, `${before}\n  if (state) ${after}`);
  await expect(unavailable.heading).toBeVisible(compiled);
  await expect(unavailable.message).toBeVisible();
  await expect(unavailable.tryAgain).toBeVisible();
  await expect(header.cart(1)).toBeVisible();
  await edit(file, `\n  if (state) ${after}`, '');
  await expect(cart.lines).toHaveCount(1, compiled);
  await expect(unavailable.heading).toBeHidden();
  expect(readCount()).toBe(0);
});

const cartFile = `${remoteScreens['mf-cart-checkout'].file}.js`;
const answer = (status: number) => (route: Route) => route.fulfill({ status, body: `<h1>${status}</h1>` });
const refuse = (route: Route) => route.abort('connectionrefused');

/** Faults of the cart remote. */
const faults: Readonly<Record<string, (broken: BrokenRemote) => Promise<void>>> = {
  'whose entry is missing': (broken) => broken.intercept(broken.entry, answer(404)),
  'whose entry is an error page': (broken) => broken.intercept(broken.entry, answer(500)),
  'whose screen is missing': (broken) => broken.intercept(cartFile, answer(404)),
  'whose server is down': (broken) => broken.intercept('all', refuse),
};

for (const shop of ['development', 'production'] as const) {
  test.describe(`in ${shop}`, () => {
    test.use({ shop });

    for (const [fault, start] of Object.entries(faults)) {
      test(`a cart remote ${fault} shows the unavailable section, and its cart after Try Again`, async ({
        page,
        context,
        header,
        cart,
        productList,
        unavailable,
        storeApi,
        consoleErrors,
      }) => {
        consoleErrors.expect(/mf.cart.checkout|ERR_|status of (404|500)/);
        const broken = await BrokenRemote.find(context, 'mf-cart-checkout', shops[shop]());
        await start(broken);
        await shopWhileCartIsDown({ page, header, cart, productList, unavailable, storeApi }, () => broken.mend());
      });
    }

    test('the catalogue fills a slot of the cart', async ({ page, cart, header, storeApi }) => {
      await addWhatGoesWell({ page, cart, header, storeApi });
    });

    test('the cart has no trace of a slot whose code fails', async ({
      page,
      context,
      cart,
      storeApi,
      consoleErrors,
    }) => {
      consoleErrors.expect(/mf.catalog|ERR_/);
      const broken = await BrokenRemote.find(context, 'mf-catalog', shops[shop]());
      await broken.intercept('all', refuse);
      await openCartWithoutSuggestions({ page, cart, storeApi });
    });

    test('the cart has no trace of a slot whose products fail', async ({ page, cart, storeApi, consoleErrors }) => {
      consoleErrors.expect(/mf.catalog|ERR_/);
      await page.route('**/api/v1/products?*', refuse);
      await openCartWithoutSuggestions({ page, cart, storeApi });
    });
  });
}
