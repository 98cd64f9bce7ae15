import type { ShippingField } from '@shop/api-contract/shipping-fields';
import type { Composition } from '@shop/remote-contract/composition';
import { urls } from '@shop/remote-contract/urls';
import { type BrowserContext, errors, type Page } from 'playwright-core';
import { getFirstLine, type Problem } from '../gates/gate';
import { collectProblems } from './collect-problems';
import { order, product } from './store-api-stub';
import { createPhotographer, type OnScreenshot } from './take-screenshot';

const stepTimeoutMs = 30_000;

/** Labels of the fields of the shipping form. Specification 3, "Shipping form". */
const fieldLabels: Record<ShippingField, string> = {
  fullName: 'Full Name',
  address: 'Address',
  city: 'City',
  state: 'State',
  postalCode: 'Postal Code',
  phone: 'Phone',
};

/** A step on one page of the purchase. It ends when the shopper has left the page. */
interface PurchaseStep {
  pathname: string;
  /** Pattern of the page, with any name of a parameter. */
  pattern: RegExp;
  act: (page: Page) => Promise<void>;
}

/** Product, cart, checkout and payment page, with the texts of the specification. */
const steps: readonly PurchaseStep[] = [
  {
    pathname: urls.product(product.id),
    pattern: /^\/product\/:\w+$/,
    act: async (page) => {
      const [size] = product.attributes?.find(({ key }) => key === 'size')?.value ?? [];
      if (size) await page.getByRole('radio', { name: size, exact: true }).check({ force: true });
      await page.getByRole('main').getByRole('button', { name: 'Add to Cart' }).first().click();
      await page.locator(`a[href="${urls.cart()}"]:visible`).first().click();
    },
  },
  {
    pathname: urls.cart(),
    pattern: /^\/cart$/,
    act: (page) => page.getByRole('main').getByRole('button', { name: 'Checkout' }).click(),
  },
  {
    pathname: urls.checkout(),
    pattern: /^\/checkout$/,
    act: async (page) => {
      for (const [field, label] of Object.entries(fieldLabels) as [ShippingField, string][]) {
        await page.getByLabel(label, { exact: true }).fill(order.shippingAddress[field]);
      }
      await page.getByRole('button', { name: 'Place Order' }).click();
    },
  },
  {
    pathname: urls.payment(),
    pattern: /^\/payment$/,
    act: async (page) => {
      await page.getByRole('heading', { level: 1 }).first().waitFor();
      // The checkout empties the cart after the payment page is shown.
      await page.waitForLoadState('networkidle');
    },
  },
];

/**
 * Buys a product in a composition: product page, cart, checkout and payment page, in one document, so that the apps meet as they
 * do for a shopper. A composition without one of these pages has no purchase.
 *
 * @returns The problems by app. An exception that a screen shows as a failure message is one of them.
 */
export async function runPurchaseSmokeTest(
  context: BrowserContext,
  composition: Composition,
  onScreenshot?: OnScreenshot,
): Promise<Problem[]> {
  const owners = steps.flatMap(({ pattern }) => findOwner(composition, pattern) ?? []);
  const [firstOwner] = owners;
  if (!firstOwner || owners.length < steps.length) return [];
  const page = await context.newPage();
  page.setDefaultTimeout(stepTimeoutMs);
  const { problems, first } = collectProblems(page, { app: firstOwner, pathname: 'the purchase' }, composition);
  const takeScreenshot = onScreenshot && createPhotographer(page);
  let current = 0;
  const walk = async () => {
    await page.goto(steps[0]?.pathname ?? '/');
    for (const [index, step] of steps.entries()) {
      current = index;
      await page.waitForURL((url) => url.pathname === step.pathname);
      if (takeScreenshot) {
        const screen = `${step.pathname} (purchase)`;
        onScreenshot({ app: owners[index] ?? firstOwner, screen, bytes: await takeScreenshot() });
      }
      await step.act(page);
    }
  };
  try {
    // The first problem decides: the shopper may not reach the next page.
    await Promise.race([walk(), first]);
    return problems;
  } catch (error) {
    const isTimeout = error instanceof errors.TimeoutError;
    const reason = isTimeout ? `a shopper cannot go on after ${stepTimeoutMs / 1000} s` : getFirstLine(error);
    const app = owners[current] ?? firstOwner;
    const problem = `the purchase stops at ${steps[current]?.pathname}: ${reason}`;
    return [...problems, { app, problem, remedy: 'open a preview of it, and buy a product' }];
  } finally {
    await page.close();
  }
}

const findOwner = ({ remotes }: Composition, pattern: RegExp): string | undefined =>
  remotes.find(({ paths }) => paths.some((path) => pattern.test(path.pattern)))?.name;
