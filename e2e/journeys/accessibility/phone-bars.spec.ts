import { expect, screens, test } from '../../fixtures/screens';

/** A low window, in which the text of a product begins below the fold. */
test.use({ viewport: { width: 390, height: 600 } });

test('a link that scrolls into view on a product page is clear of the buy bar and the bottom bar', async ({
  page,
  storeApi,
}) => {
  await page.goto(`/product/${(await storeApi.simpleProduct()).id}`);
  const main = page.getByRole('main');
  // The second button is the one in the buy bar, which shows because the first is below the fold.
  const buttons = main.getByRole('button', { name: 'Add to Cart' });
  await expect(buttons).toHaveCount(2);
  const link = main.getByRole('link', { name: 'Free delivery within 0-7 working days' });
  await link.evaluate((element) => element.scrollIntoView({ block: 'nearest', behavior: 'instant' }));
  const getTop = (element: Element) => element.getBoundingClientRect().top;
  const bottomOfLink = await link.evaluate((element) => element.getBoundingClientRect().bottom);
  expect(bottomOfLink).toBeGreaterThan(0);
  expect(bottomOfLink).toBeLessThan(await buttons.nth(1).evaluate(getTop));
});

test('a toast on a product page leaves the buy bar and the bottom bar free', async ({ page, storeApi }) => {
  await page.goto(`/product/${(await storeApi.simpleProduct()).id}`);
  const main = page.getByRole('main');
  const buttons = main.getByRole('button', { name: 'Add to Cart' });
  await expect(buttons).toHaveCount(2);
  await page.context().grantPermissions(['clipboard-write']);
  await main.getByRole('button', { name: 'Copy link' }).click();
  const toast = page.getByRole('region', { name: 'Notifications' }).getByRole('listitem');
  await expect(toast).toBeVisible();
  const gap = await toast.evaluate(
    (element, button) => (button?.getBoundingClientRect().top ?? 0) - element.getBoundingClientRect().bottom,
    await buttons.nth(1).elementHandle(),
  );
  expect(gap).toBeGreaterThan(0);
});

test('a toast on the cart covers no button below the header', async ({ page, header, show }) => {
  await page.setViewportSize({ width: 390, height: 844 });
  const cart = screens.find(({ name }) => name === 'cart');
  if (!cart) throw new Error('no such screen');
  await show(cart);
  const main = page.getByRole('main');
  await main
    .getByRole('button', { name: /^Remove/ })
    .first()
    .click();
  await expect(header.toasts.getByRole('listitem')).toBeVisible();
  // One call reads both, because the toast ends.
  const checkout = await main.getByRole('button', { name: 'Checkout' }).elementHandle();
  const gap = await header.toasts
    .getByRole('listitem')
    .evaluate(
      (toast, button) => (button?.getBoundingClientRect().top ?? 0) - toast.getBoundingClientRect().bottom,
      checkout,
    );
  expect(gap).toBeGreaterThan(0);
});

test('in a window of 320 × 256 px no bar stays in view', async ({ page, storeApi }) => {
  await page.setViewportSize({ width: 320, height: 256 });
  await page.goto(`/product/${(await storeApi.simpleProduct()).id}`);
  await page.getByRole('main').getByRole('heading', { level: 2 }).first().scrollIntoViewIfNeeded();
  await expect(page.getByRole('banner')).not.toBeInViewport();
  await expect(page.getByRole('navigation', { name: 'Shortcuts' })).not.toBeInViewport();
  const add = page.getByRole('main').getByRole('button', { name: 'Add to Cart' });
  await expect(add).toHaveCount(2);
  await expect(add.last()).not.toBeInViewport();
});

test('in a window of 360 × 640 px the header leaves a product page, whose buy bar stays', async ({
  page,
  storeApi,
}) => {
  await page.setViewportSize({ width: 360, height: 640 });
  await page.goto(`/product/${(await storeApi.simpleProduct()).id}`);
  await page.getByRole('main').getByRole('heading', { level: 2 }).last().scrollIntoViewIfNeeded();
  await expect(page.getByRole('banner')).not.toBeInViewport();
  await expect(page.getByRole('navigation', { name: 'Shortcuts' })).toBeInViewport({ ratio: 1 });
  await expect(page.getByRole('main').getByRole('button', { name: 'Add to Cart' }).last()).toBeInViewport({ ratio: 1 });
});

test('a phone on its side shows the headline of the home page without scrolling', async ({ page }) => {
  await page.setViewportSize({ width: 844, height: 390 });
  await page.goto('/');
  await expect(page.getByRole('heading', { level: 1 })).toBeInViewport({ ratio: 1 });
});

/** Runs in the page. @returns The bars that cover a part of the focused element. */
function findCoveringBars(): string[] {
  const focused = document.activeElement;
  if (!focused?.closest('main form')) return [];
  const { top, bottom } = focused.getBoundingClientRect();
  const bars = [...document.querySelectorAll('header, nav[aria-label="Shortcuts"]')].filter((bar) => {
    const box = bar.getBoundingClientRect();
    return box.top < bottom && top < box.bottom;
  });
  return bars.map(({ tagName }) => `${tagName} covers ${focused.getAttribute('name') ?? focused.textContent}`);
}

for (const { width, height, text } of [
  { width: 390, height: 600, text: '100%' },
  { width: 320, height: 568, text: '200%' },
]) {
  for (const name of ['checkout', 'payment', 'login']) {
    test(`${width} px, text at ${text}: no bar covers the field of ${name} that has the focus`, async ({
      page,
      show,
    }) => {
      const screen = screens.find((candidate) => candidate.name === name);
      if (!screen) throw new Error('no such screen');
      await page.setViewportSize({ width, height });
      await page.emulateMedia({ reducedMotion: 'reduce' });
      await show(screen);
      await page.evaluate((size) => document.documentElement.style.setProperty('font-size', size), text);
      const stops = page.getByRole('main').locator('form :is(input, select, textarea, button):enabled');
      const covered: string[] = [];
      for (const { key, end } of [
        { key: 'Tab', end: stops.last() },
        { key: 'Shift+Tab', end: stops.first() },
      ]) {
        const isAtEnd = () => end.evaluate((element) => element === document.activeElement);
        for (let presses = 0; presses < 40 && !(await isAtEnd()); presses += 1) {
          await page.keyboard.press(key);
          covered.push(...(await page.evaluate(findCoveringBars)));
        }
        await expect(end).toBeFocused();
      }
      expect(covered).toEqual([]);
    });
  }
}

test('on a low phone, the first button of the home page is above the bottom bar', async ({ page }) => {
  await page.setViewportSize({ width: 360, height: 640 });
  await page.goto('/');
  const button = await page.getByRole('main').getByRole('link', { name: 'Browse Collection' }).boundingBox();
  const bar = await page.getByRole('navigation', { name: 'Shortcuts' }).boundingBox();
  expect(button && button.y + button.height).toBeLessThan(bar?.y ?? 0);
});
