import type { BrowserContext, Page } from '@playwright/test';
import { addresses } from '../fixtures/addresses';
import { listFailures } from '../fixtures/list-failures';
import { expect, test } from '../fixtures/shop';
import type { PaymentPage } from '../pages/shop.pages';
import { allowedPosts, allowedVisits } from './allowed-targets';
import { appLinks, hostileCodeTexts, hostileReplies, scriptAddresses } from './redirect-targets';
import { type EffectWatch, isShopAddress, watchEffects } from './watch-effects';
import { openUnprotectedPage, watchExecution } from './watch-execution';

test.describe.configure({ mode: 'default', timeout: 900_000 });

const failureMessage = 'Failed to process payment. Please try again later.';
const cart = JSON.stringify([{ id: 'kept', name: 'Kept', image: '', price: 1, quantity: 2 }]);

interface PaymentAnswers {
  /** Responses to come. The last one repeats. */
  queue: object[];
  /** Number of responses so far. */
  count: number;
}

/** Answers `POST /payments` with the responses that a test sets. */
async function answerPayments(context: BrowserContext): Promise<PaymentAnswers> {
  const answers: PaymentAnswers = { queue: [], count: 0 };
  await context.route(`${addresses.api}/payments`, (route) => {
    if (route.request().method() !== 'POST') return route.fallback();
    answers.count += 1;
    return route.fulfill({ json: answers.queue.length > 1 ? answers.queue.shift() : answers.queue[0] });
  });
  return answers;
}

/**
 * Pays again and again, from within the page because a table is long.
 *
 * @returns Whether each payment ended with the failure message and a button that is ready. False also when the page was left.
 */
const payAndFail = (page: Page, times: number): Promise<boolean> =>
  page
    .evaluate(
      async ([count, message, payments]) => {
        const isReady = () => {
          const button = document.querySelector<HTMLButtonElement>('main form button[type="submit"]');
          const alert = document.querySelector('main form [role="alert"]');
          return button && !button.disabled && alert?.textContent.includes(message);
        };
        for (let index = 0; index < count; index++) {
          performance.clearResourceTimings();
          const hasEnded = () => performance.getEntriesByName(payments).length > 0 && isReady();
          document.querySelector<HTMLButtonElement>('main form button[type="submit"]')?.click();
          const end = Date.now() + 5000;
          do await new Promise((resolve) => setTimeout(resolve, 5));
          while (!hasEnded() && Date.now() < end);
          if (!hasEnded()) return false;
        }
        return true;
      },
      [times, failureMessage, `${addresses.api}/payments`] as const,
    )
    .catch(() => false);

async function openFilledPayment(page: Page, payment: PaymentPage, orderId: string): Promise<void> {
  await page.goto(`/payment?orderId=${orderId}`);
  await expect(payment.heading).toBeVisible();
  await payment.chooseMethod('UPI QR code');
  await payment.fillPhone('98765 43210');
  await payment.agree();
}

/** Lists what happened that no payment response may cause, and forgets it. */
const takeAll = ({ takeEffects, takeNavigations }: EffectWatch): string[] => [...takeEffects(), ...takeNavigations()];

test('the script addresses of the table execute in a page that follows them, so that silence in the shop means something', async ({
  context,
  page,
}) => {
  const watch = await watchExecution(context);
  await openUnprotectedPage(page);
  for (const address of scriptAddresses) await page.evaluate((target) => location.assign(target), address);
  await expect.poll(() => watch.executions.length).toBe(scriptAddresses.length);
});

