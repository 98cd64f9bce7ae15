import * as v from 'valibot';
import { createdOrderReading, orderListReading, orderReading } from './order';
import { paymentFieldsReading, paymentReplyReading } from './payment';
import { productOrNothingReading, productPageReading, productReading } from './product';
import { storeInfoBodyReading, storeInfoReading } from './store-info';
import { accountInfoReading, tokenReading } from './user';

const product = (more: object = {}) => v.parse(productReading, { id: 7, title: ' Kadhai ', ...more });

describe('productReading', () => {
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
    'counts a discounted price of %p as absent [3.product-03 R.08-3]',
    (discountedPrice) => {
      const read = product({ regularPrice: 100, discountedPrice });
      expect(read.price).toBe(100);
      expect(read).not.toHaveProperty('originalPrice');
    },
  );

  it.each([
    [
      ['S', 'M', ''],
      ['S', 'M'],
    ],
    ['["S","M"]', ['S', 'M']],
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

  it.each(['color', 'Colours', 'COLORS'])('reads colours from the key %s [3.product-08 R.08-1]', (key) => {
    expect(product({ attributes: [null, { key, value: 'Copper' }] }).colors).toEqual(['Copper']);
  });

  it.each(['size', 'SIZES', 'Size'])('reads sizes from the key %s [3.product-06 R.08-1]', (key) => {
    expect(product({ attributes: [{ key, value: ['One Size'] }] }).sizes).toEqual(['One Size']);
  });

  it('carries id, description, category and parent category [3.product-09]', () => {
    const more = { description: 'Tinned by hand.', category: 'Cookware', parentCategory: 'Pots and Pans' };
    expect(product(more)).toMatchObject({ id: '7', ...more });
  });

  it('takes imgUrl, else the first image, and keeps only readable images [3.product-04]', () => {
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

  it('takes images that have a url and nothing else', () => {
    const images = [{ url: '/a.jpg' }, { url: '/b.jpg' }];
    expect(product({ images }).images.map(({ url }) => url)).toEqual(['/a.jpg', '/b.jpg']);
  });

  it('is featured when the attribute contains true [3.product-05]', () => {
    expect(product({ attributes: [{ key: 'Featured', value: ['true'] }] }).featured).toBe(true);
    expect(product({ attributes: [{ key: 'featured', value: true }] }).featured).toBe(true);
    expect(product({ attributes: [{ key: 'featured', value: 'false' }] }).featured).toBe(false);
  });
});

describe('productPageReading', () => {
  const data = [{ id: 'a', title: 'A' }];
  it.each([
    [{ data, pagination: { total: '30' }, count: 5 }, 30],
    [{ data, count: '5' }, 5],
    [{ data, pagination: { total: 'many' } }, 1],
    [{ data: [] }, 0],
  ])('reads the total of %j as %p [3.list-01 R.07-1]', (body, total) => {
    expect(v.parse(productPageReading, body).total).toBe(total);
  });

  it('drops unreadable items, and fails when no item can be read', () => {
    expect(v.parse(productPageReading, { data: [null, ...data, { id: 'b' }] }).products).toHaveLength(1);
    expect(v.safeParse(productPageReading, { data: [{ bad: true }] }).success).toBe(false);
  });

  it.each([null, 'x', [], {}, { data: {} }])('refuses %j', (body) => {
    expect(v.safeParse(productPageReading, body).success).toBe(false);
  });
});

test('a product by id may be nothing', () => {
  for (const body of [null, undefined, '', {}]) expect(v.parse(productOrNothingReading, body)).toBeNull();
  expect(v.safeParse(productOrNothingReading, { id: 'a' }).success).toBe(false);
});

test('store information survives missing and odd fields', () => {
  expect(v.parse(storeInfoReading, {})).toMatchObject({ storeName: '', categories: [], socialLinks: {}, policies: {} });
  expect(
    v.parse(storeInfoReading, {
      storeName: 5,
      categories: [' Cookware ', 3, ''],
      socialLinks: { Instagram: 'https://example.com', evil: 'javascript:alert(1)' },
    }),
  ).toMatchObject({ storeName: '5', categories: ['Cookware'], socialLinks: { instagram: 'https://example.com' } });
  for (const body of ['x', null, []]) expect(v.safeParse(storeInfoReading, body).success).toBe(false);
});

test('store information carries its ten fields as they came [1.identity-01 3.store-01 3.store-02 7.calls-06]', () => {
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
  expect(v.parse(storeInfoReading, info)).toEqual(info);
});

test('the body of store information is any object, as it came', () => {
  expect(v.parse(storeInfoBodyReading, { storeName: 5, more: [] })).toEqual({ storeName: 5, more: [] });
  for (const body of [null, [], 'x', undefined]) expect(v.safeParse(storeInfoBodyReading, body).success).toBe(false);
});

test('the account is read from data if present, else from the body [3.user-01 R.07-3]', () => {
  const asha = { firstName: 'Asha', lastName: 'Rao', email: 'a@b.in', createdAt: '2025-01-05T00:00:00.000Z' };
  expect(v.parse(accountInfoReading, { data: asha })).toEqual(asha);
  expect(v.parse(accountInfoReading, { ...asha, createdAt: 'soon' })).toEqual({ ...asha, createdAt: '' });
  expect(v.safeParse(accountInfoReading, {}).success).toBe(false);
});

test('a token is a non-blank string [7.calls-02]', () => {
  expect(v.parse(tokenReading, { token: 'abc' })).toBe('abc');
  for (const body of [null, {}, { token: '' }, { token: 5 }]) expect(v.parse(tokenReading, body)).toBeNull();
});

describe('orders', () => {
  it('defaults a missing status to 0 and joins the address [3.order-01 3.order-02 3.order-03]', () => {
    expect(
      v.parse(orderReading, {
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
  ])('takes createdAt or date, whichever is a date: %j [3.order-02]', (dates, date) => {
    expect(v.parse(orderReading, { id: 1, ...dates }).date).toBe(date);
  });

  it('reads a list, and a list under data', () => {
    expect(v.parse(orderListReading, [{ id: 1 }])).toHaveLength(1);
    expect(v.parse(orderListReading, { data: [] })).toEqual([]);
    expect(v.safeParse(orderListReading, { error: 'x' }).success).toBe(false);
  });

  it('reads the id of a created order from id, else data.id [R.07-4]', () => {
    expect(v.parse(createdOrderReading, { id: 12 })).toEqual({ id: '12' });
    expect(v.parse(createdOrderReading, { data: { id: 'o1' } })).toEqual({ id: 'o1' });
    expect(v.safeParse(createdOrderReading, { ok: true }).success).toBe(false);
  });
});

describe('payments', () => {
  it('reads fields from a list or under fields, with odd parts made harmless [7.calls-17 R.07-2 R.31-1]', () => {
    const odd = {
      name: 'upi',
      type: 'slider',
      options: ['A', { value: 'b' }, null],
      rules: { required: 'true', maxLength: '13' },
    };
    const [field] = v.parse(paymentFieldsReading, { fields: [odd, { name: 'upi', label: 'Twice' }] });
    expect(field).toMatchObject({
      label: 'upi',
      type: 'text',
      options: [
        { label: 'A', value: 'A' },
        { label: 'b', value: 'b' },
      ],
      rules: { required: true, maxLength: 13 },
    });
    expect(v.parse(paymentFieldsReading, [odd])).toHaveLength(1);
    expect(v.safeParse(paymentFieldsReading, null).success).toBe(false);
  });

  it('takes only a literal true for a success and posts values as they came', () => {
    expect(v.parse(paymentReplyReading, { success: 'yes' }).success).toBe(false);
    const reply = v.parse(paymentReplyReading, {
      success: true,
      action: { type: 'redirect_post', formParams: { data: { sum: ' a= ', amount: 5, live: false } } },
    });
    expect(reply.action?.formParams).toEqual({ type: '', url: '', data: { sum: ' a= ', amount: '5', live: 'false' } });
  });
});
