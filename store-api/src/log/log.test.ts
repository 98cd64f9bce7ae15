import { sql } from 'kysely';
import { createProductId } from '../products/product-id';
import { describeOnEachDatabase } from '../testing/test-databases';
import { openTestStore, reopenTestStore, shippingAddress, type TestStore } from '../testing/test-store';

const order = { products: { [createProductId('toaster')]: 1 }, shippingAddress };

describeOnEachDatabase('the log', (open) => {
  let log = '';
  let store: TestStore;
  let logged: TestStore;
  beforeAll(async () => {
    store = await openTestStore(open);
    logged = await reopenTestStore(store, {
      settings: { logLevel: 'info' },
      logStream: { write: (line) => (log += line) },
    });
  }, 120_000);
  beforeEach(() => {
    log = '';
  });
  afterAll(async () => {
    await logged.app.close();
    await store.close();
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

  it('contains requests without their query, which has the contact of order tracking', async () => {
    await logged.get(`/orders/TT-1?contactInfo=${encodeURIComponent('asha@example.com')}`);
    expect(log).toContain('"url":"/api/v1/orders/TT-1"');
    expect(log).not.toMatch(/asha/);
  });

  it.each([
    ['203.0.113.77', '203.0.113.0/24'],
    ['::ffff:203.0.113.77', '203.0.113.0/24'],
    ['2001:db8:1:2::77', '2001:db8:1::/48'],
  ])('contains the network of the caller %s instead of the address', async (remoteAddress, network) => {
    await logged.app.inject({ url: '/api/v1/products', remoteAddress });
    expect(log).toContain(`"remoteNetwork":"${network}"`);
    expect(log).not.toContain('77"');
  });
});
