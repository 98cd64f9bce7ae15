import { Keyboard } from '../../fixtures/keyboard';
import { expect, screens, test } from '../../fixtures/screens';
import { shippingAddress } from '../../fixtures/store-api';

test('the purchase works with the keyboard alone, with a visible focus and an announcement of every page', async ({
  page,
  header,
  cart,
  payment,
  shopper,
  storeApi,
}) => {
  test.setTimeout(180_000);
  const keyboard = new Keyboard(page);
  const main = page.getByRole('main');
  const arrivesAt = async (heading: string, title = heading) => {
    await expect(main.getByRole('heading', { level: 1, name: heading })).toBeFocused();
    await expect(page).toHaveTitle(new RegExp(`^${title}`));
  };
  const { product: sized } = await storeApi.productWithSizes();

  // The first stop skips the header.
  await page.goto('/');
  await expect(main.getByRole('heading', { level: 1 })).toBeVisible();
  await keyboard.activate(page.getByRole('link', { name: 'Skip to content' }));
  await expect(main).toBeFocused();

  await keyboard.activate(main.getByRole('link', { name: 'Browse Collection' }).first());
  await arrivesAt('Explore Categories');
  await keyboard.activate(main.getByRole('link', { name: /^Cookware/ }).first());
  await arrivesAt('Cookware');

  // A card shows its buttons on focus, and a screen reader announces the toast.
  const card = main.getByRole('article').first();
  await keyboard.activate(card.getByRole('button', { name: 'Add to Cart' }));
  await expect(header.toasts.locator('[aria-live="polite"]:not([data-early-toast])')).toContainText(/Added to cart/);
  await keyboard.expectFocusKept();
  await expect(header.cart(1)).toBeVisible();

  await keyboard.activate(main.getByRole('article').nth(1).getByRole('link'));
  await expect(main.getByRole('heading', { level: 1 })).toBeFocused();
  await keyboard.activate(main.getByRole('button', { name: 'Back' }), 'Shift+Tab');
  await arrivesAt('Cookware');

  // The message of a missing size is beside the sizes; arrow keys choose one.
  await page.goto(`/product/${sized.id}`);
  await expect(main.getByRole('heading', { level: 1, name: sized.title })).toBeVisible();
  const sizes = main.getByRole('radiogroup', { name: /size/i });
  await keyboard.activate(main.getByRole('button', { name: 'Add to Cart' }).first());
  await expect(header.toasts.getByText('Please select a size', { exact: true })).toBeVisible();
  await expect(sizes).toHaveAccessibleDescription('Choose one of these');
  await expect(sizes.getByRole('radio').first()).toBeFocused();
  await page.keyboard.press('Space');
  await page.keyboard.press('ArrowRight');
  await expect(sizes.getByRole('radio').nth(1)).toBeChecked();
  await keyboard.expectFocusVisible();
  await keyboard.activate(main.getByRole('button', { name: 'Increase quantity' }));
  await keyboard.activate(main.getByRole('button', { name: 'Add to Cart' }).first());
  await arrivesAt('Your cart');
  await expect(cart.lines).toHaveCount(2);

  // Removing a line moves the focus to its neighbour and is announced; so is the step to one piece.
  await keyboard.activate(cart.lines.first().getByRole('button', { name: /^Remove/ }));
  await expect(header.toasts.locator('[aria-live="polite"]:not([data-early-toast])')).toContainText(
    /Removed from cart/,
  );
  await expect(cart.lines).toHaveCount(1);
  await expect(cart.lines.getByRole('button', { name: /^Remove/ })).toBeFocused();

  // F6 moves to Undo at the end of the document. Undo restores the line and the focus.
  const lineThatStayed = cart.lines.getByRole('button', { name: /^Remove/ }).last();
  await page.keyboard.press('F6');
  await expect(header.toasts.getByRole('button', { name: 'Undo' })).toBeFocused();
  await keyboard.expectFocusVisible();
  await page.keyboard.press('Enter');
  await expect(cart.lines).toHaveCount(2);
  await expect(lineThatStayed).toBeFocused();
  await keyboard.activate(cart.lines.first().getByRole('button', { name: /^Remove/ }), 'Shift+Tab');
  await expect(cart.lines).toHaveCount(1);
  // Tab reaches Undo after the footer, and Undo returns the focus to the cart.
  await page.getByRole('contentinfo').getByRole('link').last().focus();
  await keyboard.activate(header.toasts.getByRole('button', { name: 'Undo' }));
  await expect(cart.lines).toHaveCount(2);
  await expect(cart.lines.getByRole('button', { name: /^Remove/ }).last()).toBeFocused();
  await keyboard.activate(cart.lines.first().getByRole('button', { name: /^Remove/ }), 'Shift+Tab');
  await expect(cart.lines).toHaveCount(1);
  await keyboard.activate(cart.lines.getByRole('button', { name: 'Decrease quantity' }), 'Shift+Tab');
  await expect(cart.lines.getByLabel('Quantity', { exact: true })).toHaveValue('1');
  await expect(cart.lines.getByRole('button', { name: 'Increase quantity' })).toBeFocused();

  await keyboard.activate(main.getByRole('button', { name: 'Checkout' }));
  await arrivesAt('Welcome back');
  // The first invalid field has the focus, and its error is its description.
  await keyboard.activate(main.getByRole('button', { name: 'Sign in' }));
  await expect(page.getByLabel('Email')).toBeFocused();
  await expect(page.getByLabel('Email')).toHaveAccessibleDescription('Invalid email address');
  await page.keyboard.type(shopper.email);
  await keyboard.type(page.getByLabel('Password'), shopper.password);
  await page.keyboard.press('Enter');

  await arrivesAt('Checkout');
  await keyboard.type(page.getByLabel('Full Name', { exact: true }), shippingAddress.fullName);
  await keyboard.type(page.getByLabel('Address', { exact: true }), shippingAddress.address);
  await keyboard.type(page.getByLabel('City', { exact: true }), shippingAddress.city);
  await keyboard.type(page.getByLabel('State', { exact: true }), shippingAddress.state);
  await keyboard.type(page.getByLabel('Postal Code', { exact: true }), shippingAddress.postalCode);
  await keyboard.type(page.getByLabel('Phone', { exact: true }), shippingAddress.phone);
  await keyboard.activate(main.getByRole('button', { name: 'Place Order' }));

  await arrivesAt('Complete Your Payment', 'Payment');
  const method = (name: string) => page.getByRole('radio', { name, exact: true });
  await keyboard.tabTo(method('UPI app'));
  await page.keyboard.press('ArrowDown');
  await page.keyboard.press('ArrowDown');
  await expect(method('Card')).toBeChecked();
  await keyboard.tabTo(page.getByLabel('I agree to the terms of sale'));
  await page.keyboard.press('Space');
  await expect(page.getByLabel('I agree to the terms of sale')).toBeChecked();
  await keyboard.activate(main.getByRole('button', { name: 'Pay Now' }));

  await expect(payment.bankHeading).toBeVisible();
  const confirm = payment.bankButton;
  while (!(await confirm.evaluate((element) => element === document.activeElement))) await page.keyboard.press('Tab');
  await page.keyboard.press('Enter');
  await expect(main.getByRole('heading', { level: 1, name: 'Thank You for Your Order!' })).toBeVisible();
  await expect(page).toHaveTitle(/./);
  await keyboard.activate(main.getByRole('link', { name: /orders/i }));
  await arrivesAt('My Orders');
});

