import { expect, test } from '../../fixtures/shop';
import { phone } from '../../fixtures/slow-phone';
import { shippingAddress } from '../../fixtures/store-api';

test.use(phone);

test('a shopper on a phone goes Back from payment, finds the order that waits, pays it or changes it', async ({
  page,
  productPage,
  cart,
  checkout,
  payment,
  shopper,
  signedIn,
  storeApi,
}) => {
  const product = await storeApi.simpleProduct();
  await signedIn(shopper);
  await productPage.open(product.id);
  await productPage.increaseQuantity();
  await productPage.addToCart();
  await cart.checkout();
  await checkout.fillAddress();
  await checkout.placeOrder();
  await expect(payment.heading).toBeVisible();
  const paymentUrl = page.url();
  const orderId = new URL(paymentUrl).searchParams.get('orderId') ?? '';
  expect(orderId).not.toBe('');

  const waiting = page.getByRole('region', { name: 'Your order is waiting for payment' });
  await page.goBack();
  await expect(waiting).toContainText(`Order ${orderId}. No payment has arrived yet.`);
  const items = waiting.getByRole('list', { name: 'Items' }).getByRole('listitem');
  await expect(items).toHaveCount(1);
  await expect(items).toContainText(product.title);
  await waiting.getByRole('link', { name: 'Pay now' }).click();
  await expect(payment.heading).toBeVisible();
  await expect(page).toHaveURL(paymentUrl);
  await expect(page.getByRole('main')).toContainText(orderId);

  await page.goBack();
  await waiting.getByRole('button', { name: 'Change the order' }).click();
  await expect(page).toHaveURL('/cart');
  await expect(cart.lines).toHaveCount(1);
  await expect(cart.lines).toContainText(product.title);
  await expect(cart.lines.getByLabel('Quantity', { exact: true })).toHaveValue('2');
  await cart.checkout();
  await expect(page.getByLabel('City', { exact: true })).toHaveValue(shippingAddress.city);
  await expect(page.getByRole('button', { name: 'Place Order' })).toBeEnabled();
});