test('no hostile address in a payment response leaves the shop, and the shopper can pay the order afterwards', async ({
  context,
  page,
  placeOrder,
  payment,
  orders,
  consoleErrors,
}) => {
  consoleErrors.expect(/payment response cannot be followed/);
  const effects = await watchEffects(page);
  const orderId = await placeOrder();
  const answers = await answerPayments(context);
  await context.addInitScript((lines) => localStorage.setItem('cart', lines), cart);
  await openFilledPayment(page, payment, orderId);
  takeAll(effects);

  const rows = hostileReplies;
  const failures: string[] = [];
  for (let done = 0; done < rows.length; done = answers.count) {
    answers.queue = rows.slice(done).map(({ reply }) => reply);
    const areRefused = await payAndFail(page, rows.length - done);
    const found = takeAll(effects);
    if (areRefused) {
      failures.push(...found);
      break;
    }
    failures.push(`${rows[answers.count - 1]?.name} is not refused: ${found.join(' ')}`);
    await openFilledPayment(page, payment, orderId);
    takeAll(effects);
  }
  expect(answers.count).toBe(rows.length);
  expect(page.url()).toBe(`${addresses.shop}/payment?orderId=${orderId}`);

  expect(await page.evaluate(() => localStorage.getItem('cart'))).toBe(cart);
  await context.unroute(`${addresses.api}/payments`);
  await payment.pay();
  await expect(payment.qrHeading).toBeVisible();
  await page.goto('/orders');
  await expect(orders.order(orderId)).toBeVisible();
  expect(failures).toEqual([]);
});

test('no text of a QR code becomes a link besides a UPI link', async ({ context, page, placeOrder, payment }) => {
  const effects = await watchEffects(page);
  const orderId = await placeOrder();
  const answers = await answerPayments(context);
  await openFilledPayment(page, payment, orderId);
  takeAll(effects);

  const results: [string, boolean][] = [];
  for (const qr of hostileCodeTexts) {
    answers.queue = [{ success: true, redirectUrl: 'javascript:hit()', action: { type: 'qr', qr } }];
    await payment.pay();
    await expect(payment.qrHeading).toBeVisible();
    await expect(payment.qr).toBeVisible();
    const links = await page
      .locator('main a')
      .evaluateAll((all) => all.map((link) => (link as HTMLAnchorElement).href));
    const foreign = links.filter((link) => !isShopAddress(link) && new URL(link).protocol !== 'upi:');
    const found = [...foreign, ...takeAll(effects)];
    results.push([`${qr}: ${found.join(' ')}`, found.length === 0]);
    await payment.backToForm();
  }
  expect(listFailures(results)).toEqual([]);
});

test('the shop follows every allowed address of a payment response', async ({ context, page, placeOrder, payment }) => {
  const effects = await watchEffects(page);
  const orderId = await placeOrder();
  const answers = await answerPayments(context);
  const providers = /^https:|^http:\/\/(localhost|127\.0\.0\.1):4999\//;
  await context.route(providers, (route) =>
    route.fulfill({ contentType: 'text/html; charset=utf-8', body: '<title>Provider</title><h1>Provider</h1>' }),
  );

  for (const { reply, leadsTo } of allowedVisits) {
    await openFilledPayment(page, payment, orderId);
    answers.queue = [reply];
    await payment.pay();
    await page.waitForURL(({ href }) => href === leadsTo, { waitUntil: 'commit' });
  }
  for (const { reply, leadsTo, entries } of allowedPosts) {
    await openFilledPayment(page, payment, orderId);
    answers.queue = [reply];
    const posted = page.waitForRequest((request) => request.isNavigationRequest() && request.method() === 'POST');
    await payment.pay();
    const request = await posted;
    expect(request.url()).toBe(leadsTo);
    expect([...new URLSearchParams(request.postData() ?? '')]).toEqual(entries);
    await page.waitForURL(({ href }) => href === leadsTo, { waitUntil: 'commit' });
  }
  for (const link of appLinks) {
    // Chromium may ask in a dialog whether it may open the app. The page gets no input until the tab opens another site.
    await page.goto('about:blank');
    await openFilledPayment(page, payment, orderId);
    effects.takeNavigations();
    answers.queue = [{ success: true, action: { type: 'deeplink', redirectUrl: link } }];
    await payment.pay();
    await expect(payment.appHeading).toBeVisible();
    expect(effects.takeNavigations()).toEqual([new URL(link).href]);
    await expect(payment.appLink).toHaveAttribute('href', new URL(link).href);
    expect(isShopAddress(page.url())).toBe(true);
  }
  expect(effects.executions).toEqual([]);
});
