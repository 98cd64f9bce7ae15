import { type FaultCase, runCases, spread } from '../fixtures/faults/fault-cases';
import { expect, expectFields, fillFields, listOrders, readStoredCart, test } from '../fixtures/faults/faults';
import { type Answer, type ApiCall, callFaults, FaultyApi } from '../fixtures/faults/faulty-api';
import { type Buying, forms, type PurchaseForm } from '../fixtures/faults/purchase-forms';
import { expectSoundScreen } from '../fixtures/faults/screen-check';
import { shortenTimeLimits } from '../fixtures/faults/time-lapse';

/** A form whose submit fails. */
interface FailingForm extends Omit<PurchaseForm, 'call'> {
  call: ApiCall;
  /** What the shopper reads after a failure. */
  messages: (fault: string) => (string | RegExp)[];
}

const tracking: FailingForm = {
  name: 'order tracking',
  call: { method: 'GET', path: /^\/orders\/./ },
  isSignedIn: false,
  open: async ({ page, placeOrder, shopper }: Buying) => {
    await page.goto('/track-order');
    const values = { 'Order Number': await placeOrder(), 'Email or Phone': shopper.email };
    await fillFields(page, values);
    return values;
  },
  button: 'Track Order',
  messages: () => ['Failed to find order. Please check your information and try again.'],
  expectDone: (page) => expect(page.getByRole('main').getByRole('table')).toBeVisible(),
};

/** The first forms get the first faults: the shop does not read the answer to a registration, so that its body cannot be wrong. */
const failingForms: readonly FailingForm[] = [
  {
    ...forms.registration,
    messages: () => [/^Registration failed\. Please try using a different email provider/, 'Registration Error'],
  },
  { ...forms.checkout, messages: () => ['Error placing order', 'Please try again later.'] },
  {
    ...forms.signIn,
    messages: (fault) => [
      /refuses|does not answer/.test(fault)
        ? 'No response from server. Please try again later.'
        : 'Authentication failed: Token is missing in the response',
    ],
  },
  { ...forms.payment, messages: () => ['Failed to process payment. Please try again later.'] },
  tracking,
];

test('a failed submit keeps what was typed in each form, and the next submit works once', async ({
  visit,
  storeApi,
}) => {
  const runCase = (form: FailingForm, fault: string, answer: Answer) =>
    visit({ isSignedIn: form.isSignedIn }, async (current) => {
      const { page, token, product } = current;
      await shortenTimeLimits(page);
      const buying = { ...current, placeOrder: () => storeApi.placeOrder(token, product.id) };
      const api = await FaultyApi.start(page);
      const typed = await form.open(buying);
      const submit = page.getByRole('main').getByRole('button', { name: form.button });

      api.fail(form.call, answer);
      await submit.click();
      for (const message of form.messages(fault)) {
        await expect(page.getByText(message, { exact: typeof message === 'string' }).first()).toBeVisible();
      }
      expect(api.count, 'the form was sent once').toBe(1);
      await expect(submit).toBeEnabled();
      await expectFields(page, typed);
      await expectSoundScreen(page);
      expect(Object.values(await readStoredCart(page))).toEqual([2]);

      api.end();
      await submit.click();
      await form.expectDone(page);
      if (form.name === 'checkout') {
        expect(await readStoredCart(page)).toEqual({});
        expect(await listOrders(current), 'the shopper has one order').toHaveLength(1);
      }
      await expectSoundScreen(page);
    });
  const cases = spread(failingForms, Object.entries(callFaults), 4).map(
    ([form, [fault, answer]]): FaultCase => ({ fault, place: form.name, run: () => runCase(form, fault, answer) }),
  );
  await runCases('failures of forms', cases);
});
