import * as v from 'valibot';
import { createdOrderDecoder, orderDecoder, orderListDecoder } from './order';
import { paymentFieldsDecoder, paymentResponseDecoder } from './payment';
import { nullableProductDecoder, productDecoder, productPageDecoder } from './product';
import { productSearchDecoder } from './product-search';
import { storeInfoBodyDecoder, storeInfoDecoder } from './store-info';
import { accountInfoDecoder, tokenDecoder } from './user';

const product = (more: object = {}) => v.parse(productDecoder, { id: 7, title: ' Kadhai ', ...more });

describe('productDecoder', () => {
  it('derives name, price and original price [3.product-01 3.product-02 3.product-03]', () => {
    expect(product({ regularPrice: 100, discountedPrice: 80 })).toMatchObject({
      id: '7',
      name: 'Kadhai',
      price: 80,
      originalPrice: 100,
    });
    expect(product({ regularPrice: '100' })).toMatchObject({ price: 100 });
    expect(product({ regularPrice: 100, discountedPrice: 80 }).originalPrice).toBe(100);
    expect(product()).toMatchObject({ price: 0 });
  });

  it.each([0, null, 'none', Number.NaN, -5])(
    'treats a discounted price of %p as absent [3.product-03 R.08-3]',
    (discountedPrice) => {
      const decoded = product({ regularPrice: 100, discountedPrice });
      expect(decoded.price).toBe(100);
      expect(decoded).not.toHaveProperty('originalPrice');
    },
  );

  it.each([
    [
      ['S', 'M', ''],
      ['S', 'M'],
    ],
    ['["S","M"]', ['S', 'M']],
    [['UK 8, EU 42'], ['UK 8, EU 42']],
    ['["UK 8, EU 42"]', ['UK 8, EU 42']],
    ['S, M,,', ['S', 'M']],
    [
      [7, 8],
      ['7', '8'],
    ],
    ['[not json', ['[not json']],
    [null, []],
  ])('reads sizes %p as %p [3.product-06 R.08-2]', (value, sizes) => {
    expect(product({ attributes: [{ key: 'SIZES', value }] }).sizes).toEqual(sizes);
  });

  it.each([
    ['colors', 'color', '[3.product-08 R.08-1]'],
    ['colors', 'Colours', '[3.product-08 R.08-1]'],
    ['colors', 'COLORS', '[3.product-08 R.08-1]'],
    ['sizes', 'size', '[3.product-06 R.08-1]'],
    ['sizes', 'SIZES', '[3.product-06 R.08-1]'],
  ] as const)('reads %s from the key %s %s', (name, key, _tag) => {
    expect(product({ attributes: [null, { key, value: ['One'] }] })[name]).toEqual(['One']);
  });

  it('lists every other attribute once as a text', () => {
    const attributes = [
      { key: 'Size', value: ['S'] },
      { key: 'featured', value: ['true'] },
      { key: ' power ', value: ['1,200 W'] },
      { key: 'Power', value: ['900 W'] },
      { key: 'finishes', value: '["Matt","Gloss"]' },
      { key: 'care', value: [' ', 'Wipe.'] },
      { key: 'blank', value: '' },
      { key: '', value: 'x' },
      'not an attribute',
    ];
    expect(product({ attributes }).details).toEqual([
      { key: 'power', value: '1,200 W' },
      { key: 'finishes', value: 'Matt, Gloss' },
      { key: 'care', value: 'Wipe.' },
    ]);
    expect(product({ attributes: 'none' }).details).toEqual([]);
  });

  it('passes on id, description, category and parent category [3.product-09]', () => {
    const more = { description: 'Tinned by hand.', category: 'Cookware', parentCategory: 'Pots and Pans' };
    expect(product(more)).toMatchObject({ id: '7', ...more });
  });

  it('uses imgUrl, else the first image, and drops invalid images [3.product-04]', () => {
    const images = [
      null,
      { url: '' },
      { url: '/a.jpg', width: 'x', sources: [{ type: 'image/avif', srcset: '/a.avif 1x' }, 3] },
    ];
    expect(product({ images })).toMatchObject({
      image: '/a.jpg',
      images: [{ url: '/a.jpg', alt: '', sources: [{ type: 'image/avif', srcset: '/a.avif 1x' }] }],
    });
    expect(product({ imgUrl: '/b.jpg', images }).image).toBe('/b.jpg');
    expect(product({ imgUrl: null }).image).toBe('');
  });

  it('marks a product as featured when its featured attribute contains true [3.product-05]', () => {
    expect(product({ attributes: [{ key: 'Featured', value: ['true'] }] }).featured).toBe(true);
    expect(product({ attributes: [{ key: 'featured', value: true }] }).featured).toBe(true);
    expect(product({ attributes: [{ key: 'featured', value: 'false' }] }).featured).toBe(false);
  });
});

