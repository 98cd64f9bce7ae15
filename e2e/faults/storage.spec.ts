import type { Page } from '@playwright/test';
import { type FaultCase, runCases } from '../fixtures/faults/fault-cases';
import { expect, expectFields, expectFrame, fillFields, test, typedAddress } from '../fixtures/faults/faults';
import { expectSoundScreen } from '../fixtures/faults/screen-check';

type Area = 'localStorage' | 'sessionStorage';

/** Keys of the shop, and the screen that reads them. */
const keys: readonly { area: Area; key: string; address: string }[] = [
  { area: 'localStorage', key: 'cart', address: '/cart' },
  { area: 'localStorage', key: 'auth_token', address: '/account' },
  { area: 'localStorage', key: 'theme', address: '/' },
  { area: 'localStorage', key: 'recently-viewed', address: '/' },
  { area: 'sessionStorage', key: 'checkout_draft', address: '/checkout' },
  { area: 'sessionStorage', key: 'checkout_submission', address: '/checkout' },
  { area: 'sessionStorage', key: 'contact_draft', address: '/contact' },
  { area: 'sessionStorage', key: 'register_draft', address: '/register' },
  { area: 'sessionStorage', key: 'scroll-positions', address: '/products' },
];

const line = '{"id":"x","name":"Pan","image":"","price":5,"quantity":1}';

/** Values that are not what the shop has stored. */
const values: Readonly<Record<string, string>> = {
  'no JSON': '{corrupt',
  'empty text': '',
  'null as JSON': 'null',
  'a number': '42',
  'text as JSON': '"text"',
  'a list of null': '[null,null]',
  'a list of lists': '[[[]]]',
  'an object with wrong fields': '{"id":{},"name":[],"price":"NaN","quantity":-1,"city":7,"key":1,"content":[]}',
  'lines with wrong fields': `[${line},{"id":null},{"id":"y","name":"Pot","price":"NaN","quantity":1e400},{"id":"z","name":{},"price":-4,"quantity":0.5}]`,
  'a line with a price beyond every number': `[{"id":"x","name":"Pan","image":"","price":1e308,"quantity":9007199254740991}]`,
  'two hundred lines': `[${Array.from({ length: 200 }, (_, index) => line.replace('"x"', `"x${index}"`)).join(',')}]`,
  'a million characters': `"${'a'.repeat(1_000_000)}"`,
  'a prototype': '{"__proto__":{"polluted":true},"constructor":{"prototype":{}}}',
};

for (const [position, { area, key, address }] of keys.entries()) {
  test(`the shop works with a corrupt value of ${key} in storage at its start, or when another tab writes it`, ({
    visit,
  }) =>
    visit({}, async ({ page, token, expectNoneUncaught }) => {
      const write = (value: string) =>
        page.evaluate(([name, ...entry]) => window[name as Area].setItem(...entry), [area, key, value] as const);
      const runCase = async (value: string, isLater: boolean) => {
        await page.goto('/login');
        await page.evaluate((session) => {
          localStorage.clear();
          sessionStorage.clear();
          localStorage.setItem('auth_token', session);
        }, token);
        if (isLater) await page.goto(address);
        await write(value);
        if (isLater) {
          await page.evaluate(
            ([name, changed, newValue]) => {
              const storageArea = window[name as Area];
              window.dispatchEvent(
                new StorageEvent('storage', { key: changed, newValue, oldValue: null, storageArea }),
              );
            },
            [area, key, value] as const,
          );
        } else await page.goto(address);
        await expectSoundScreen(page);
        // A corrupt token ends the session, at once or with the next call: the page of the sign-in has no frame.
        const signIn = page.getByRole('heading', { name: 'Welcome back' });
        if (key === 'auth_token') await expect(page.getByRole('contentinfo').or(signIn).first()).toBeVisible();
        else if (address === '/register') {
          await expect(page.getByRole('heading', { name: 'Create your account' })).toBeVisible();
        } else await expectFrame(page);
        expect(await page.evaluate(() => 'polluted' in {})).toBe(false);
        expectNoneUncaught();
      };
      const cases = Object.entries(values).map(([fault, value], index): FaultCase => {
        const isLater = (position + index) % 2 === 1;
        return { fault, place: isLater ? 'from another tab' : 'at the start', run: () => runCase(value, isLater) };
      });
      await runCases('corrupt values in storage', cases);
    }));
}

/** Ways in which a browser refuses storage. */
const refusals: Readonly<Record<string, (page: Page) => Promise<unknown>>> = {
  'storage is full': (page) =>
    page.addInitScript(() => {
      Storage.prototype.setItem = () => {
        throw new DOMException('The quota has been exceeded.', 'QuotaExceededError');
      };
    }),
  'every access throws': (page) =>
    page.addInitScript(() => {
      for (const name of ['localStorage', 'sessionStorage']) {
        Object.defineProperty(window, name, {
          get() {
            throw new DOMException('Access is denied for this document.', 'SecurityError');
          },
        });
      }
    }),
  'there is no storage': (page) =>
    page.addInitScript(() => {
      for (const name of ['localStorage', 'sessionStorage']) Object.defineProperty(window, name, { value: null });
    }),
  'cookies are off': (page) =>
    page.addInitScript(() => {
      Object.defineProperty(Document.prototype, 'cookie', {
        get() {
          throw new DOMException('Access is denied for this document.', 'SecurityError');
        },
      });
      Object.defineProperty(navigator, 'cookieEnabled', { value: false });
    }),
};

test('a shopper buys while the browser refuses storage', async ({ visit }) => {
  const buy = (refuse: (page: Page) => Promise<unknown>) =>
    visit({ isSignedIn: false, pieces: 0 }, async ({ page, shopper, product }) => {
      await refuse(page);
      await page.goto(`/product/${product.id}`);
      await page.getByRole('main').getByRole('button', { name: 'Add to Cart' }).first().click();
      await expect(page.getByRole('banner').getByRole('link', { name: 'Cart, 1 item' })).toBeVisible();
      await expectSoundScreen(page);
      await page.getByRole('main').getByRole('button', { name: 'Checkout' }).click();
      await fillFields(page, { Email: shopper.email, Password: shopper.password });
      await page.getByRole('button', { name: 'Sign in' }).click();
      await expect(page.getByRole('heading', { name: 'Checkout', level: 1 })).toBeVisible();
      await fillFields(page, typedAddress);
      await expectFields(page, typedAddress);
      await page.getByRole('button', { name: 'Place Order' }).click();
      await expect(page.getByRole('heading', { name: 'Complete Your Payment' })).toBeVisible();
      await expectSoundScreen(page);
    });
  const cases = Object.entries(refusals).map(
    ([fault, refuse]): FaultCase => ({ fault, place: 'the purchase', run: () => buy(refuse) }),
  );
  await runCases('storage that the browser refuses', cases);
});
