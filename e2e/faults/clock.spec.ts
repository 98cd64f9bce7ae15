import type { Page } from '@playwright/test';
import { type FaultCase, runCases } from '../fixtures/faults/fault-cases';
import { expect, expectFields, fillFields, readStoredCart, test, typedAddress } from '../fixtures/faults/faults';
import { expectSoundScreen } from '../fixtures/faults/screen-check';

const dayMs = 86_400_000;

/** A device clock: what it shows at the start of each document, and how far it jumps during checkout. */
interface Clock {
  /** Milliseconds that the clock is ahead of the true time. */
  offsetMs?: number;
  jumpMs?: number;
  timezoneId?: string;
}

const clocks: Readonly<Record<string, Clock>> = {
  'a day ahead': { offsetMs: dayMs },
  'a year ahead': { offsetMs: 365 * dayMs },
  'at the start of 1970': { offsetMs: -Date.now() },
  'jumps an hour back during checkout': { jumpMs: -3_600_000 },
  'jumps a year ahead during checkout': { jumpMs: 365 * dayMs },
  'fourteen hours ahead of UTC': { timezoneId: 'Pacific/Kiritimati' },
  'a quarter of an hour off': { timezoneId: 'Asia/Kathmandu' },
};

/** Moves the clock of a page. `window.moveClock` makes it jump. */
async function setClock(page: Page, offsetMs: number): Promise<void> {
  await page.addInitScript((start) => {
    let offset = start;
    const RealDate = Date;
    const now = () => RealDate.now() + offset;
    window.Date = new Proxy(RealDate, {
      construct: (target, parameters) =>
        parameters.length === 0 ? new target(now()) : Reflect.construct(target, parameters),
      apply: () => new RealDate(now()).toString(),
      get: (target, key) => (key === 'now' ? now : Reflect.get(target, key)),
    });
    Object.assign(window, {
      moveClock: (by: number) => {
        offset += by;
      },
    });
  }, offsetMs);
}

test('a shopper buys at the price shown, whatever the clock of the device says', async ({ visit }) => {
  const buy = ({ offsetMs = 0, jumpMs = 0, timezoneId }: Clock) =>
    visit({ browser: timezoneId ? { timezoneId } : {} }, async ({ page }) => {
      await setClock(page, offsetMs);
      await page.goto('/login');
      // The stored price is an old one: checkout stops the order once.
      await page.evaluate(() => {
        const [line] = JSON.parse(localStorage.getItem('cart') ?? '');
        localStorage.setItem('cart', JSON.stringify([{ ...line, price: line.price + 1 }]));
      });
      await page.goto('/checkout');
      await expect(page.getByText('Your order has changed')).toBeVisible();
      await fillFields(page, typedAddress);
      await page.evaluate((by) => (window as unknown as { moveClock: (ms: number) => void }).moveClock(by), jumpMs);
      await expectFields(page, typedAddress);
      await expect(async () => {
        const button = page.getByRole('button', { name: 'Place Order' });
        if (await button.isVisible()) await button.click({ timeout: 2000 });
        await expect(page.getByRole('heading', { name: 'Complete Your Payment' })).toBeVisible({ timeout: 3000 });
      }).toPass({ timeout: 15_000 });
      expect(await readStoredCart(page)).toEqual({});
      await expect(page.getByText('Total to pay')).toBeVisible();
      await expectSoundScreen(page);
      await page.goto('/orders');
      await expect(page.getByRole('article')).toHaveCount(1);
      await expectSoundScreen(page);
      await page.goto('/account');
      await expect(page.getByText('Member since')).toBeVisible();
      await expectSoundScreen(page);
    });
  const cases = Object.entries(clocks).map(
    ([fault, clock]): FaultCase => ({ fault: `the clock is ${fault}`, place: 'the purchase', run: () => buy(clock) }),
  );
  await runCases('clocks', cases);
});
