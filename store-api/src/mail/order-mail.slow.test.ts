import { mkdtempSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { MailSetting } from '@shop/mail/mail-transport';
import { openSmtpSink, type ReceivedMail } from '@shop/mail/testing/smtp-sink';
import { waitUntil } from '@shop/testing/wait-until';
import { createStoreApiMetrics } from '../operation/store-api-metrics';
import { createProductId } from '../products/product-id';
import { readStoreApiSettings } from '../settings';
import { shippingAddress } from '../testing/shipping-address';
import { openTestPglite } from '../testing/test-databases';
import { type TestStore, useTestStore } from '../testing/test-store';

const { limits } = readStoreApiSettings({});

/** Reads the text of an e-mail. It is in base64 when most of it is not ASCII. */
function readText(content: string): string {
  const [headers = '', body = ''] = content.split('\r\n\r\n');
  return headers.includes('Content-Transfer-Encoding: base64') ? Buffer.from(body, 'base64').toString() : content;
}

const folder = mkdtempSync(join(tmpdir(), 'store-api-mail-'));
const store = useTestStore(openTestPglite);
let shopper: Awaited<ReturnType<TestStore['signUp']>>;
beforeAll(async () => {
  shopper = await store.signUp();
});

async function withMail(mail: MailSetting, use: (shop: TestStore) => Promise<void>): Promise<void> {
  const shop = await store.reopen({ settings: { mail, shopUrl: 'https://shop.example' } });
  await use(shop);
  await shop.app.close();
}

const getEmailSent = async (shop: TestStore, id: string, headers = shopper.headers) =>
  (await shop.get(`/orders/${id}`, headers)).json().emailSent;

test('says that no e-mail is sent where none is set up', async () => {
  const id = await store.placeOrder(shopper.headers);
  expect(await getEmailSent(store, id)).toBe(false);
});

test('writes an e-mail to a file that only the owner can read, with the file transport', () =>
  withMail({ kind: 'file', folder: join(folder, 'mail') }, async (shop) => {
    const id = await shop.placeOrder(shopper.headers);
    const list = () => readdirSync(folder, { recursive: true }).map(String);
    await waitUntil(() => list().some((name) => name.endsWith(`${id}.eml`)), { message: 'There is no e-mail file.' });
    const [file = ''] = list().filter((name) => name.endsWith('.eml'));
    expect(file).toMatch(/\/\d{4}-\d\d-\d\dT[\d-]+Z-TT-\w+\.eml$/);
    expect(statSync(join(folder, file)).mode & 0o777).toBe(0o600);
    const content = readFileSync(join(folder, file), 'utf8');
    expect(content).toMatch(/^Content-Type: text\/plain; charset=utf-8\r$/m);
    expect(content).toMatch(/^Auto-Submitted: auto-generated\r$/m);
    expect(content).toContain(`To: ${shopper.email}\r\nSubject: Your order ${id}`);
    expect(content).not.toMatch(/Rao|Church|98450/);
    expect(content).toContain(id);
    expect(await getEmailSent(shop, id)).toBeUndefined();
  }));

test('sends an e-mail to the account with the SMTP transport, after a temporary error of the mail server', async () => {
  const sink = await openSmtpSink(1);
  await withMail({ kind: 'smtp', url: sink.url }, async (shop) => {
    const id = await shop.placeOrder(shopper.headers);
    await waitUntil(() => sink.received.length > 0, { message: 'The e-mail did not arrive.' });
    const [mail] = sink.received as [ReceivedMail];
    expect(mail.recipients).toEqual([shopper.email]);
    expect(mail.content).toContain(`Subject: Your order ${id}`);
    expect(mail.content).toContain('Auto-Submitted: auto-generated\r\n');
    expect(sink.received).toHaveLength(1);
  });
  await sink.close();
});

test.each([
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

test('documents the language header', async () => {
  const { paths } = (await store.app.inject('/docs/json')).json();
  const parameters: { in: string; name: string; description: string }[] = paths['/api/v1/orders'].post.parameters;
  const header = parameters.find(({ name }) => name === 'accept-language');
  expect(header).toMatchObject({ in: 'header', description: expect.stringContaining('`hi`') });
});

test('stores the order, responds with its total and counts the e-mail when it cannot be sent', async () => {
  const blocked = join(folder, 'a-file');
  writeFileSync(blocked, '');
  const metrics = createStoreApiMetrics();
  const shop = await store.reopen({ settings: { mail: { kind: 'file', folder: blocked } }, metrics });
  const id = await shop.placeOrder(shopper.headers);
  expect((await shop.get(`/orders/${id}`, shopper.headers)).json()).toMatchObject({ id, total: 4190 });
  await shop.app.close();
  expect(await getEmailSent(store, id)).toBe(false);
  expect(await metrics.registry.metrics()).toContain('store_api_order_mails_total{result="failed"} 1');
});

const place = async (shop: TestStore, headers: Record<string, string>, remoteAddress: string) => {
  const payload = { products: { [createProductId('toaster')]: 1 }, shippingAddress };
  return (await shop.app.inject({ method: 'POST', url: '/api/v1/orders', headers, payload, remoteAddress })).statusCode;
};

test('places all orders of one network, and sends at most 5 e-mails to an account and 20 for the network', async () => {
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

test('limits the e-mails of all networks and accounts together', async () => {
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

test('sends no e-mail for a rejected order', () =>
  withMail({ kind: 'file', folder: join(folder, 'rejected') }, async (shop) => {
    const body = { products: { 'no-such-thing': 1 }, shippingAddress };
    expect((await shop.post('/orders', body, shopper.headers)).statusCode).toBe(422);
    await shop.app.close();
    expect(readdirSync(folder)).not.toContain('rejected');
  }));
