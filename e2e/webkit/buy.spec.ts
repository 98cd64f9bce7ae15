import { shippingAddress } from '../fixtures/store-api';
import { expect, test } from './webkit';

/** The steps of `journeys/purchase/buy.spec.ts`, in WebKit. */
test('a visitor browses, filters, chooses a size, signs in on the way, pays by card and sees the order Processing', async ({
  webkit,
  shopper,
  storeApi,
}) => {
  await webkit.open('/');
  await webkit.waitForOne('heading', 'Elevate Your Culinary Experience');
  await webkit.click('link', 'Browse Collection');
  await webkit.waitForOne('heading', 'Explore Categories');
  await webkit.click('link', 'Cookware');
  await webkit.waitForOne('heading', 'Cookware');

  await webkit.open('/products?category=women');
  await webkit.waitForOne('heading', "Women's Ethnic Wear");
  const { count } = await storeApi.products({ category: 'women', gender: 'Women', limit: 12 });
  await webkit.waitForText(`Showing 1 to 12 of ${count} items`);
  expect(await webkit.all('article')).toHaveLength(12);
  await webkit.click('link', 'Page 2');
  await webkit.waitForAddress(/page=2/);
  await webkit.waitForText('Showing 13 to');
  const [, subCategory = ''] = await webkit.options('Sub-category');
  await webkit.choose('Sub-category', subCategory);
  await webkit.waitForAddress(/parentCategory=/);
  await webkit.waitForOne('heading', subCategory);
  expect((await webkit.address()).searchParams.get('page')).toBeNull();

  const { product, sizes } = await storeApi.productWithSizes();
  await webkit.open(`/product/${product.id}`);
  await webkit.waitForOne('heading', product.title);
  await webkit.click('button', 'Add to Cart');
  await webkit.waitForText('Please select a size');
  await webkit.check(sizes[1] ?? '');
  await webkit.click('button', 'Increase quantity');
  await webkit.click('button', 'Add to Cart');
  await webkit.waitForAddress(/\/cart$/);
  await webkit.waitForText(product.title);
  await webkit.waitForOne('link', 'Cart, 2 items');

  await webkit.click('button', 'Checkout');
  await webkit.waitForText('Please login to proceed with checkout');
  await webkit.waitForOne('heading', 'Welcome back');
  await webkit.type('Email', shopper.email);
  await webkit.type('Password', shopper.password);
  await webkit.click('button', 'Sign in');

  await webkit.waitForOne('heading', 'Checkout');
  await webkit.type('Full Name', shippingAddress.fullName);
  await webkit.type('Address', shippingAddress.address);
  await webkit.type('City', shippingAddress.city);
  await webkit.type('State', shippingAddress.state);
  await webkit.type('Postal Code', shippingAddress.postalCode);
  await webkit.type('Phone', shippingAddress.phone);
  await webkit.click('button', 'Place Order');

  await webkit.waitForOne('heading', 'Complete Your Payment');
  const orderId = (await webkit.address()).searchParams.get('orderId') ?? '';
  expect(orderId).not.toBe('');
  await webkit.waitForOne('link', 'Cart');
  await webkit.check('Card');
  await webkit.check('I agree to the terms of sale');
  await webkit.clickToLeave('button', 'Pay Now', /\/sandbox\/pay$/);

  // The bank's own page, on another origin, posts back and returns to the shop.
  await webkit.clickToLeave('button', /^Pay/, /\/order-success/);
  await webkit.waitForOne('heading', 'Thank You for Your Order!');
  await webkit.waitUntilReady();
  await webkit.click('link', 'View My Orders');
  await webkit.waitForOne('heading', 'My Orders');
  await webkit.waitForText(orderId);
  await webkit.waitForText('Processing');
});