describe('productPageDecoder', () => {
  const data = [{ id: 'a', title: 'A' }];
  it.each([
    [{ data, pagination: { total: '30' }, count: 5 }, 30],
    [{ data, count: '5' }, 5],
    [{ data, pagination: { total: 'many' } }, 1],
    [{ data: [] }, 0],
  ])('reads the total of %j as %p [3.list-01 R.07-1]', (body, total) => {
    expect(v.parse(productPageDecoder, body).total).toBe(total);
  });

  it('drops invalid products, and fails when no product is valid', () => {
    expect(v.parse(productPageDecoder, { data: [null, ...data, { id: 'b' }] }).products).toHaveLength(1);
    expect(v.safeParse(productPageDecoder, { data: [{ bad: true }] }).success).toBe(false);
  });

  it.each([null, 'x', [], {}, { data: {} }])('rejects %j as a product page', (body) => {
    expect(v.safeParse(productPageDecoder, body).success).toBe(false);
  });
});

test('decodes an empty product response as null', () => {
  for (const body of [null, undefined, '', {}]) expect(v.parse(nullableProductDecoder, body)).toBeNull();
  expect(v.safeParse(nullableProductDecoder, { id: 'a' }).success).toBe(false);
});

test('decodes store information with missing and invalid fields', () => {
  expect(v.parse(storeInfoDecoder, {})).toMatchObject({ storeName: '', categories: [], ownPolicies: [] });
  expect(
    v.parse(storeInfoDecoder, {
      storeName: 5,
      categories: [' Cookware ', 3, ''],
      socialLinks: { Instagram: 'https://example.com', evil: 'javascript:alert(1)' },
    }),
  ).toMatchObject({ storeName: '5', categories: ['Cookware'], socialLinks: { instagram: 'https://example.com' } });
  for (const body of ['x', null, []]) expect(v.safeParse(storeInfoDecoder, body).success).toBe(false);
});

test('passes on the ten fields of store information unchanged [1.identity-01 3.store-01 3.store-02 7.calls-06]', () => {
  const info = {
    storeName: 'Tamra & Teak',
    companyName: 'Tamra Home Private Limited',
    companyAddress: '14 Lavelle Road, Bengaluru 560001',
    companyPhone: '+91 80 4000 1234',
    companyEmail: 'care@tamra.example',
    companyLogoUrl: 'https://tamra.example/logo.svg',
    description: 'Kitchen goods made to be handed down.',
    categories: ['Cookware', 'Men'],
    socialLinks: { instagram: 'https://www.instagram.com/tamra' },
    policies: { terms: '<p>Ours</p>' },
  };
  expect(v.parse(storeInfoDecoder, info)).toEqual({ ...info, ownPolicies: ['terms'] });
});

test('decodes the languages of policies, and ignores invalid ones', () => {
  const translatedPolicies = { hi: ['terms'] };
  expect(v.parse(storeInfoDecoder, { translatedPolicies })).toMatchObject({ translatedPolicies });
  expect(v.parse(storeInfoDecoder, { translatedPolicies: { hi: 'terms' } })).not.toHaveProperty('translatedPolicies');
});

