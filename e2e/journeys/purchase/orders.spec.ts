import { setTheme } from '../../fixtures/screens';
import { expect, test } from '../../fixtures/shop';
import { phone } from '../../fixtures/slow-phone';

test.use(phone);

test('a shopper on a phone goes from the thank-you page to the orders, one order, its receipt, and the cart again', async ({
  page,
  header,
  storeApi,
  shopper,
  signedIn,
  orders,
}) => {
  const product = await storeApi.simpleProduct();
  const token = await signedIn(shopper);
  const older = await storeApi.placeOrder(token, product.id);
  const newer = await storeApi.placeOrder(token, product.id, 2);

  await page.goto(`/order-success?orderId=${newer}`);
  const receipt = page.getByRole('region', { name: `Order ${newer}` });
  await expect(receipt).toContainText(product.title);
  await page.getByRole('link', { name: 'View My Orders' }).click();
  await expect(orders.heading).toBeVisible();

  await expect(orders.order(newer).getByRole('table')).toBeVisible();
  await expect(orders.order(older).getByRole('table')).toBeHidden();
  await orders.order(older).getByText('1 item').first().click();
  await expect(orders.order(older).getByRole('table')).toBeVisible();
  await orders.order(newer).getByRole('heading').click();
  await expect(orders.order(newer).getByRole('table')).toBeHidden();

  // A phone has two actions in a row, and the others on demand.
  const view = orders.order(older).getByRole('link', { name: 'View Order' });
  await expect(view).toBeHidden();
  await orders
    .order(older)
    .getByRole('button', { name: `More for order ${older}` })
    .click();
  await view.click();
  await expect(page.getByRole('heading', { level: 1, name: `Order ${older}` })).toBeVisible();
  await expect(page.getByRole('list', { name: 'Order progress' })).toBeVisible();

  // The print has no control.
  const copy = page.getByRole('button', { name: /^Copy the number/ });
  await expect(copy).toBeVisible();
  await page.emulateMedia({ media: 'print' });
  for (const control of [page.getByRole('banner'), page.getByRole('contentinfo'), header.toasts, copy]) {
    await expect(control).toBeHidden();
  }
  await expect(page.getByRole('main').getByText('Tamra & Teak', { exact: true })).toBeVisible();
  await expect(page.getByText('Payment: not received yet')).toBeVisible();
  await expect(page.getByRole('list', { name: 'Order progress' })).toBeHidden();
  // Paper is light, whatever the theme of the screen is.
  await setTheme(page, 'dark');
  await expect(page.locator('body')).toHaveCSS('background-color', 'rgb(255, 255, 255)');
  await expect(page.getByRole('heading', { level: 1 })).toHaveCSS('color', 'rgb(0, 0, 0)');
  await page.emulateMedia({ media: 'screen' });

  await page.getByRole('button', { name: `More for order ${older}` }).click();
  await page.getByRole('button', { name: 'Order Again' }).click();
  await expect(page).toHaveURL(/\/cart$/);
  await expect(page.getByRole('main')).toContainText(product.title);
  await expect(header.toasts.getByText('1 item, at current prices')).toBeVisible();
});
