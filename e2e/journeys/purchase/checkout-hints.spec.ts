import { Keyboard } from '../../fixtures/keyboard';
import { expect, test } from '../../fixtures/shop';

test('checkout by keyboard alone: the PIN code suggests city and state, a doubtful mobile number is corrected or sent anyway', async ({
  page,
  productPage,
  cart,
  checkout,
  payment,
  shopper,
  signedIn,
  storeApi,
}) => {
  const keyboard = new Keyboard(page);
  const field = (label: string) => page.getByLabel(label, { exact: true });
  await signedIn(shopper);
  await productPage.open((await storeApi.simpleProduct()).id);
  await keyboard.activate(page.getByRole('main').getByRole('button', { name: 'Add to Cart' }).first());
  await expect(cart.lines).toHaveCount(1);
  await keyboard.activate(page.getByRole('main').getByRole('button', { name: 'Checkout' }));
  await expect(checkout.heading).toBeFocused();

  await keyboard.type(field('Full Name'), 'Asha Rao');
  await keyboard.type(field('Address'), '1 MG Road');
  await keyboard.type(field('Postal Code'), '411001');
  await expect(field('City')).toHaveValue('Pune');
  await expect(field('City')).toHaveAccessibleDescription('Suggested from the PIN code');
  await expect(field('State')).toHaveValue('Maharashtra');

  // Enter in a field sends the form. The question takes the focus, and its first answer leads back to the field.
  await keyboard.type(field('Phone'), '12345');
  await page.keyboard.press('Enter');
  const question = page.getByRole('region', { name: 'Please check your address' });
  await expect(question).toBeFocused();
  await expect(question).toContainText('12345 is not an Indian mobile number of ten digits.');
  await keyboard.activate(question.getByRole('button', { name: 'Correct it' }));
  await expect(field('Phone')).toBeFocused();
  await keyboard.expectFocusVisible();

  // Another doubtful number closes the question and is asked about in turn.
  await page.keyboard.type('6');
  await expect(question).toBeHidden();
  await page.keyboard.press('Enter');
  await expect(question).toContainText('123456 is not an Indian mobile number');
  await keyboard.activate(question.getByRole('button', { name: 'Send anyway' }));
  await expect(payment.heading).toBeFocused();
  await expect(page).toHaveURL(/\/payment\?orderId=/);
});
