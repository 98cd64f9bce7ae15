import jsQR from 'jsqr';
import { PNG } from 'pngjs';
import { addresses } from '../../fixtures/addresses';
import { expect, test } from '../../fixtures/shop';

const paidHeading = 'This order is paid';

test('a QR code that was paid leads to the thanks, and the payment page then offers no form [4.order-01]', async ({
  page,
  request,
  placeOrder,
  payment,
}) => {
  const orderId = await placeOrder();
  await page.goto(`/payment?orderId=${orderId}`);
  await payment.chooseMethod('UPI QR code');
  await payment.agree();
  await payment.pay();
  await expect(payment.qr).toBeVisible();
  const { data, width, height } = PNG.sync.read(await payment.qr.screenshot());
  const link = jsQR(new Uint8ClampedArray(data), width, height)?.data ?? '';
  const reference = new URL(link).searchParams.get('tr');
  const confirmation = `${new URL(addresses.api).origin}/sandbox/upi/${reference}/confirm`;
  for (let count = 0; count < 2; count += 1) {
    expect(await (await request.post(confirmation)).json()).toEqual({ orderId, status: 1 });
  }
  await expect(page.getByRole('heading', { name: 'Thank You for Your Order!' })).toBeVisible({ timeout: 10_000 });
  await page.goto(`/payment?orderId=${orderId}`);
  await expect(page.getByRole('heading', { name: paidHeading })).toBeVisible();
  await expect(page.getByRole('button', { name: 'Pay Now' })).toHaveCount(0);
  await expect(page.getByRole('main').getByRole('link', { name: 'View Order' })).toHaveAttribute(
    'href',
    `/orders/${orderId}`,
  );
});

test('a bank page that is used again leads to the thanks, and the form that still stands learns of the payment', async ({
  page,
  context,
  placeOrder,
  payment,
  consoleErrors,
}) => {
  consoleErrors.expect(/favicon\.ico|409/);
  const orderId = await placeOrder();
  const other = await context.newPage();
  await other.goto(`/payment?orderId=${orderId}`);
  await expect(other.getByRole('button', { name: 'Pay Now' })).toBeVisible();
  await page.goto(`/payment?orderId=${orderId}`);
  await payment.chooseMethod('Net banking');
  await payment.agree();
  await payment.pay();
  await page.waitForURL(/\/sandbox\/pay\?/);
  const bankPage = page.url();
  await payment.confirmAtBank();
  const thanks = page.getByRole('heading', { name: 'Thank You for Your Order!' });
  await expect(thanks).toBeVisible();
  // Back, and the address of the bank in a second tab.
  await page.goBack();
  await expect(thanks.or(page.getByRole('heading', { name: /Confirm your payment|This order is paid/ }))).toBeVisible();
  await page.goto(bankPage);
  await expect(thanks).toBeVisible();

  await other.bringToFront();
  await other.evaluate(() => window.dispatchEvent(new Event('focus')));
  await expect(other.getByRole('heading', { name: paidHeading })).toBeVisible();
});

test('the page says to a Hindi shopper that the bank declined, with the chosen method', async ({
  page,
  placeOrder,
  consoleErrors,
}) => {
  consoleErrors.expect(/favicon\.ico/);
  await page.goto(`/hi/payment?orderId=${await placeOrder()}`);
  const card = page.getByRole('radio', { name: 'कार्ड', exact: true });
  await card.check();
  await page.getByRole('main').getByRole('checkbox').last().check();
  await page.getByRole('main').locator('button[type=submit]').click();
  await page.getByRole('button', { name: 'अस्वीकार करें' }).or(page.locator('button.decline')).click();
  await expect(page).toHaveURL(/\/hi\/payment\?orderId=.*outcome=declined/);
  await expect(page.getByRole('main').getByRole('alert')).toContainText('आपके बैंक ने पेमेंट अस्वीकार कर दिया');
  await expect(card).toBeChecked();
  await page.reload();
  await expect(card).toBeChecked();
});

test('a keyboard that composes fills in a card, and digits before +91 come behind it', async ({
  page,
  placeOrder,
  payment,
}) => {
  await page.goto(`/payment?orderId=${await placeOrder()}`);
  await payment.chooseMethod('Card');
  const keyboard = await page.context().newCDPSession(page);
  const card = page.getByLabel('Card number');
  await card.focus();
  for (const text of ['4', '41', '411', '4111', '41111']) {
    await keyboard.send('Input.imeSetComposition', { text, selectionStart: text.length, selectionEnd: text.length });
  }
  await keyboard.send('Input.insertText', { text: '41111' });
  await expect(card).toHaveValue('4111 1');
  await card.pressSequentially('234');
  await expect(card).toHaveValue('4111 1234');
  await card.press('Home');
  await card.pressSequentially('5');
  await expect(card).toHaveValue('5411 1123 4');
  await expect.poll(() => card.evaluate((input: HTMLInputElement) => input.selectionStart)).toBe(1);
  await page.getByLabel('Valid until').pressSequentially('12/2030');
  await expect(page.getByLabel('Valid until')).toHaveValue('12/30');

  await payment.phone.fill('');
  await expect(payment.phone).toHaveValue('+91');
  await payment.phone.press('Home');
  await payment.phone.pressSequentially('98765');
  await expect(payment.phone).toHaveValue('+9198765');
});
