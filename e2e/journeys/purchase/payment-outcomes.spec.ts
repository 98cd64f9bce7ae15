import jsQR from 'jsqr';
import { PNG } from 'pngjs';
import { addresses } from '../../fixtures/addresses';
import { createHindi } from '../../fixtures/hindi';
import { waitUntilReady } from '../../fixtures/page-ready';
import { expect, test } from '../../fixtures/shop';
import { phone } from '../../fixtures/slow-phone';

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
  await expect(page.getByRole('heading', { name: 'Thank You for Your Order!' })).toBeVisible();
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
  await waitUntilReady(other);
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

/** How a payment can end without money, and what the page then says. The Back button says nothing. */
const outcomes = {
  declined: 'Your bank declined the payment. No money was taken. Try again, or choose another way to pay.',
  cancelled: 'The payment was cancelled. No money was taken. Try again, or choose another way to pay.',
  expired: 'The time to pay ran out. No money was taken. Try again, or choose another way to pay.',
  pending: 'The bank has not confirmed the payment. Check in My Orders whether it has arrived before you pay again.',
  back: undefined,
} as const;
const declinedUpi =
  'The UPI request was declined. No money was taken. Please check the UPI id or try another way to pay.';

const english = (text: string) => text;
const languages = {
  English: { prefix: '', payment: english, storeApi: english },
  Hindi: { prefix: '/hi', payment: createHindi('mf-payment'), storeApi: createHindi('store-api') },
};

test.describe('on a phone', () => {
  test.use(phone);

  for (const [method, language] of [
    ['UPI app', 'Hindi'],
    ['UPI QR code', 'English'],
    ['Card', 'English'],
    ['Net banking', 'Hindi'],
    ['Wallet', 'English'],
  ] as const) {
    test(`the page says in ${language} how a payment by ${method} ended, keeps the method, offers the others, and the next attempt pays`, async ({
      page,
      request,
      placeOrder,
      payment,
      consoleErrors,
    }) => {
      consoleErrors.expect(/favicon\.ico/);
      await payment.ignoreAppLinks();
      const { prefix, payment: text, storeApi: apiText } = languages[language];
      const isUpi = method.startsWith('UPI');
      const main = page.getByRole('main');
      const alert = main.getByRole('alert');
      const chosen = page.getByRole('radio', { name: apiText(method), exact: true });
      const appLink = page.getByRole('link', { name: text('Open payment app') });
      const upiId = page.getByLabel(apiText('UPI id'));
      const payNow = main.getByRole('button', { name: text('Pay Now') });
      const start = async () => {
        await page.getByLabel(apiText('I agree to the terms of sale')).check();
        await payNow.click();
      };
      const startAndWait = async () => {
        await start();
        if (isUpi) await expect(appLink).toBeVisible();
        else await page.waitForURL(/\/sandbox\/pay/);
      };
      const address = `${prefix}/payment?orderId=${await placeOrder()}`;
      const ends: Readonly<Record<keyof typeof outcomes, () => Promise<unknown>>> = {
        declined: async () => {
          if (isUpi) await upiId.fill('fail@upi');
          await (isUpi ? start() : startAndWait());
          if (!isUpi) await page.getByRole('button', { name: apiText('Decline') }).click();
        },
        back: async () => {
          await startAndWait();
          await (isUpi ? main.getByRole('button', { name: text('Back to payment form') }).click() : page.goBack());
        },
        // Banks and providers of other shops lead back with such an address.
        cancelled: () => startAndWait().then(() => page.goto(`${address}&outcome=cancelled`)),
        expired: () => startAndWait().then(() => page.goto(`${address}&outcome=expired`)),
        pending: () => startAndWait().then(() => page.goto(`${address}&outcome=pending`)),
      };

      await page.goto(address);
      await chosen.check();
      for (const outcome of ['declined', 'cancelled', 'expired', 'pending', 'back'] as const) {
        await test.step(outcome, async () => {
          await ends[outcome]();
          await expect(payNow).toBeEnabled();
          const declined = isUpi && outcome === 'declined' ? apiText(declinedUpi) : undefined;
          const message = outcomes[outcome];
          if (message) await expect(alert).toContainText(declined ?? text(message));
          else await expect(alert).toHaveCount(0);
          await expect(chosen).toBeChecked();
          for (const other of ['UPI app', 'UPI QR code', 'Card', 'Net banking', 'Wallet', 'Cash on delivery']) {
            await expect(page.getByRole('radio', { name: apiText(other), exact: true })).toBeEnabled();
          }
          await page.reload();
          await expect(chosen).toBeChecked();
          if (message && !declined) await expect(alert).toContainText(text(message));
        });
      }

      await startAndWait();
      if (isUpi) {
        const reference = new URL((await appLink.getAttribute('href')) ?? '').searchParams.get('tr');
        await request.post(`${new URL(addresses.api).origin}/sandbox/upi/${reference}/confirm`);
      } else {
        const pay = new RegExp(apiText('Pay {amount}').replace('{amount}', '₹.*'));
        await page.getByRole('button', { name: pay }).click();
      }
      await expect(page.getByRole('heading', { name: text('Thank You for Your Order!') })).toBeVisible();
      await expect(page).toHaveURL(new RegExp(`${prefix}/order-success`));
    });
  }
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