test('a failed sign-in is announced and leaves the focus on the button', async ({
  page,
  header,
  login,
  consoleErrors,
}) => {
  consoleErrors.expect(/40\d|Sign-in failed/i);
  await page.goto('/login');
  await page.getByLabel('Email').fill('nobody@example.com');
  await page.getByLabel('Password').fill('not-the-password');
  await new Keyboard(page).activate(page.getByRole('button', { name: 'Sign in' }));
  await expect(header.toasts.locator('[aria-live="polite"]:not([data-early-toast])')).toContainText('Error');
  await expect(page.getByRole('button', { name: 'Sign in' })).toBeFocused();
  await expect(login.heading).toBeVisible();
});

test('the phone menu opens, traps the focus, closes on Escape and returns the focus', async ({ page }) => {
  await page.setViewportSize({ width: 390, height: 844 });
  await page.goto('/');
  const keyboard = new Keyboard(page);
  const menu = page.getByRole('button', { name: 'Menu', exact: true });
  await keyboard.activate(menu);
  const dialog = page.getByRole('dialog', { name: 'Menu' });
  await expect(dialog).toBeVisible();
  await keyboard.tabTo(dialog.getByRole('link', { name: 'Track Order' }));
  await page.keyboard.press('Escape');
  await expect(dialog).toBeHidden();
  await expect(menu).toBeFocused();

  await keyboard.activate(page.getByRole('link', { name: 'Login' }));
  await expect(page.getByRole('heading', { level: 1 })).toBeFocused();
});

test('a section that loads after Try Again receives the focus', async ({ page, show }) => {
  const down = screens.find(({ name }) => name === 'section-unavailable');
  if (!down) throw new Error('no such screen');
  await show(down);
  await new Keyboard(page).tabTo(page.getByRole('button', { name: 'Try Again' }));
  // The page also tries again by itself, and puts the focus in the same place.
  await page.unroute('**/r/mf-cart-checkout/**');
  await page.keyboard.press('Enter');
  await expect(page.getByRole('heading', { level: 1, name: 'Your cart is empty' })).toBeVisible();
  await expect(page.getByRole('main').locator(':focus').or(page.locator('main:focus'))).toHaveCount(1);
});
