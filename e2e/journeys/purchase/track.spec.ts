import { expect, test } from '../../fixtures/shop';
import { shippingAddress } from '../../fixtures/store-api';

test('a guest tracks an order by e-mail and by phone; a stranger cannot [1.product-06 2.track-01 6.roles-04 8.orders-02]', async ({
  page,
  header,
  shopper,
  storeApi,
  trackOrder,
  consoleErrors,
}) => {
  const { data } = await storeApi.products({ category: 'kitchen-tools', limit: 1 });
  const orderId = await storeApi.placeOrder(await storeApi.signIn(shopper), data[0]?.id ?? '', 2);

  await trackOrder.open(orderId);
  await expect(trackOrder.orderNumber).toHaveValue(orderId);
  await trackOrder.track(orderId, shopper.email.toUpperCase());
  await expect(header.toasts.getByText('Your order status has been loaded')).toBeVisible();
  await expect(trackOrder.result).toContainText(data[0]?.title ?? '?');
  await expect(page.getByRole('main')).toContainText('Standard Shipping');
  await expect(page.getByRole('main')).toContainText(shippingAddress.city);

  await page.reload();
  await trackOrder.track(orderId, '098765 43210');
  await expect(trackOrder.result).toContainText(data[0]?.title ?? '?');

  consoleErrors.expect(/404/);
  await trackOrder.track(orderId, 'somebody@else.example');
  await expect(
    header.toasts.getByText('Failed to find order. Please check your information and try again.'),
  ).toBeVisible();
});
