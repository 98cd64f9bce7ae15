import { OrderJson } from '@shop/api-contract/schemas/order';
import { sql } from 'kysely';
import { Check } from 'typebox/value';
import { showOrder } from '../operator/operator-commands';
import { createProductId } from '../products/product-id';
import { readStoreApiSettings } from '../settings';
import { fillOrders } from '../testing/fill-orders';
import { shippingAddress } from '../testing/shipping-address';
import { describeOnEachDatabase } from '../testing/test-databases';
import { type TestStore, useTestStore } from '../testing/test-store';
import { createTexts } from '../texts/texts';
import { assertChoicesOffered, listChosenLines } from './chosen-lines';
import { createOrdersRepository } from './orders.repository';

describeOnEachDatabase('order routes', (open) => {
  const store = useTestStore(open);
  let owner: Awaited<ReturnType<TestStore['signUp']>>;
  beforeAll(async () => {
    owner = await store.signUp();
  });

  const countOrders = async () => (await store.db.selectFrom('customerOrder').select('id').execute()).length;
  const track = (id: string, contactInfo: string) =>
    store.get(`/orders/${id}?contactInfo=${encodeURIComponent(contactInfo)}`);

  it('sets the prices of an order itself, with discounts, and returns the total to pay', async () => {
    const products = { [createProductId('masala-dabba')]: 2, [createProductId('brass-ghee-pot')]: 1 };
    const response = await store.post('/orders', { products, shippingAddress }, owner.headers);
    const order = response.json<OrderJson>();
    expect(response.statusCode).toBe(201);
    expect(Check(OrderJson, order)).toBe(true);
    expect(order).toMatchObject({ status: 0, total: 2 * 1990 + 1350, shippingAddress });
    expect(order.id).toMatch(/^TT-[0-9A-HJKMNP-TV-Z]{10}$/);
    expect(order.items).toEqual([
      { id: createProductId('masala-dabba'), productTitle: 'Masala Dabba with Seven Bowls', quantity: 2, price: 1990 },
      { id: createProductId('brass-ghee-pot'), productTitle: 'Brass Ghee Pot with Spoon', quantity: 1, price: 1350 },
    ]);
  });

  it('keeps the title and price of an order line when the product changes', async () => {
    const id = await store.placeOrder(owner.headers, { 'straw-hat': 1 });
    const hat = store.db.updateTable('product').where('handle', '=', 'straw-hat');
    await hat.set({ title: 'Another hat', regularPaise: 1 }).execute();
    const { items } = (await store.get(`/orders/${id}`, owner.headers)).json<OrderJson>();
    await hat.set({ title: 'Palm-Straw Hat', regularPaise: 109_000 }).execute();
    expect(items[0]).toMatchObject({ productTitle: 'Palm-Straw Hat', price: 1090 });
  });

  it('rejects an order with unknown products, names them and stores nothing', async () => {
    const before = await countOrders();
    const products = { [createProductId('masala-dabba')]: 1, 'no-such-thing': 1, toString: 2 };
    const response = await store.post('/orders', { products, shippingAddress }, owner.headers);
    expect(response.statusCode).toBe(422);
    expect(response.json().error).toBe('These products are not in the shop: no-such-thing, toString.');
    expect(await countOrders()).toBe(before);
  });

  it.each([
    [{ products: {} }, 'The list of products must have at least 1 entry.'],
    [{ products: { a: 0 } }, 'The quantity of a product must be a whole number of 1 or more.'],
    [{ products: { a: 1.5 } }, 'The quantity of a product must be a whole number of 1 or more.'],
    [{ products: { a: '2' } }, 'The quantity of a product must be a whole number of 1 or more.'],
    [{ products: [1] }, 'The list of products must be an object.'],
    [{ shippingAddress: { ...shippingAddress, city: '  ' } }, 'The city must not be blank.'],
    [{ shippingAddress: { ...shippingAddress, phone: undefined } }, 'The phone number is required.'],
  ])('rejects an order with %p', async (part, error) => {
    const body = { products: { [createProductId('masala-dabba')]: 1 }, shippingAddress, ...part };
    const response = await store.post('/orders', body, owner.headers);
    expect(response.statusCode).toBe(400);
    expect(response.json()).toEqual({ error });
  });

  describe('lines', () => {
    const id = 'chosen-shirt';
    const plain = createProductId('masala-dabba');
    const line = { id, quantity: 1, size: 'M', color: 'Madder' };
    const place = (products: Record<string, number>, lines: unknown) =>
      store.post('/orders', { products, shippingAddress, lines }, owner.headers);
    beforeAll(async () => {
      const [dabba] = await store.db.selectFrom('product').selectAll().where('id', '=', plain).execute();
      if (!dabba) throw new Error('The catalogue has no masala dabba.');
      const attributes = JSON.stringify([
        { key: 'Size', value: ['M', 'L'] },
        { key: 'Colours', value: ['Madder', 'Indigo'] },
      ]);
      const shirt = {
        ...dabba,
        id,
        handle: id,
        title: 'boAt Shirt',
        attributes,
        images: '[]',
        colorImages: '[]',
        choices: '[]',
      };
      const pairs = JSON.stringify([
        { key: 'size', value: ['S', 'L'] },
        { key: 'color', value: ['Silver', 'Gold'] },
      ]);
      const choices = JSON.stringify(['S / Gold', 'L / Silver']);
      const kada = { ...shirt, id: 'kada', handle: 'kada', title: 'Kada', attributes: pairs, choices };
      await store.db.insertInto('product').values([shirt, kada]).execute();
    });

    it('become items of their own, with the size and the colour that the shopper chose', async () => {
      const lines = [line, { ...line, size: 'L', quantity: 2 }, { id: plain, quantity: 1 }];
      const { id: orderId, items } = (await place({ [id]: 3, [plain]: 1 }, lines)).json<OrderJson>();
      expect(items.map(({ quantity, size, color }) => [quantity, size, color])).toEqual([
        [1, 'M', 'Madder'],
        [2, 'L', 'Madder'],
        [1, undefined, undefined],
      ]);
      expect((await store.get(`/orders/${orderId}`, owner.headers)).json<OrderJson>().items).toEqual(items);
      const { message } = await showOrder(createOrdersRepository(store.db), orderId.toLowerCase());
      expect(message).toContain('2 × boAt Shirt, Size L, Colour Madder\n');
      expect(message).toMatch(/^Order TT-\w+, Pending, placed [\s\S]*\nNo payment is recorded\.\n/);
    });

    it('are shown to the operator in one line each, whatever the shopper has typed', async () => {
      const forged = { ...shippingAddress, address: '1 MG Road\u001b[4A\rOrder TT-1, Processing\n3 × Brass Handi' };
      const products = { [createProductId('toaster')]: 1 };
      const response = await store.post('/orders', { products, shippingAddress: forged }, owner.headers);
      const { message } = await showOrder(createOrdersRepository(store.db), response.json<OrderJson>().id);
      expect(message.split('\n')).toHaveLength(5);
      expect(message).toContain('1 MG Road [4A Order TT-1, Processing 3 × Brass Handi');
    });

    it.each([
      [
        'pieces that products lacks',
        [line, line],
        'products asks for 1 of chosen-shirt, and lines for 2: send the same number in both.',
      ],
      [
        'a product that products lacks',
        [line, { id: plain, quantity: 1 }],
        `products asks for 0 of ${plain}, and lines for 1: send the same number in both.`,
      ],
      [
        'fewer products',
        [{ id: plain, quantity: 1 }],
        'products asks for 1 of chosen-shirt, and lines for 0: send the same number in both.',
      ],
      [
        'an inherited name',
        [line, { id: 'toString', quantity: 1 }],
        'products asks for 0 of toString, and lines for 1: send the same number in both.',
      ],
      [
        'a size that is not offered',
        [{ ...line, size: 'XXL' }],
        'The size XXL is not available for boAt Shirt: choose M, L.',
      ],
      [
        'a colour that is not offered',
        [{ ...line, color: 'madder' }],
        'The colour madder is not available for boAt Shirt: choose Madder, Indigo.',
      ],
    ])('reject %s with the cause, and store nothing', async (_case, lines, error) => {
      const before = await countOrders();
      const response = await place({ [id]: 1 }, lines);
      expect([response.statusCode, response.json()]).toEqual([422, { error }]);
      expect(await countOrders()).toBe(before);
    });

    it.each([
      [{ size: 'L', color: 'Silver' }, 201, undefined],
      [{ size: 'L' }, 201, undefined],
      [
        { size: 'L', color: 'Gold' },
        422,
        'The choice L / Gold is not available for Kada: choose S / Gold, L / Silver.',
      ],
    ])('with %j of a product that is not sold in each pair give the status %d', async (choice, status, error) => {
      const response = await place({ kada: 1 }, [{ id: 'kada', quantity: 1, ...choice }]);
      expect([response.statusCode, response.json().error]).toEqual([status, error]);
    });

    it('are rejected in the language of the shopper', () => {
      const t = createTexts('hi');
      const shirt = { id, title: 'boAt Shirt', attributes: [{ key: 'Size', value: ['M', 'L'] }], choices: [] };
      const choose = (choice: object) => () => assertChoicesOffered([{ id, quantity: 1, ...choice }], [shirt], t);
      expect(choose({ size: 'XXL' })).toThrow('साइज़ XXL, boAt Shirt में उपलब्ध नहीं है: इनमें से चुनें: M, L।');
      expect(choose({ color: 'Madder' })).toThrow('रंग Madder, boAt Shirt में उपलब्ध नहीं है: यह अलग-अलग रंगों में नहीं आता।');
      expect(() => listChosenLines({ products: { [id]: 1 }, shippingAddress, lines: [line, line] }, t)).toThrow(
        `products में ${id} के 1 पीस हैं और lines में 2: दोनों में एक ही संख्या भेजें।`,
      );
    });

    it.each([
      [[], 'lines must have at least 1 entry.'],
      [[{ ...line, size: ' ' }], 'lines.0.size must not be blank.'],
      [[{ ...line, quantity: 0 }], 'lines.0.quantity must be at least 1.'],
    ])('reject %p as invalid', async (lines, error) => {
      const response = await place({ [id]: 1 }, lines);
      expect([response.statusCode, response.json()]).toEqual([400, { error }]);
    });
  });

  it('responds with 401 to anonymous requests before it validates the body', async () => {
    expect((await store.post('/orders', { nonsense: true })).statusCode).toBe(401);
    expect((await store.get('/orders')).statusCode).toBe(401);
  });

  it('lists only the orders of the account, newest first', async () => {
    const shopper = await store.signUp();
    const first = await store.placeOrder(shopper.headers);
    const second = await store.placeOrder(shopper.headers);
    const orders = (await store.get('/orders', shopper.headers)).json<OrderJson[]>();
    expect(orders.map(({ id }) => id)).toEqual([second, first]);
  });

  describe('pages of the list', () => {
    const orderCount = 250;
    let shopper: Awaited<ReturnType<TestStore['signUp']>>;
    let ids: string[];
    beforeAll(async () => {
      shopper = await store.signUp();
      const { id: accountId } = await store.db
        .selectFrom('account')
        .select('id')
        .where('email', '=', shopper.email)
        .executeTakeFirstOrThrow();
      ids = await fillOrders(store.db, { accountId, count: orderCount });
    });
    const read = async (query: string) => {
      const response = await store.get(`/orders${query}`, shopper.headers);
      expect(response.headers).toMatchObject({ 'accept-order-pages': 'true', 'x-total-count': String(orderCount) });
      return response.json<OrderJson[]>().map(({ id }) => id);
    };

    it('reach every order once, newest first', async () => {
      const pages = await Promise.all([1, 2, 3, 4, 5, 6, 7].map((page) => read(`?page=${page}&limit=40`)));
      expect(pages.map(({ length }) => length)).toEqual([40, 40, 40, 40, 40, 40, 10]);
      expect(pages.flat()).toEqual(ids);
      expect(await read('')).toEqual(ids.slice(0, 100));
      expect(await read('?page=9&limit=40')).toEqual([]);
    });

    it('count an order that is placed', async () => {
      const other = await store.signUp();
      await store.placeOrder(other.headers);
      const response = await store.get('/orders?limit=1', other.headers);
      expect(response.headers['x-total-count']).toBe('1');
    });

    it.each([
      ['page=0', 'page must be at least 1.'],
      ['limit=101', 'limit must be at most 100.'],
      ['page=1.9', 'page must be a whole number.'],
    ])('are rejected for %p', async (query, error) => {
      const response = await store.get(`/orders?${query}`, shopper.headers);
      expect([response.statusCode, response.json()]).toEqual([400, { error }]);
    });

    it('find Pending orders of the account and the ids of a page in an index', async () => {
      const pending = sql`select id from customer_order where account_id = 'x' and status = 0 limit 10`;
      const page = sql`select id from customer_order where account_id = 'x' order by created_at desc, id limit 10`;
      const explain = async (query: typeof pending) => {
        const { rows } = await sql<{ 'QUERY PLAN': string }>`explain ${query}`.execute(store.db);
        return rows.map((row) => row['QUERY PLAN']).join(' ');
      };
      await sql`vacuum (analyze) customer_order`.execute(store.db);
      expect(await explain(pending)).toContain('customer_order_pending');
      expect(await explain(page)).toMatch(/Index Only Scan using customer_order_list/);
    });
  });

  it('returns an order to its owner and to callers with the e-mail or the phone in any notation', async () => {
    const id = await store.placeOrder(owner.headers);
    expect((await store.get(`/orders/${id}`, owner.headers)).statusCode).toBe(200);
    const contacts = [owner.email, ` ${owner.email.toUpperCase()} `, '+919845012345', '098450 12345', '91-98450-12345'];
    for (const contact of [...contacts, '9845012345', '(+91) 98450.12345']) {
      expect((await track(id, contact)).json<OrderJson>()).toMatchObject({ id });
    }
    expect((await track(id.toLowerCase().replace('tt-', 'tt'), owner.email)).statusCode).toBe(200);
  });

  it('responds to all other callers with the same 404', async () => {
    const id = await store.placeOrder(owner.headers);
    const stranger = await store.signUp();
    const rejections = [
      await store.get(`/orders/${id}`),
      await store.get(`/orders/${id}`, stranger.headers),
      await store.get(`/orders/${id}`, { authorization: 'Bearer expired' }),
      await track(id, stranger.email),
      await track(id, '9845012346'),
      await track(id, '+91'),
      await track(id, ''),
      await track('TT-0000000000', owner.email),
      await track('%00', owner.email),
    ];
    const [first, ...rest] = rejections;
    expect([first?.statusCode, first?.json()]).toEqual([404, { error: 'Order not found or access denied' }]);
    for (const rejection of rest.slice(0, -1))
      expect([rejection.statusCode, rejection.body]).toEqual([404, first?.body]);
    expect(rest.at(-1)?.statusCode).toBe(400);
  });

  it.each([
    ['a bidi pair', '\u202a+91 98450 12345\u202c', '\u202a+91 98450 12345\u202c'],
    ['Devanagari digits', '९८४५०१२३४५', '098450-12345'],
    ['a tel: link', 'tel:+91-98450-12345', '9845012345'],
    ['two numbers', '9845012345 / 9845012346', '9845012345 / 9845012346\u200b'],
    ['an e-mail address instead', '+91 98450 12345', 'owner'],
  ])('tracks an order whose stored phone has %s', async (_kind, stored, contact) => {
    const id = await store.placeOrder(owner.headers);
    const address = JSON.stringify({ ...shippingAddress, phone: stored });
    await store.db.updateTable('customerOrder').set({ shippingAddress: address }).where('id', '=', id).execute();
    const copied = `Order %23${id.toLowerCase().replace('-', '–')}.`;
    const response = await track(copied, contact === 'owner' ? `Mail: <${owner.email}>` : contact);
    expect(response.statusCode).toBe(200);
    expect(response.json<OrderJson>().id).toBe(id);
  });

  it('stores PIN code and phone as they read', async () => {
    const pasted = { ...shippingAddress, postalCode: '५६०००१\u200b', phone: '\u2066tel:+९१ 98450–12345\u2069' };
    const products = { [createProductId('masala-dabba')]: 1 };
    const response = await store.post('/orders', { products, shippingAddress: pasted }, owner.headers);
    expect(response.json<OrderJson>().shippingAddress).toEqual({
      ...shippingAddress,
      phone: '+91 98450-12345',
    });
  });

  it('names a field that is too long in the language of the page', async () => {
    const body = { products: { a: 1 }, shippingAddress: { ...shippingAddress, address: 'x'.repeat(501) } };
    const post = (more: Record<string, string>) => store.post('/orders', body, { ...owner.headers, ...more });
    expect((await post({})).json()).toEqual({ error: 'The address must have at most 500 characters.' });
    const hindi = await post({ 'accept-language': 'hi' });
    expect(hindi.json()).toEqual({ error: 'पता: ज़्यादा से ज़्यादा 500 अक्षर लिखें।' });
    const tooMany = await store.post('/orders', { products: { a: 10_001 }, shippingAddress }, owner.headers);
    expect(tooMany.json()).toEqual({ error: 'An order takes at most 10000 pieces of one product.' });
  });

  it('rejects tracking requests after too many failures', async () => {
    const limits = { ...readStoreApiSettings({}).limits, trackingFailuresPerAddress: 2 };
    const strict = await store.reopen({ settings: { limits } });
    const id = await strict.placeOrder(owner.headers);
    const guess = () =>
      strict.app.inject({ url: `/api/v1/orders/${id}?contactInfo=9000000000`, remoteAddress: '198.51.100.1' });
    expect([(await guess()).statusCode, (await guess()).statusCode]).toEqual([404, 404]);
    const rejected = await guess();
    expect(rejected.statusCode).toBe(429);
    expect(Number(rejected.headers['retry-after'])).toBeGreaterThan(0);
    expect((await strict.get(`/orders/${id}`, owner.headers)).statusCode).toBe(200);
    await strict.app.close();
  });
});
