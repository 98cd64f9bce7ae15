import { expect, test } from '../../fixtures/shop';

test('Back after a reload of a product returns to its card on page 2, and then to the place on page 1', async ({
  page,
  productList,
}) => {
  await productList.open('women');
  await productList.pageLink('Page 2').click();
  await expect(productList.showing(/^Showing 13 to /)).toBeVisible();
  const card = productList.cards.nth(7);
  const name = (await card.getByRole('heading').textContent()) ?? '';
  await card.getByRole('link').first().click();
  await expect(page.getByRole('heading', { level: 1, name })).toBeVisible();
  await page.reload();
  await page.goBack();
  await expect(page).toHaveURL(/page=2/);
  await expect(productList.card(name)).toBeInViewport();
  await page.goBack();
  await expect(productList.showing(/^Showing 1 to /)).toBeInViewport();
});
