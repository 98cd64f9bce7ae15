import { mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { MailSetting } from '@shop/mail/mail-transport';
import { openMailTransport } from '@shop/mail/mail-transport';
import { openSmtpSink, type ReceivedMail } from '@shop/mail/testing/smtp-sink';
import { waitUntil } from '@shop/testing/wait-until';
import { createStoreApiMetrics } from '../operation/store-api-metrics';
import { createProductId } from '../products/product-id';
import { readStoreApiSettings } from '../settings';
import { shippingAddress } from '../testing/shipping-address';
import { openTestPglite } from '../testing/test-databases';
import { type TestStore, useTestStore } from '../testing/test-store';
import { createOrderMail } from './order-mail';

const { limits } = readStoreApiSettings({});
const options = {
  from: { name: 'Tamra & Teak', address: 'care@tamra-teak.example' },
  shopUrl: 'https://shop.example',
  amountStyle: 'dollar' as const,
};
const account = { firstName: 'Asha', email: 'asha@example.com' };
const order = {
  id: 'TT-7Q2M9KX4HB',
  language: 'en',
  lines: [
    {
      orderId: 'TT-7Q2M9KX4HB',
      position: 0,
      productId: 'p',
      title: 'Tawa <large>',
      quantity: 2,
      pricePaise: 99_950,
      size: '28 cm',
      color: 'Madder',
    },
    {
      orderId: 'TT-7Q2M9KX4HB',
      position: 1,
      productId: 'q',
      title: 'Ladle',
      quantity: 1,
      pricePaise: 10_000,
      size: null,
      color: null,
    },
  ],
};

const createText = (greeting: string) => `${greeting}

Thank you for your order TT-7Q2M9KX4HB at Tamra & Teak.

2 × Tawa <large>, Size 28 cm, Colour Madder: $1999.00
1 × Ladle: $100.00
Total: $2099.00

Track your order: https://shop.example/track-order?id=TT-7Q2M9KX4HB

Did you not order this? Then your e-mail address was entered by mistake, and you do not have to do anything.
`;

describe('createOrderMail', () => {
  it('contains the order number, lines with size and colour, total and tracking link', () => {
    const { text, subject, to } = createOrderMail(order, account, options);
    expect(subject).toBe('Your order TT-7Q2M9KX4HB');
    expect(to).toEqual({ name: '', address: 'asha@example.com' });
    expect(text).toBe(createText('Hello Asha,'));
  });

  it.each(['Asha', 'Anne-Marie', 'D’Souza', "D'Souza", 'Mary Ann Rose', 'आशा', 'ஆஷா', 'عائشة', 'Đặng', 'Zoë'])(
    'greets %s by name',
    (firstName) => {
      const { text } = createOrderMail(order, { ...account, firstName }, options);
      expect(text).toBe(createText(`Hello ${firstName},`));
    },
  );

  it.each([
    ...['https://evil.example/pay', 'evil.example', 'www.evil.in', 'evil。example', 'evil．example', 'evil․example'],
    ...[
      'xn--e1a.example',
      'M.K.',
      'pay@evil.example',
      'mailto:pay',
      'tel:98450',
      '+91 98450 12345',
      '127.0.0.1',
      '//evil',
    ],
    ...[
      '[::1]',
      'evil\u200b.example',
      'Asha\u202Eelpmaxe',
      '\u2066Asha',
      'Asha\nTotal: $0.00',
      'Asha\r\nBcc: x',
      'a\u0000b',
    ],
    ...[
      '<b>Asha</b>',
      '&#46;',
      'Asha, your account is locked',
      'Call us now about it',
      'x'.repeat(31),
      '\u0301sha',
      '',
    ],
  ])('does not contain the first name %j', (firstName) => {
    expect(createOrderMail(order, { ...account, firstName }, options).text).toBe(createText('Hello,'));
  });

  it('shows amounts in rupees when the order views do', () => {
    expect(createOrderMail(order, account, { ...options, amountStyle: 'rupee' }).text).toContain('Total: ₹2,099');
  });

  it('is in the language of the order, with a link to a page in that language', () => {
    const { text, subject } = createOrderMail({ ...order, language: 'hi' }, account, options);
    expect(subject).toBe('आपका ऑर्डर TT-7Q2M9KX4HB');
    expect(text).toBe(`नमस्ते Asha,

Tamra & Teak पर आपके ऑर्डर TT-7Q2M9KX4HB के लिए धन्यवाद।

2 × Tawa <large>, साइज़ 28 cm, रंग Madder: $1999.00
1 × Ladle: $100.00
कुल: $2099.00

अपना ऑर्डर ट्रैक करें: https://shop.example/hi/track-order?id=TT-7Q2M9KX4HB

क्या यह ऑर्डर आपने नहीं किया? तब आपका ईमेल पता गलती से डाला गया है, और आपको कुछ करने की ज़रूरत नहीं है।
`);
  });

  it('keeps the title and the choice of a product on one line', () => {
    const [line] = order.lines;
    const lines = line ? [{ ...line, title: 'Tawa\nTotal: $0.00', size: 'L\nTotal: $1.00', color: null }] : [];
    const { text } = createOrderMail({ ...order, lines }, account, options);
    expect(text).toContain('\n2 × Tawa Total: $0.00, Size L Total: $1.00: $1999.00\n');
  });
});

/** Reads the text of an e-mail. It is in base64 when most of it is not ASCII. */
function readText(content: string): string {
  const [headers = '', body = ''] = content.split('\r\n\r\n');
  return headers.includes('Content-Transfer-Encoding: base64') ? Buffer.from(body, 'base64').toString() : content;
}

describe('the SMTP transport', () => {
  it('writes no header and no recipient that a shopper injects', async () => {
    const hostile = {
      firstName: 'Asha\r\nBcc: evil@example.com\r\n\r\nFree money',
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
});

describe('POST /orders', () => {
  const folder = mkdtempSync(join(tmpdir(), 'store-api-mail-'));
  const store = useTestStore(openTestPglite);
  let shopper: Awaited<ReturnType<TestStore['signUp']>>;
  beforeAll(async () => {
    shopper = await store.signUp();
  });
  afterAll(() => rmSync(folder, { recursive: true }));

  async function withMail(mail: MailSetting, test: (shop: TestStore) => Promise<void>): Promise<void> {
    const shop = await store.reopen({ settings: { mail, shopUrl: 'https://shop.example' } });
    await test(shop);
    await shop.app.close();
  }

  const getEmailSent = async (shop: TestStore, id: string, headers = shopper.headers) =>
    (await shop.get(`/orders/${id}`, headers)).json().emailSent;

  it('says that no e-mail is sent where none is set up', async () => {
    const id = await store.placeOrder(shopper.headers);
    expect(await getEmailSent(store, id)).toBe(false);
  });

  it('writes an e-mail to a file that only the owner can read, with the file transport', () =>
    withMail({ kind: 'file', folder: join(folder, 'mail') }, async (shop) => {
      const id = await shop.placeOrder(shopper.headers);
      const list = () => readdirSync(folder, { recursive: true }).map(String);
      await waitUntil(() => list().some((name) => name.endsWith(`${id}.eml`)), { message: 'There is no e-mail file.' });
      const [file = ''] = list().filter((name) => name.endsWith('.eml'));
      expect(file).toMatch(/\/\d{4}-\d\d-\d\dT[\d-]+Z-TT-\w+\.eml$/);
      expect(statSync(join(folder, file)).mode & 0o777).toBe(0o600);
      const content = readFileSync(join(folder, file), 'utf8');
      expect(content).toMatch(/^Content-Type: text\/plain; charset=utf-8\r$/m);
      expect(content).toContain(`To: ${shopper.email}\r\nSubject: Your order ${id}`);
      expect(content).not.toMatch(/Rao|Church|98450/);
      expect(content).toContain(id);
      expect(await getEmailSent(shop, id)).toBeUndefined();
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

  it.each([
    ['hi', 'hi'],
    ['en-IN,hi;q=0.8', 'en'],
    ['hi,en;q=0.8', 'en'],
    ['ta', 'en'],
    ['constructor', 'en'],
  ])('stores the order and sends its e-mail for Accept-Language %s in %s', async (header, language) => {
    const sink = await openSmtpSink();
    await withMail({ kind: 'smtp', url: sink.url }, async (shop) => {
      const id = await shop.placeOrder({ ...shopper.headers, 'accept-language': header });
      await waitUntil(() => sink.received.length > 0, { message: 'The e-mail did not arrive.' });
      const greeting = language === 'hi' ? 'नमस्ते Asha,' : 'Hello Asha,';
      expect(readText(sink.received[0]?.content ?? '')).toContain(greeting);
      const stored = await shop.db.selectFrom('customerOrder').select('language').where('id', '=', id).execute();
      expect(stored).toEqual([{ language }]);
    });
    await sink.close();
  });

  it('documents the language header', async () => {
    const { paths } = (await store.app.inject('/docs/json')).json();
    const parameters: { in: string; name: string; description: string }[] = paths['/api/v1/orders'].post.parameters;
    const header = parameters.find(({ name }) => name === 'accept-language');
    expect(header).toMatchObject({ in: 'header', description: expect.stringContaining('`hi`') });
  });

  it('stores the order and responds with its total when no e-mail can be sent', async () => {
    const blocked = join(folder, 'a-file');
    writeFileSync(blocked, '');
    await withMail({ kind: 'file', folder: blocked }, async (shop) => {
      const id = await shop.placeOrder(shopper.headers);
      expect((await shop.get(`/orders/${id}`, shopper.headers)).json()).toMatchObject({ id, total: 4190 });
      await shop.app.close();
      expect(await getEmailSent(store, id)).toBe(false);
    });
  });

  const place = async (shop: TestStore, headers: Record<string, string>, remoteAddress: string) => {
    const payload = { products: { [createProductId('toaster')]: 1 }, shippingAddress };
    return (await shop.app.inject({ method: 'POST', url: '/api/v1/orders', headers, payload, remoteAddress }))
      .statusCode;
  };

  it('places all orders of one network, and sends at most 5 e-mails to an account and 20 for the network', async () => {
    const sink = await openSmtpSink();
    const metrics = createStoreApiMetrics();
    let log = '';
    const shop = await store.reopen({
      settings: { mail: { kind: 'smtp', url: sink.url }, logLevel: 'warn' },
      metrics,
      logStream: { write: (line) => (log += line) },
    });
    const statuses: number[] = [];
    for (let account = 0; account < 5; account++) {
      const { headers } = await shop.signUp();
      for (let count = 0; count < 6; count++) statuses.push(await place(shop, headers, '203.0.113.7'));
    }
    // An order of another network is not concerned.
    statuses.push(await place(shop, shopper.headers, '203.0.113.8'));
    await shop.app.close();
    await sink.close();
    expect(statuses).toEqual(statuses.map(() => 201));
    const recipients = sink.received.flatMap((mail) => mail.recipients);
    const counts = [...new Set(recipients)].map((address) => recipients.filter((one) => one === address).length);
    expect(counts.sort()).toEqual([1, 5, 5, 5, 5]);
    const text = await metrics.registry.metrics();
    expect(text).toContain('store_api_order_mails_total{result="queued"} 21');
    expect(text).toContain('store_api_order_mails_total{result="limited"} 10');
    expect(log.match(/"mail":"TT-\w+","msg":"an e-mail was not sent, because there were too many"/g)).toHaveLength(10);
    expect(log).not.toMatch(/@|Asha|203\.0/);
  });

  it('limits the e-mails of all networks and accounts together', async () => {
    const sink = await openSmtpSink();
    const settings = { limits: { ...limits, orderMails: 2 }, mail: { kind: 'smtp', url: sink.url } as const };
    const shop = await store.reopen({ settings });
    const statuses: number[] = [];
    const emails: unknown[] = [];
    for (const network of ['203.0.113.1', '203.0.113.2', '203.0.113.3']) {
      const { headers } = await shop.signUp();
      statuses.push(await place(shop, headers, network));
      emails.push((await shop.get('/orders', headers)).json()[0].emailSent);
    }
    await shop.app.close();
    await sink.close();
    expect(statuses).toEqual([201, 201, 201]);
    expect(emails).toEqual([undefined, undefined, false]);
    expect(sink.received).toHaveLength(2);
  });

  it('sends no e-mail for a rejected order', () =>
    withMail({ kind: 'file', folder: join(folder, 'rejected') }, async (shop) => {
      const body = { products: { 'no-such-thing': 1 }, shippingAddress };
      expect((await shop.post('/orders', body, shopper.headers)).statusCode).toBe(422);
      await shop.app.close();
      expect(readdirSync(folder)).not.toContain('rejected');
    }));
});
