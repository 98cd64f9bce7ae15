import { shopWhileCartIsDown } from '../../fixtures/remote-journeys';
import { test } from '../../fixtures/shop';

test('with the cart remote down everything else works, and Try Again shows the cart after its return', async ({
  page,
  context,
  header,
  cart,
  productList,
  unavailable,
  storeApi,
  consoleErrors,
}) => {
  consoleErrors.expect(/mf-cart-checkout|ERR_FAILED|net::/);
  await context.route('**/r/mf-cart-checkout/**', (route) => route.abort());
  await shopWhileCartIsDown({ page, header, cart, productList, unavailable, storeApi }, () =>
    context.unroute('**/r/mf-cart-checkout/**'),
  );
});