test.each([
  [
    { min: 0, max: 7 },
    { min: 0, max: 7 },
  ],
  [
    { min: 5, max: 5, unit: 'day' },
    { min: 5, max: 5 },
  ],
  [
    { min: '5', max: '7' },
    { min: 5, max: 7 },
  ],
  [{ min: 9, max: 7 }, undefined],
  [{ min: 0, max: 0 }, undefined],
  [{ min: -1, max: 7 }, undefined],
  [{ min: 1.5, max: 7 }, undefined],
  [{ max: 7 }, undefined],
  ['5 to 7', undefined],
])('decodes the delivery time %j as %j', (deliveryDays, expected) => {
  expect(v.parse(storeInfoDecoder, { deliveryDays }).deliveryDays).toEqual(expected);
});

test('passes on any object as the body of store information', () => {
  expect(v.parse(storeInfoBodyDecoder, { storeName: 5, more: [] })).toEqual({ storeName: 5, more: [] });
  for (const body of [null, [], 'x', undefined]) expect(v.safeParse(storeInfoBodyDecoder, body).success).toBe(false);
});

test('decodes the account from data if present, else from the body [3.user-01 R.07-3]', () => {
  const asha = { firstName: 'Asha', lastName: 'Rao', email: 'a@b.in', createdAt: '2025-01-05T00:00:00.000Z' };
  expect(v.parse(accountInfoDecoder, { data: asha })).toEqual(asha);
  expect(v.parse(accountInfoDecoder, { ...asha, createdAt: 'soon' })).toEqual({ ...asha, createdAt: '' });
  expect(v.safeParse(accountInfoDecoder, {}).success).toBe(false);
});

test('decodes a token only when it is a non-blank string [7.calls-02]', () => {
  expect(v.parse(tokenDecoder, { token: 'abc' })).toBe('abc');
  for (const body of [null, {}, { token: '' }, { token: 5 }]) expect(v.parse(tokenDecoder, body)).toBeNull();
});

describe('order decoders', () => {
  it('sets a missing order status to 0 and joins the address [3.order-01 3.order-02 3.order-03]', () => {
    expect(
      v.parse(orderDecoder, {
        id: 9,
        date: '2025-01-05',
        items: [{ id: 1, productTitle: 'Tawa', quantity: '2', price: '99.5' }, null],
        shippingAddress: { address: '1 MG Road', city: 'Pune', state: null, postalCode: 411001 },
      }),
    ).toEqual({
      id: '9',
      status: 0,
      date: '2025-01-05T00:00:00.000Z',
      items: [{ id: '1', name: 'Tawa', quantity: 2, price: 99.5 }],
      address: '1 MG Road, Pune, 411001',
    });
  });

  it.each([
    [{ createdAt: '2025-01-05', date: '2024-01-01' }, '2025-01-05T00:00:00.000Z'],
    [{ createdAt: 'soon', date: '2025-01-05' }, '2025-01-05T00:00:00.000Z'],
    [{ createdAt: 'soon', date: null }, ''],
  ])('takes the order date from createdAt, else from date: %j [3.order-02]', (dates, date) => {
    expect(v.parse(orderDecoder, { id: 1, ...dates }).date).toBe(date);
  });

  it('reads what an API adds to an order, and nothing that is unreadable', () => {
    const more = { paymentMethod: 'Cash on delivery', dueOnDelivery: '9998' };
    const order = { id: 1, shippingAddress: { fullName: ' Asha Rao ', city: 'Pune' } };
    expect(v.parse(orderDecoder, { ...order, ...more })).toMatchObject({
      recipient: 'Asha Rao',
      paymentMethod: 'Cash on delivery',
      dueOnDelivery: 9998,
    });
    const decoded = v.parse(orderDecoder, { id: 1, paymentMethod: {}, dueOnDelivery: -1, shippingAddress: 'Pune' });
    expect(decoded).not.toHaveProperty('recipient');
    expect(decoded).not.toHaveProperty('paymentMethod');
    expect(decoded).not.toHaveProperty('dueOnDelivery');
  });

  it('decodes an order list, and an order list under data', () => {
    expect(v.parse(orderListDecoder, [{ id: 1 }])).toHaveLength(1);
    expect(v.parse(orderListDecoder, { data: [] })).toEqual([]);
    expect(v.safeParse(orderListDecoder, { error: 'x' }).success).toBe(false);
  });

  it('decodes the id of a created order from id, else from data.id [R.07-4]', () => {
    expect(v.parse(createdOrderDecoder, { id: 12 })).toMatchObject({ id: '12' });
    expect(v.parse(createdOrderDecoder, { data: { id: 'o1' } })).toMatchObject({ id: 'o1' });
    expect(v.safeParse(createdOrderDecoder, { ok: true }).success).toBe(false);
  });

  it('decodes items and total of a created order when the response carries them', () => {
    const items = [{ id: 'p1', productTitle: 'Tawa', quantity: 2, price: '99.5' }];
    expect(v.parse(createdOrderDecoder, { id: 'o1', items, total: 199 })).toEqual({
      id: 'o1',
      items: [{ id: 'p1', name: 'Tawa', quantity: 2, price: 99.5 }],
      total: 199,
    });
    expect(v.parse(createdOrderDecoder, { data: { id: 'o1', total: '199' } })).toMatchObject({ total: 199, items: [] });
    for (const total of [-1, 'free', null, undefined]) {
      expect(v.parse(createdOrderDecoder, { id: 'o1', total })).toMatchObject({ total: undefined });
    }
  });
});

