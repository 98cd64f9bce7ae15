import { readStoredCart } from '../../fixtures/faults/faults';
import { waitUntilReady } from '../../fixtures/page-ready';
import { expect, test } from '../../fixtures/shop';
import { openBeforeScripts, phone } from '../../fixtures/slow-phone';

test.use(phone);

test('a shopper with a session and a cart sees both before the scripts run', async ({
  page,
  context,
  header,
  shopper,
  signedIn,
}) => {
  await signedIn(shopper);
  const line = { id: 'k', name: 'Kadhai', image: '', price: 5, quantity: 2 };
  await context.addInitScript((text) => localStorage.setItem('cart', text), JSON.stringify([line]));
  await openBeforeScripts(page, '/products?category=cookware');
  await expect(header.account).toBeVisible();
  await expect(header.login).toBeHidden();
  await expect(header.cart(2)).toHaveText('2');
});

test('two taps on a card count before the scripts run, and once each after it', async ({
  page,
  storeApi,
  productList,
  header,
}) => {
  const { id, title } = await storeApi.simpleProduct();
  const loadScripts = await openBeforeScripts(page, '/products?category=cookware');
  const add = productList.card(title).getByRole('button', { name: 'Add to Cart' });
  await add.tap();
  await expect(header.cart(1)).toHaveText('1');
  await expect(header.toasts).toHaveText(`Added to cart ${title}`);
  await add.tap();
  await expect(header.cart(2)).toHaveText('2');
  await expect(header.toasts).toHaveText(`Cart updated ${title}`);
  expect(await readStoredCart(page)).toEqual({ [id]: 2 });

  loadScripts();
  await waitUntilReady(page);
  await expect(header.cart(2)).toHaveText('2');
  expect(await readStoredCart(page)).toEqual({ [id]: 2 });
  await add.tap();
  await expect(header.cart(3)).toHaveText('3');
});
