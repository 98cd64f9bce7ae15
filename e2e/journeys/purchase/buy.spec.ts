import { expect, test } from '../../fixtures/shop';

/** The whole purchase: from the home page to a paid order. */
test('a visitor browses, filters, chooses a size, signs in on the way, pays by card and sees the order Processing [1.product-02 1.product-03 1.product-05 1.product-06 2.cart-07 2.checkout-05 2.product-05 2.products-20 4.order-01 4.payment-05 6.roles-03]', async ({
  page,
  header,
  productList,
  productPage,
  cart,
  login,
  checkout,
  payment,
  orders,
  shopper,
  storeApi,
  consoleErrors,
}) => {
  await page.goto('/');
  await expect(page.getByRole('heading', { level: 1, name: 'Elevate Your Culinary Experience' })).toBeVisible();
  await page.getByRole('main').getByRole('link', { name: 'Browse Collection' }).first().click();
  await expect(page.getByRole('heading', { name: 'Explore Categories' })).toBeVisible();

  await header.category('Cookware').click();
  await expect(productList.heading('Cookware')).toBeVisible();

  // This category has several pages and sub-categories.
  await productList.open('women');
  await expect(productList.heading("Women's Ethnic Wear")).toBeVisible();
  const all = await storeApi.products({ category: 'women', gender: 'Women', limit: 12 });
  await expect(productList.cards).toHaveCount(12);
  await expect(productList.showing(`Showing 1 to 12 of ${all.count} items`)).toBeVisible();
  await productList.pageLink('Page 2').click();
  await expect(page).toHaveURL(/page=2/);
  await expect(productList.showing(/Showing 13 to/)).toBeVisible();

  const subCategories = await productList.subCategory.getByRole('option').allTextContents();
  await productList.subCategory.selectOption(subCategories.at(1) ?? '');
  await expect(page).not.toHaveURL(/page=2/);
  await expect(page).toHaveURL(/parentCategory=/);
  await expect(productList.heading(subCategories.at(1) ?? '')).toBeVisible();

  // A product with several sizes needs a chosen size.
  const { product: sized, sizes } = await storeApi.productWithSizes();
  await productPage.open(sized.id);
  await expect(productPage.heading(sized.title)).toBeVisible();
  await productPage.addToCart();
  await expect(header.toasts.getByText('Please select a size', { exact: true })).toBeVisible();
  await productPage.chooseSize(sizes[1] ?? '');
  await productPage.increaseQuantity();
  await productPage.addToCart();
  await expect(page).toHaveURL('/cart');
  await expect(cart.lines).toHaveCount(1);
  await expect(cart.lines).toContainText(sized.title);
  await expect(header.cart(2)).toBeVisible();

  // Checkout requires a session and returns after the sign-in.
  await cart.checkout();
  await expect(header.toasts.getByText('Please login to proceed with checkout')).toBeVisible();
  await expect(login.heading).toBeVisible();
  await login.signIn(shopper);
  await expect(checkout.heading).toBeVisible();
  await checkout.fillAddress();
  await checkout.placeOrder();

  await expect(payment.heading).toBeVisible();
  const orderId = new URL(page.url()).searchParams.get('orderId') ?? '';
  expect(orderId).not.toBe('');
  await expect(header.cart()).toHaveAccessibleName('Cart');
  await payment.chooseMethod('Card');
  await payment.agree();
  await payment.pay();

  // The bank's own page, on another origin, posts back and returns to the shop.
  // The bank's page has no icon; Firefox reports that.
  consoleErrors.expect(/favicon\.ico/);
  await expect(payment.bankHeading).toBeVisible();
  await payment.confirmAtBank();
  await expect(page.getByRole('heading', { name: 'Thank You for Your Order!' })).toBeVisible();
  const receipt = page.getByRole('region', { name: `Order ${orderId}` });
  await expect(receipt).toContainText(sized.title);
  await expect(receipt).toContainText(`Size ${sizes[1]}`);
  await expect(receipt).toContainText('14 Lavelle Road');
  await page
    .getByRole('main')
    .getByRole('link', { name: /orders/i })
    .click();
  await expect(orders.order(orderId)).toContainText('Processing');
  await expect(orders.order(orderId).getByRole('link', { name: 'Pay Now' })).toHaveCount(0);
});

test('a shopper who pays in cash is thanked with the order', async ({ page, payment, placeOrder }) => {
  const orderId = await placeOrder();
  await page.goto(`/payment?orderId=${orderId}`);
  await payment.chooseMethod('Cash on delivery');
  await payment.agree();
  await payment.pay();
  await expect(page.getByRole('heading', { name: 'Thank You for Your Order!' })).toBeVisible();
  await expect(page.getByRole('region', { name: `Order ${orderId}` })).toContainText('14 Lavelle Road');
});
