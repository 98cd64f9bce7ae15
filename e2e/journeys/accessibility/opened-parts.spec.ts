import type { Page } from '@playwright/test';
import { findViolations } from '../../fixtures/accessibility';
import { createHindi, findEnglish } from '../../fixtures/hindi';
import { expect, type Stage, setTheme, test, themes } from '../../fixtures/screens';
import { shippingAddress } from '../../fixtures/store-api';

const phone = { width: 390, height: 844 };
const desktop = { width: 1280, height: 800 };

const english = (text: string) => text;
const languages = {
  English: { prefix: '', texts: () => english },
  Hindi: { prefix: '/hi', texts: createHindi },
};
type Language = keyof typeof languages;

/** A part of a screen that shows after a step of the shopper, or with certain data. */
interface Part {
  name: string;
  window?: typeof phone;
  /** @param open Opens a path in the language. @param t Returns a text of an app or a package in the language. */
  show: (stage: Stage, open: (path: string) => Promise<unknown>, t: typeof createHindi) => Promise<void>;
}

const main = (page: Page) => page.getByRole('main');

const parts: readonly Part[] = [
  {
    name: 'the open sheet of filters',
    show: async ({ page }, open, t) => {
      await open('/products?category=women&size=M');
      await main(page)
        .getByRole('button', { name: t('mf-catalog')('Filters'), exact: true })
        .click();
      await expect(page.getByRole('dialog', { name: t('mf-catalog')('Filters') })).toBeVisible();
    },
  },
  {
    name: 'the open suggestions under the search',
    window: desktop,
    show: async ({ page }, open, t) => {
      await open('/contact');
      await page.getByRole('combobox', { name: t('shell')('Search the shop') }).pressSequentially('tawa');
      await expect(page.getByRole('listbox', { name: t('shell')('Suggestions') })).toBeVisible();
      await expect(page.getByRole('option', { name: /₹/ }).first()).toBeVisible();
    },
  },
  {
    name: 'a declined payment',
    show: async ({ page, order }, open) => {
      await open(`/payment?orderId=${(await order()).orderId}&outcome=declined`);
      await expect(main(page).getByRole('alert')).toBeVisible();
    },
  },
  {
    name: 'the open menu of an order',
    show: async ({ page, order }, open, t) => {
      const { orderId } = await order();
      await open('/orders');
      const more = t('mf-account-orders')('More for order {id}').replace('{id}', orderId);
      await main(page).getByRole('button', { name: more }).click();
      await expect(main(page).getByRole('button', { name: more })).toHaveAttribute('aria-expanded', 'true');
    },
  },
  {
    name: 'a product with colours',
    show: async ({ page, storeApi }, open) => {
      const { data } = await storeApi.products({ category: 'women', gender: 'Women', limit: 100 });
      const coloured = data.find(({ attributes }) => attributes.some(({ key }) => /^colou?rs?$/i.test(key)));
      await open(`/product/${coloured?.id}`);
      await expect(main(page).getByRole('radio').first()).toBeAttached();
    },
  },
  {
    name: 'the thanks for an order that is paid in cash',
    show: async ({ page, storeApi, signIn }, open) => {
      const { token } = await signIn();
      const orderId = await storeApi.placeOrder(token, (await storeApi.simpleProduct()).id);
      await storeApi.payInCash(token, orderId);
      await open(`/order-success?orderId=${orderId}`);
      await expect(main(page).getByRole('region', { name: orderId })).toBeVisible();
    },
  },
  {
    name: 'an account with an address on the device',
    show: async ({ page, signIn }, open, t) => {
      await signIn();
      await page.addInitScript(
        (address) => localStorage.setItem('until-sign-out:checkout_address', address),
        JSON.stringify(shippingAddress),
      );
      await open('/account');
      await expect(
        main(page).getByRole('region', { name: t('mf-account-orders')('Address on this device') }),
      ).toBeVisible();
    },
  },
];

for (const { name, window = phone, show: showPart } of parts) {
  for (const language of Object.keys(languages) as Language[]) {
    test(`${name} in ${language} has no WCAG 2.2 AA violation in any theme`, async ({ page, show }) => {
      const { prefix, texts } = languages[language];
      await page.setViewportSize(window);
      // Reduced motion ends transitions before axe reads colours.
      await page.emulateMedia({ reducedMotion: 'reduce' });
      await show({ name, show: (stage) => showPart(stage, (path) => page.goto(prefix + path), texts) });
      for (const theme of themes) {
        await setTheme(page, theme);
        expect.soft(await findViolations(page), theme).toEqual([]);
      }
      if (language === 'Hindi') expect.soft(await findEnglish(page)).toEqual([]);
    });
  }
}
