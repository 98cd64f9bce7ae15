import { mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { waitUntil } from '@shop/testing/wait-until';
import type { StoredOrder } from '../orders/orders.repository';
import { shippingAddress } from '../testing/shipping-address';
import { openSmtpSink, type ReceivedMail } from '../testing/smtp-sink';
import { openTestPglite } from '../testing/test-databases';
import { openTestStore, reopenTestStore, type TestStore } from '../testing/test-store';
import type { MailSetting } from './mail-transport';
import { openMailTransport } from './mail-transport';
import { createOrderMail } from './order-mail';

const options = {
  from: { name: 'Tamra & Teak', address: 'care@tamra-teak.example' },
  shopUrl: 'https://shop.example',
  amountStyle: 'dollar' as const,
};
const account = { firstName: 'Asha', lastName: 'Rao', email: 'asha@example.com' };
const order: StoredOrder = {
  id: 'TT-7Q2M9KX4HB',
  accountId: 'a',
  status: 0,
  createdAt: new Date(0),
  shippingAddress,
  lines: [
    { orderId: 'TT-7Q2M9KX4HB', position: 0, productId: 'p', title: 'Tawa <large>', quantity: 2, pricePaise: 99_950 },
    { orderId: 'TT-7Q2M9KX4HB', position: 1, productId: 'q', title: 'Ladle', quantity: 1, pricePaise: 10_000 },
  ],
};

describe('createOrderMail', () => {
  it('contains the order number, lines, total, address and tracking link in the text', () => {
    const { text, subject, to } = createOrderMail(order, account, options);
    expect(subject).toBe('Your order TT-7Q2M9KX4HB');
    expect(to).toEqual({ name: 'Asha Rao', address: 'asha@example.com' });
    expect(text).toBe(`Hello Asha,

Thank you for your order TT-7Q2M9KX4HB at Tamra & Teak.

2 × Tawa <large>: $1999.00
1 × Ladle: $100.00
Total: $2099.00

Delivery address:
Asha Rao
5 Church Street
Bengaluru
Karnataka
560001
+91 98450 12345

Track your order: https://shop.example/track-order?id=TT-7Q2M9KX4HB
`);
  });

  it('contains the same data in the HTML, escaped', () => {
    const { html } = createOrderMail(order, { ...account, firstName: '<b>Asha</b>' }, options);
    expect(html).toContain('2 × Tawa &lt;large&gt;');
    expect(html).toContain('Hello &lt;b&gt;Asha&lt;/b&gt;');
    expect(html).toContain('$2099.00');
    expect(html).toContain('5 Church Street<br>Bengaluru');
    expect(html).toContain('href="https://shop.example/track-order?id=TT-7Q2M9KX4HB"');
  });

  it('shows amounts in rupees when the order views do', () => {
    expect(createOrderMail(order, account, { ...options, amountStyle: 'rupee' }).text).toContain('Total: ₹2,099');
  });

  it('keeps names with line breaks on one line', () => {
    const address = { ...shippingAddress, fullName: 'Asha\nTotal: $0.00' };
    const { text } = createOrderMail({ ...order, shippingAddress: address }, account, options);
    expect(text).toContain('\nAsha Total: $0.00\n');
  });
});

describe('mail transports', () => {
  const folder = mkdtempSync(join(tmpdir(), 'store-api-mail-'));
  afterAll(() => rmSync(folder, { recursive: true }));

  it('writes no header and no recipient that a shopper injects', async () => {
    const hostile = {
      firstName: 'Asha\r\nBcc: evil@example.com\r\n\r\nFree money',
      lastName: 'Rao" <evil@example.com>, "x',
      email: 'asha@example.com',
    };
    const sink = await openSmtpSink();
    const transport = openMailTransport({ kind: 'smtp', url: sink.url });
    const mail = createOrderMail(order, hostile, options);
    await transport?.send({ ...mail, to: { ...mail.to, name: hostile.firstName } }, 'a');
    await transport?.send({ ...mail, subject: 'Order\r\nBcc: evil@example.com' }, 'b');
    transport?.close();
    await sink.close();
    expect(sink.received).toHaveLength(2);
    for (const { recipients, content } of sink.received) {
      expect(recipients).toEqual(['asha@example.com']);
      const [headers = ''] = content.split('\r\n\r\n');
      const names = headers.match(/^[\w-]+(?=:)/gm);
      expect(names?.map((name) => name.toLowerCase())).not.toContain('bcc');
      expect(names?.filter((name) => name === 'To')).toHaveLength(1);
    }
  });

  it('writes .eml files that only the owner can read', async () => {
    const transport = openMailTransport({ kind: 'file', folder: join(folder, 'owner') });
    await transport?.send(createOrderMail(order, account, options), order.id);
    const [file = ''] = readdirSync(join(folder, 'owner'));
    expect(file).toMatch(/^\d{4}-\d\d-\d\dT[\d-]+Z-TT-7Q2M9KX4HB\.eml$/);
    expect(statSync(join(folder, 'owner', file)).mode & 0o777).toBe(0o600);
    const content = readFileSync(join(folder, 'owner', file), 'utf8');
    expect(content).toMatch(/^Content-Type: multipart\/alternative;/m);
    expect(content).toMatch(/^To: Asha Rao <asha@example\.com>\r$/m);
    expect(content).toMatch(/^Subject: Your order TT-7Q2M9KX4HB\r$/m);
  });

  it('has no transport when e-mails are off', () => {
    expect(openMailTransport({ kind: 'off' })).toBeUndefined();
  });
});

describe('POST /orders', () => {
  const folder = mkdtempSync(join(tmpdir(), 'store-api-mail-'));
  let store: TestStore;
  let shopper: Awaited<ReturnType<TestStore['signUp']>>;
  beforeAll(async () => {
    store = await openTestStore(openTestPglite);
    shopper = await store.signUp();
  }, 120_000);
  afterAll(async () => {
    await store.close();
    rmSync(folder, { recursive: true });
  });

  async function withMail(mail: MailSetting, test: (shop: TestStore) => Promise<void>): Promise<void> {
    const shop = await reopenTestStore(store, { settings: { mail, shopUrl: 'https://shop.example' } });
    await test(shop);
    await shop.app.close();
  }

  it('writes an e-mail to a file with the file transport', () =>
    withMail({ kind: 'file', folder: join(folder, 'mail') }, async (shop) => {
      const id = await shop.placeOrder(shopper.headers);
      const list = () => readdirSync(folder, { recursive: true }).map(String);
      await waitUntil(() => list().some((name) => name.endsWith(`${id}.eml`)), { message: 'There is no e-mail file.' });
      const [file = ''] = list().filter((name) => name.endsWith('.eml'));
      const content = readFileSync(join(folder, file), 'utf8');
      expect(content).toContain(`To: Asha Rao <${shopper.email}>`);
      expect(content).toContain(id);
    }));

  it('sends an e-mail to the account with the SMTP transport, after a temporary error of the mail server', async () => {
    const sink = await openSmtpSink(1);
    await withMail({ kind: 'smtp', url: sink.url }, async (shop) => {
      const id = await shop.placeOrder(shopper.headers);
      await waitUntil(() => sink.received.length > 0, { message: 'The e-mail did not arrive.' });
      const [mail] = sink.received as [ReceivedMail];
      expect(mail.recipients).toEqual([shopper.email]);
      expect(mail.content).toContain(`Subject: Your order ${id}`);
      expect(sink.received).toHaveLength(1);
    });
    await sink.close();
  });

  it('stores the order and responds with its total when no e-mail can be sent', async () => {
    const blocked = join(folder, 'a-file');
    writeFileSync(blocked, '');
    await withMail({ kind: 'file', folder: blocked }, async (shop) => {
      const id = await shop.placeOrder(shopper.headers);
      expect((await shop.get(`/orders/${id}`, shopper.headers)).json()).toMatchObject({ id, total: 4190 });
    });
  });

  it('sends no e-mail for a rejected order', () =>
    withMail({ kind: 'file', folder: join(folder, 'rejected') }, async (shop) => {
      const body = { products: { 'no-such-thing': 1 }, shippingAddress };
      expect((await shop.post('/orders', body, shopper.headers)).statusCode).toBe(422);
      await shop.app.close();
      expect(readdirSync(folder)).not.toContain('rejected');
    }));
});
