import type { BrowserContext } from '@playwright/test';
import { PNG } from 'pngjs';
import { type FakeAnswers, fakeStoreApi } from '../fixtures/fake-store-api';

/** Fixed store API responses: screenshots depend on neither the date nor a database. */
const storeInfo = {
  storeName: 'Tamra & Teak',
  companyName: 'Tamra & Teak Home Private Limited',
  companyAddress: '14 Lavelle Road, Bengaluru, Karnataka 560001, India',
  companyPhone: '+91 80 4000 1414',
  companyEmail: 'care@tamra-teak.example',
  description: 'Copper, iron, stone and teak for the Indian kitchen.',
  categories: ['Cookware', 'Kitchen Storage and Containers', 'Kitchen Tools'],
  socialLinks: {},
  policies: {},
};

const product = (number: number) => ({
  id: `p${number}-fixed`,
  title: ['Hammered Copper Saucepan', 'Cast-Iron Kadhai', 'Steel Stockpot', 'Triply Frying Pan'][number % 4],
  description: 'Hand-hammered from 2 mm copper and lined with tin: it answers the flame within seconds.',
  // The shop draws a placeholder for a product without a picture.
  imgUrl: '',
  images: [],
  category: 'Cookware',
  parentCategory: 'Pans',
  regularPrice: 4850 - number * 100,
  discountedPrice: number % 2 ? null : 4190 - number * 100,
  createdAt: '2025-01-05T06:30:00.000Z',
  attributes: [{ key: 'size', value: ['18 cm', '22 cm'] }],
});
const products = Array.from({ length: 12 }, (_, at) => product(at));

const search = {
  data: products,
  pagination: { page: 1, limit: 12, total: 30, totalPages: 3 },
  sorts: ['relevance', 'featured', 'price-asc', 'price-desc'],
  isComplete: true,
  indexed: 30,
  facets: {
    categories: [{ value: 'Cookware', count: 30 }],
    parentCategories: [{ value: 'Pans', count: 30 }],
    colours: [],
    sizes: [{ value: '18 cm', count: 30 }],
    price: { min: 3750, max: 4850 },
  },
};

/** An order that is Processing. */
const order = {
  id: 'TT-FIXED00001',
  status: 1,
  createdAt: '2025-01-05T06:30:00.000Z',
  items: [{ id: 'p0-fixed', productTitle: 'Hammered Copper Saucepan', quantity: 2, price: 4190 }],
  shippingAddress: { address: '14 Lavelle Road', city: 'Bengaluru', state: 'Karnataka', postalCode: '560001' },
};

const fields = [
  { name: 'phone', label: 'Mobile number', type: 'tel', rules: { required: true, minLength: 13, maxLength: 13 } },
  { name: 'terms', label: 'I agree to the terms of sale', type: 'checkbox', rules: { required: true } },
];

const answers: FakeAnswers = [
  [/\/storeInfo$/, storeInfo],
  [/\/products$/, { data: products, count: 30, pagination: { page: 1, limit: 12, total: 30, totalPages: 3 } }],
  [/\/accountInfo$/, { firstName: 'Asha', lastName: 'Rao', email: 'asha@example.com', createdAt: order.createdAt }],
  [/\/orders$/, [order]],
  [/\/orders\/[^/]+$/, order],
  [/\/payments\/fields$/, { fields }],
];

/**
 * A sand-coloured picture in place of every photograph, because the catalogue's pictures change. A picture of one pixel would have
 * the natural width 0 in a small slot, as one that failed to load.
 */
const side = 32;
const sand = PNG.sync.write(
  Object.assign(new PNG({ width: side, height: side }), {
    data: Buffer.alloc(4 * side * side, Buffer.from([216, 201, 178, 255])),
  }),
);

/**
 * Answers store API calls with the fixed responses; signs a shopper in and fills the cart.
 *
 * @param orderStatus Status of the order. Default: 1, Processing. A payment needs 0, Pending. Specification 3, "Order".
 * @param hasSizes Whether the product has sizes. Default: false, as the line of the cart has none.
 */
export async function stubStoreApi(
  context: BrowserContext,
  orderStatus = order.status,
  hasSizes = false,
): Promise<void> {
  const line = { id: 'p0-fixed', name: 'Hammered Copper Saucepan', image: '', price: 4190, quantity: 2 };
  const single = hasSizes ? product(0) : { ...product(0), attributes: [] };
  await fakeStoreApi(
    context,
    [[/\/orders$/, [{ ...order, status: orderStatus }]], [/\/products\/[^/]+$/, single], ...answers],
    [line],
  );
  await context.route(/\.(avif|webp|jpe?g)(\?|$)/, (route) => route.fulfill({ contentType: 'image/png', body: sand }));
  // The shop, not the store API, answers a search.
  await context.route(/\/-\/search\?/, (route) => route.fulfill({ json: search }));
  await context.addInitScript(() => localStorage.setItem('theme', 'light'));
}
