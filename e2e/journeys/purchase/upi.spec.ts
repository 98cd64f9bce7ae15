import jsQR from 'jsqr';
import { PNG } from 'pngjs';
import { expect, test } from '../../fixtures/shop';
import { phone } from '../../fixtures/slow-phone';

test.use(phone);

test('a UPI app that does not open keeps the typed form, and the shopper can choose another payment method', async ({
  page,
  placeOrder,
  payment,
}) => {
  await payment.ignoreAppLinks();
  await page.goto(`/payment?orderId=${await placeOrder()}`);
  await payment.chooseMethod('UPI app');
  await payment.fillPhone('98765 43210');
  await payment.agree();
  await payment.pay();
  await expect(payment.appHeading).toBeVisible();
  await expect(payment.appLink).toHaveAttribute('href', /^upi:\/\/pay\?.*pa=.+@/);
  await payment.backToForm();
  await expect(payment.phone).toHaveValue(/98765\s?43210$/);
  await payment.chooseMethod('UPI QR code');
  await payment.pay();
  await expect(payment.qrHeading).toBeVisible();
});

test('a UPI QR code is readable and contains this order and its amount [1.product-05 2.payment-02]', async ({
  page,
  storeApi,
  placeOrder,
  payment,
}) => {
  const product = await storeApi.simpleProduct();
  const orderId = await placeOrder(3);

  await page.goto(`/payment?orderId=${orderId}`);
  await expect(payment.heading).toBeVisible();
  await payment.chooseMethod('UPI QR code');
  await payment.fillPhone('98765 43210');
  await payment.agree();
  await payment.pay();
  await expect(payment.qrHeading).toBeVisible();

  const { data: pixels, width, height } = PNG.sync.read(await payment.qr.screenshot());
  const text = jsQR(new Uint8ClampedArray(pixels), width, height)?.data ?? '';
  expect(text).toMatch(/^upi:\/\/pay\?/);
  const link = new URL(text);
  const amount = (product.discountedPrice ?? product.regularPrice) * 3;
  expect(link.searchParams.get('am')).toBe(amount.toFixed(2));
  expect(link.searchParams.get('cu')).toBe('INR');
  expect(link.searchParams.get('pa')).toMatch(/@/);
  expect(link.searchParams.get('pn')).not.toBe('');
  expect(`${link.searchParams.get('tr')} ${link.searchParams.get('tn')}`).toContain(orderId);
  expect(text).not.toContain('+');
});
