import { sql } from 'kysely';
import { createProductId } from '../products/product-id';
import { shippingAddress } from '../testing/shipping-address';
import { describeOnEachDatabase } from '../testing/test-databases';
import { type TestStore, useTestStore } from '../testing/test-store';

const order = { products: { [createProductId('toaster')]: 1 }, shippingAddress };

describeOnEachDatabase('the log', (open) => {
  let log = '';
  const store = useTestStore(open);
  let logged: TestStore;
  beforeAll(async () => {
    logged = await store.reopen({
      settings: { logLevel: 'info' },
      logStream: { write: (line) => (log += line) },
    });
  });
  beforeEach(() => {
    log = '';
  });

  it.each(['\ud800', 'a\udfffb', '\udc00\ud800', 'a\0b'])(
    'stays without personal data when a request with the text %j is rejected',
    async (text) => {
      const { email, headers } = await store.signUp();
      const responses = [
        await logged.post('/orders', { ...order, shippingAddress: { ...shippingAddress, city: text } }, headers),
        await logged.post('/orders', { products: { [text]: 1 }, shippingAddress }, headers),
        await logged.post('/payments', { orderId: text, fields: { phone: shippingAddress.phone } }, headers),
        await logged.post('/users/authorize', { email, password: text }),
        await logged.post('/users/register', {
          email: `x${email}`,
          password: 'secret',
          firstName: text,
          lastName: 'Rao',
        }),
      ];
      for (const response of responses) {
        expect(response.statusCode).toBe(400);
        expect(response.json()).toEqual({ error: 'The request contains a character that cannot be stored.' });
      }
      expect(log).not.toMatch(/Asha|Church|98450/);
    },
  );

  it('contains a database error without the values of the query', async () => {
    const { headers } = await store.signUp();
    await sql`alter table order_line rename column title to heading`.execute(store.db);
    const response = await logged.post('/orders', order, headers);
    await sql`alter table order_line rename column heading to title`.execute(store.db);
    expect(response.statusCode).toBe(500);
    expect(log).toContain('"code":"42703"');
    expect(log).toContain('request failed');
    await sql`alter table customer_order add constraint no_order check (status > 0) not valid`.execute(store.db);
    expect((await logged.post('/orders', order, headers)).statusCode).toBe(500);
    await sql`alter table customer_order drop constraint no_order`.execute(store.db);
    expect(log).toContain('"constraint":"no_order"');
    expect(log).not.toMatch(/Asha|Church|98450/);
  });

  const readLines = () =>
    log
      .trim()
      .split('\n')
      .map((line) => JSON.parse(line) as Record<string, unknown>);

  it('has one line for each request, with the pattern of its route instead of order id and contact', async () => {
    await logged.get(`/orders/TT-1?contactInfo=${encodeURIComponent('asha@example.com')}`);
    await logged.get('/nothing-here/asha');
    await logged.get('/products/asha%E0%A4%A');
    expect(readLines()).toEqual([
      expect.objectContaining({ method: 'GET', route: '/api/v1/orders/:orderId', status: 404 }),
      expect.objectContaining({ method: 'GET', route: 'unmatched', status: 404 }),
      expect.objectContaining({ method: 'GET', route: 'unmatched', status: 400 }),
    ]);
    expect(readLines().every(({ durationMs }) => typeof durationMs === 'number')).toBe(true);
    expect(log).not.toMatch(/asha|TT-1/);
  });

  it('has the request id of a trusted proxy, and a new one for every other caller', async () => {
    const proxied = await store.reopen({
      settings: { logLevel: 'info', trustedProxies: ['10.0.0.1'] },
      logStream: { write: (line) => (log += line) },
    });
    const ask = async (remoteAddress: string, id: string) => {
      const request = { url: '/api/v1/storeInfo', remoteAddress, headers: { 'x-request-id': id } };
      return (await proxied.app.inject(request)).headers['x-request-id'];
    };
    const ids = [
      await ask('10.0.0.1', '0123456789abcdef0123456789abcdef'),
      await ask('10.0.0.1', 'a line\nof its own'),
      await ask('203.0.113.7', '0123456789abcdef0123456789abcdef'),
    ];
    expect(ids[0]).toBe('0123456789abcdef0123456789abcdef');
    for (const id of ids.slice(1)) expect(id).toMatch(/^[0-9a-f-]{36}$/);
    expect(readLines().map(({ requestId }) => requestId)).toEqual(ids);
  });

  it.each([
    ['203.0.113.77', '203.0.113.0/24'],
    ['::ffff:203.0.113.77', '203.0.113.0/24'],
    ['2001:db8:1:2::77', '2001:db8:1::/48'],
  ])('contains the network of the caller %s instead of the address', async (remoteAddress, network) => {
    await logged.app.inject({ url: '/api/v1/products', remoteAddress });
    expect(log).toContain(`"remoteNetwork":"${network}"`);
    expect(log).not.toMatch(/[.:]77"/);
  });
});
