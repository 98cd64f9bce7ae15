import type { Page } from '@playwright/test';
import { byScale } from '../counts/counts';
import { addresses } from '../fixtures/addresses';
import { type FaultCase, pickCases, runCases } from '../fixtures/faults/fault-cases';
import { expect, readStoredCart, test } from '../fixtures/faults/faults';
import { expectSoundScreen } from '../fixtures/faults/screen-check';
import { waitUntilReady } from '../fixtures/render-in-browser';

/** Input that the shopper gives before the page reacts. */
interface EarlyInput {
  name: string;
  address: (product: string) => string;
  give: (page: Page, times: number) => Promise<void>;
  expectOnce: (page: Page) => Promise<void>;
}

const pressTimes = async (page: Page, name: string, times: number) => {
  const button = page.getByRole('main').getByRole('button', { name }).first();
  for (let index = 0; index < times; index += 1) await button.click();
};

const inputs: readonly EarlyInput[] = [
  {
    name: 'Add to Cart on a product',
    address: (product) => `/product/${product}`,
    give: (page, times) => pressTimes(page, 'Add to Cart', times),
    expectOnce: async (page) => {
      await expect(page).toHaveURL('/cart');
      expect(Object.values(await readStoredCart(page))).toEqual([1]);
    },
  },
  {
    name: 'a larger quantity of a product',
    address: (product) => `/product/${product}`,
    give: async (page, times) => {
      await pressTimes(page, 'Increase quantity', times);
      await pressTimes(page, 'Add to Cart', times);
    },
    expectOnce: async (page) => {
      await expect(page).toHaveURL('/cart');
      expect(Object.values(await readStoredCart(page))).toEqual([2]);
    },
  },
  {
    name: 'the newsletter',
    address: () => '/',
    give: async (page, times) => {
      await page.getByRole('textbox', { name: 'Email' }).fill('asha@example.com');
      await pressTimes(page, 'Subscribe', times);
    },
    expectOnce: async (page) => {
      await expect(page.getByText('Subscribed!')).toHaveCount(1);
      await expect(page.getByRole('textbox', { name: 'Email' })).toHaveValue('');
    },
  },
];

/** What delays the scripts. `hold` resolves when the shopper has given the input. */
const delays: Readonly<Record<string, (url: URL) => boolean>> = {
  'every script is late': (url) => url.pathname.startsWith('/r/') && url.pathname.endsWith('.js'),
  'the shell is late': (url) => url.pathname.startsWith('/r/shell/') && url.pathname.endsWith('.js'),
  'the remote is late': (url) => url.pathname.startsWith('/r/mf-catalog/') && url.pathname.endsWith('.js'),
};

test('input before the scripts have loaded is applied once', async ({ browser, storeApi, context: _ }) => {
  const { id } = await storeApi.simpleProduct();
  const runCase = async (input: EarlyInput, isLate: (url: URL) => boolean, times: number) => {
    const context = await browser.newContext({ baseURL: addresses.shop, serviceWorkers: 'block' });
    const uncaught: string[] = [];
    context.on('weberror', (event) => uncaught.push(String(event.error().stack)));
    try {
      const page = await context.newPage();
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
        await page.goto(input.address(id), { waitUntil: 'commit' });
        await expect(page.getByRole('heading', { level: 1 })).toBeVisible({ timeout: 3000 });
      }).toPass();
      await input.give(page, times);
      letThrough();
      await waitUntilReady(page);
      await input.expectOnce(page);
      await expectSoundScreen(page);
      expect(uncaught).toEqual([]);
    } finally {
      await context.close();
    }
  };
  const cases = inputs.flatMap((input) =>
    Object.entries(delays).flatMap(([delay, isLate]) =>
      byScale({ bounded: [2], full: [1, 2, 10] }).map(
        (times): FaultCase => ({
          fault: `${delay}, ${times} clicks`,
          place: input.name,
          run: () => runCase(input, isLate, times),
        }),
      ),
    ),
  );
  await runCases('input before the scripts', pickCases(cases));
});