describe('payment decoders', () => {
  it('decodes payment fields from a list or under fields, and replaces invalid parts with defaults [7.calls-17 R.07-2 R.31-1]', () => {
    const odd = {
      name: 'upi',
      type: 'slider',
      options: ['A', { value: 'b' }, null],
      rules: { required: 'true', maxLength: '13' },
    };
    const [field] = v.parse(paymentFieldsDecoder, { fields: [odd, { name: 'upi', label: 'Twice' }] });
    expect(field).toMatchObject({
      label: 'upi',
      type: 'text',
      options: [
        { label: 'A', value: 'A' },
        { label: 'b', value: 'b' },
      ],
      rules: { required: true, maxLength: 13 },
    });
    expect(v.parse(paymentFieldsDecoder, [odd])).toHaveLength(1);
    expect(v.safeParse(paymentFieldsDecoder, null).success).toBe(false);
  });

  it('accepts only a literal true as a successful payment and keeps form values unchanged', () => {
    expect(v.parse(paymentResponseDecoder, { success: 'yes' }).success).toBe(false);
    const response = v.parse(paymentResponseDecoder, {
      success: true,
      action: { type: 'redirect_post', formParams: { data: { sum: ' a= ', amount: 5, live: false } } },
    });
    expect(response.action?.formParams).toEqual({
      type: '',
      url: '',
      data: { sum: ' a= ', amount: '5', live: 'false' },
    });
  });
});

describe('productSearchDecoder', () => {
  const product = { id: '7', title: 'Tawa', regularPrice: 900 };

  it('reads products, facets and orders', () => {
    const facets = { colours: [{ value: 'Red', count: 2 }], price: { min: 100, max: '900' } };
    const json = {
      data: [product],
      pagination: { total: 40 },
      facets,
      sorts: ['newest', 'by-mood'],
      isComplete: false,
    };
    expect(v.parse(productSearchDecoder, { ...json, indexed: 30_000 })).toMatchObject({
      products: [{ id: '7', price: 900 }],
      total: 40,
      facets: { colours: [{ value: 'Red', count: 2 }], sizes: [], price: { min: 100, max: 900 } },
      sorts: ['newest'],
      isComplete: false,
      indexed: 30_000,
    });
  });

  it('accepts a response with products alone', () => {
    const facets = { categories: [], parentCategories: [], colours: [], sizes: [], price: null };
    const expected = { total: 1, facets, sorts: [], isComplete: true, indexed: 1 };
    expect(v.parse(productSearchDecoder, { data: [product] })).toMatchObject(expected);
  });

  it('rejects a response without a list', () => {
    expect(v.is(productSearchDecoder, { error: 'busy' })).toBe(false);
  });
});
