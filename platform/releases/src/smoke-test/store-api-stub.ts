import type { OrderJson } from '@shop/api-contract/schemas/order';
import type { PaymentFieldJson } from '@shop/api-contract/schemas/payment';
import type { ProductJson, ProductListJson } from '@shop/api-contract/schemas/product';
import type { StoreInfoJson } from '@shop/api-contract/schemas/store-info';
import type { AccountInfoJson } from '@shop/api-contract/schemas/user';

/*
 * Fixed responses of the store API for smoke tests. They do not depend on a database or the time, so the result of a smoke
 * test depends on the composition only.
 */
const createdAt = '2025-01-05T06:30:00.000Z';

const storeInfo: StoreInfoJson = {
  storeName: 'A store',
  companyName: 'A company',
  companyAddress: '1 MG Road, Pune 411001',
  companyPhone: '+91 20 4000 1234',
  companyEmail: 'care@store.example',
  companyLogoUrl: '',
  description: 'What a page needs to start.',
  categories: ['Cookware', 'Kitchen Tools'],
  socialLinks: {},
  policies: { terms: '<h2>Terms</h2><p>Be kind.</p>' },
};

export const product: ProductJson = {
  id: 'p1',
  title: 'Saucepan',
  description: 'Two litres.',
  imgUrl: null,
  category: 'Cookware',
  parentCategory: 'Pans',
  regularPrice: 4999,
  discountedPrice: 4499,
  createdAt,
  images: [],
  attributes: [{ key: 'size', value: ['18 cm', '22 cm'] }],
};

const products: ProductListJson = {
  data: [product],
  count: 1,
  pagination: { page: 1, limit: 12, total: 1, totalPages: 1 },
};

const account: AccountInfoJson = { firstName: 'Asha', lastName: 'Rao', email: 'asha@store.example', createdAt };

export const order: OrderJson = {
  id: 'TT-0000000001',
  status: 1,
  createdAt,
  items: [{ id: product.id, productTitle: product.title, quantity: 2, price: 4499 }],
  shippingAddress: {
    fullName: 'Asha Rao',
    address: '1 MG Road',
    city: 'Pune',
    state: 'Maharashtra',
    postalCode: '411001',
    phone: '+919876543210',
  },
  total: 8998,
};

const paymentFields: { fields: PaymentFieldJson[] } = {
  fields: [{ name: 'phone', label: 'Mobile number', type: 'tel', rules: { required: true } }],
};

const responses: [path: RegExp, body: object][] = [
  [/\/storeInfo$/, storeInfo],
  [/\/products$/, products],
  [/\/products\/[^/]+$/, product],
  [/\/accountInfo$/, { data: account }],
  [/\/orders$/, [order]],
  [/\/orders\/[^/]+$/, order],
  [/\/payments\/fields$/, paymentFields],
];

/**
 * Finds the response of the store API to a GET, or to the `POST /orders` of a purchase, which returns the order.
 *
 * @returns Undefined for a call that the stub does not have.
 */
export function getStubResponse(method: string, pathname: string): object | undefined {
  if (method === 'POST') return pathname.endsWith('/orders') ? order : undefined;
  return responses.find(([path]) => path.test(pathname))?.[1];
}
