import type { BrowserContext } from '@playwright/test';
import { type FakeAnswers, fakeStoreApi } from '../fixtures/fake-store-api';

const at = (texts: readonly string[], index: number) => texts[index % texts.length] ?? '';

/** Creates a product whose texts are payloads. */
const createProduct = (texts: readonly string[], index: number) => ({
  id: `hostile-${index}`,
  title: at(texts, index),
  description: at(texts, index + 1),
  imgUrl: at(texts, index + 2),
  images: [{ url: at(texts, index + 3), alt: at(texts, index) }],
  category: at(texts, index + 4),
  parentCategory: at(texts, index + 5),
  regularPrice: 100,
  discountedPrice: null,
  createdAt: '2026-01-05T06:30:00.000Z',
  attributes: [{ key: 'size', value: [at(texts, index), at(texts, index + 1)] }],
});

/** Creates an order whose texts are payloads. */
const createOrder = (texts: readonly string[], index: number) => ({
  id: `TT-${at(texts, index)}`,
  status: 1,
  createdAt: '2026-01-05T06:30:00.000Z',
  items: [{ id: 'x', productTitle: at(texts, index), quantity: 1, price: 1 }],
  shippingAddress: Object.fromEntries(
    ['fullName', 'address', 'city', 'state', 'postalCode', 'phone'].map((field, part) => [
      field,
      at(texts, index + part),
    ]),
  ),
  total: 1,
});

const createStoreInfo = (texts: readonly string[]) => ({
  storeName: at(texts, 0),
  companyName: at(texts, 1),
  companyAddress: at(texts, 2),
  companyPhone: at(texts, 3),
  companyEmail: at(texts, 4),
  companyLogoUrl: at(texts, 5),
  description: at(texts, 6),
  categories: texts.slice(0, 8),
  socialLinks: { facebook: at(texts, 0), instagram: at(texts, 1), [at(texts, 2)]: at(texts, 3) },
  policies: Object.fromEntries(
    ['terms', 'privacy', 'refund', 'return', 'shipping'].map((slug, part) => [
      slug,
      texts
        .filter((_text, index) => index % 5 === part)
        .map((text) => `<h2>${text}</h2>${text}<p title="x">${text}</p>`)
        .join('\n'),
    ]),
  ),
});

/** Answers every call of the store API with payloads in each text. The shopper is signed in and has a cart. */
export async function serveHostileStoreApi(context: BrowserContext, texts: readonly string[]): Promise<void> {
  const products = texts.slice(0, 100).map((_text, index) => createProduct(texts, index));
  const orders = texts.slice(0, 50).map((_text, index) => createOrder(texts, index));
  const answers: FakeAnswers = [
    [/\/storeInfo$/, createStoreInfo(texts)],
    [/\/products$/, { data: products, count: 100, pagination: { page: 1, limit: 100, total: 100, totalPages: 1 } }],
    [/\/products\/[^/]+$/, products[0]],
    [
      /\/accountInfo$/,
      { data: { firstName: at(texts, 0), lastName: at(texts, 1), email: at(texts, 2), createdAt: at(texts, 3) } },
    ],
    // The order of the payment page waits for payment.
    [/\/orders$/, [{ ...createOrder(texts, 0), id: 'x', status: 0 }, ...orders]],
    [/\/orders\/[^/]+$/, orders[0]],
    [
      /\/payments\/fields$/,
      texts.slice(0, 6).map((text, index) => ({
        name: `field${index}`,
        label: text,
        placeholder: text,
        description: text,
        type: 'text',
        defaultValue: text,
      })),
    ],
  ];
  const cart = products
    .slice(0, 6)
    .map(({ id, title, imgUrl }) => ({ id, name: title, image: imgUrl, price: 1, quantity: 1 }));
  await fakeStoreApi(context, answers, cart, { error: at(texts, 0) });
}
