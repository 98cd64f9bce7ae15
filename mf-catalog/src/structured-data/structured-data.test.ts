import { decodeProducts } from '@shop/api-contract/decoders/product';
import type { StoreInfo } from '@shop/api-contract/decoders/store-info';
import { aProduct } from '@shop/testing/builders';
import { createBreadcrumbJsonLd } from './breadcrumb-json-ld';
import { createProductJsonLd } from './product-json-ld';
import { createWebSiteJsonLd } from './site-json-ld';

const origin = 'https://shop.test';

const createInfo = (more: Partial<StoreInfo> = {}) =>
  ({ storeName: 'Tamra & Teak', companyName: '', ownPolicies: [], ...more }) as StoreInfo;

/** Describes a product as search engines read it. */
function describeProduct(product: Parameters<typeof aProduct>[0], info: Partial<StoreInfo> = {}) {
  const [decoded] = decodeProducts([aProduct(product)]);
  if (!decoded) throw new Error('no product');
  return JSON.parse(JSON.stringify(createProductJsonLd(decoded, origin, createInfo(info), 'en')));
}

it('describes a product without the rating [R.inert-3]', () => {
  const product = describeProduct({ images: [{ url: '/a.jpg' }, { url: '/b.jpg' }] });
  expect(product).toMatchObject({
    '@type': 'Product',
    name: 'Hammered Copper Saucepan',
    image: ['https://shop.test/a.jpg', 'https://shop.test/b.jpg'],
    offers: {
      '@type': 'Offer',
      price: 4999,
      priceCurrency: 'INR',
      url: 'https://shop.test/product/b7c1f2d4-0000-4000-8000-000000000001',
    },
  });
  expect(JSON.stringify(product)).not.toMatch(/rating|4\.8/i);
});

it('describes no availability, because the stock of a product is unknown', () => {
  expect(describeProduct({}).offers).not.toHaveProperty('availability');
});

const ownPolicies = ['shipping', 'return'];

it.each<[string, Partial<StoreInfo>, number | undefined, number | undefined]>([
  ['7 days without policies of the shop', {}, 7, 7],
  ['no days that the shop’s own policies can contradict', { ownPolicies }, undefined, undefined],
  ['the days of delivery that the shop announces', { ownPolicies, deliveryDays: { min: 5, max: 12 } }, 12, undefined],
])('describes free shipping in India, and delivery and return within %s', (_title, info, delivery, returns) => {
  const { shippingDetails, hasMerchantReturnPolicy } = describeProduct({}, info).offers;
  expect(shippingDetails.shippingRate).toMatchObject({ value: 0, currency: 'INR' });
  expect(shippingDetails.shippingDestination.addressCountry).toBe('IN');
  expect(shippingDetails.deliveryTime?.transitTime.maxValue).toBe(delivery);
  expect(hasMerchantReturnPolicy?.merchantReturnDays).toBe(returns);
});

it('describes a product without a price as no offer', () => {
  expect(describeProduct({ regularPrice: 0 })).not.toHaveProperty('offers');
});

it('describes the path to a page in the language of the page', () => {
  const steps = [
    { name: 'होम', path: '/' },
    { name: 'कुकवेयर', path: '/products?category=cookware' },
  ];
  expect(createBreadcrumbJsonLd(steps, origin, 'hi').itemListElement).toEqual([
    { '@type': 'ListItem', position: 1, name: 'होम', item: 'https://shop.test/hi' },
    { '@type': 'ListItem', position: 2, name: 'कुकवेयर', item: 'https://shop.test/hi/products?category=cookware' },
  ]);
});

it('describes the site in the language of the page', () => {
  expect(createWebSiteJsonLd(createInfo(), origin, { language: 'hi', locale: 'hi-IN' })).toMatchObject({
    '@type': 'WebSite',
    url: 'https://shop.test/hi',
    inLanguage: 'hi-IN',
  });
});
