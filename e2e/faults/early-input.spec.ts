import type { Page } from '@playwright/test';
import { type FaultCase, runCases } from '../fixtures/faults/fault-cases';
import { expect, readStoredCart, test } from '../fixtures/faults/faults';
import { expectSoundScreen } from '../fixtures/faults/screen-check';
import { waitUntilReady } from '../fixtures/page-ready';

/** Input that the shopper gives before the page reacts. */
interface EarlyInput {
  name: string;
  address: (products: { plain: string; sized: string }) => string;
  /** Gives the input, and each press twice. */
  give: (page: Page) => Promise<void>;
  expectOnce: (page: Page) => Promise<void>;
}

const pressTwice = async (page: Page, name: string) => {
  const button = page.getByRole('main').getByRole('button', { name }).first();
  await button.click();
  await button.click();
};

const expectSizeInCart = async (page: Page) => {
  await expect(page).toHaveURL('/cart');
  await expect(
    page
      .getByRole('main')
      .getByText(/^Size /)
      .first(),
  ).toBeVisible();
};

const inputs: readonly EarlyInput[] = [
  {
    name: 'Add to Cart on a product',
    address: ({ plain }) => `/product/${plain}`,
    give: (page) => pressTwice(page, 'Add to Cart'),
    expectOnce: async (page) => {
      await expect(page).toHaveURL('/cart');
      expect(Object.values(await readStoredCart(page))).toEqual([1]);
    },
  },
  {
    name: 'a size and a larger quantity of a product',
    address: ({ sized }) => `/product/${sized}`,
    give: async (page) => {
      await page.getByRole('main').getByRole('radio').nth(1).check({ force: true });
      await pressTwice(page, 'Increase quantity');
      await pressTwice(page, 'Add to Cart');
    },
    expectOnce: async (page) => {
      await expectSizeInCart(page);
      expect(Object.values(await readStoredCart(page))).toEqual([2]);
    },
  },
  {
    name: 'a size that the browser restores after a reload, without an event',
    address: ({ sized }) => `/product/${sized}`,
    give: (page) =>
      page
        .getByRole('main')
        .getByRole('radio')
        .nth(1)
        .evaluate((radio: HTMLInputElement) => {
          radio.checked = true;
        }),
    expectOnce: async (page) => {
      await page.getByRole('main').getByRole('button', { name: 'Add to Cart' }).first().click();
      await expectSizeInCart(page);
    },
  },
  {
    name: 'the newsletter',
    address: () => '/',
    give: async (page) => {
      await page.getByRole('textbox', { name: 'Email' }).fill('asha@example.com');
      await pressTwice(page, 'Subscribe');
    },
    expectOnce: async (page) => {
      await expect(page.getByText('Subscribed!')).toHaveCount(1);
      await expect(page.getByRole('textbox', { name: 'Email' })).toHaveValue('');
    },
  },
  {
    name: 'the theme',
    address: () => '/',
    give: (page) =>
      page
        .getByRole('banner')
        .getByRole('button', { name: /^Theme/ })
        .click(),
    expectOnce: (page) => expect.poll(() => page.evaluate(() => localStorage.getItem('theme'))).not.toBeNull(),
  },
];

/** What delays the scripts. `hold` resolves when the shopper has given the input. */
const delays: Readonly<Record<string, (url: URL) => boolean>> = {
  'every script is late': (url) => url.pathname.startsWith('/r/') && url.pathname.endsWith('.js'),
  'the shell is late': (url) => url.pathname.startsWith('/r/shell/') && url.pathname.endsWith('.js'),
  'the remote is late': (url) => url.pathname.startsWith('/r/mf-catalog/') && url.pathname.endsWith('.js'),
};

test('input before the scripts have loaded is applied once', async ({ visit, storeApi }) => {
  const [plain, sized] = [(await storeApi.simpleProduct()).id, (await storeApi.productWithSizes()).product.id];
  const runCase = (input: EarlyInput, isLate: (url: URL) => boolean) =>
    visit({ isSignedIn: false, pieces: 0 }, async ({ page }) => {
      let letThrough: () => void = () => undefined;
      const isGiven = new Promise<void>((resolve) => {
        letThrough = resolve;
      });
      await page.route(isLate, async (route) => {
        await isGiven;
        await route.continue();
      });
      // A gateway under load sends a document without content. There is nothing to press in it before the scripts.
      await expect(async () => {
        await page.goto(input.address({ plain, sized }), { waitUntil: 'commit' });
        await expect(page.getByRole('heading', { level: 1 })).toBeVisible({ timeout: 3000 });
      }).toPass();
      await input.give(page);
      letThrough();
      await waitUntilReady(page);
      await input.expectOnce(page);
      await expectSoundScreen(page);
    });
  const cases = inputs.flatMap((input) =>
    Object.entries(delays).map(
      ([fault, isLate]): FaultCase => ({ fault, place: input.name, run: () => runCase(input, isLate) }),
    ),
  );
  await runCases('input before the scripts', cases);
});
