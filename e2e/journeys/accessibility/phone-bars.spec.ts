import { expect, test } from '../../fixtures/shop';

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
