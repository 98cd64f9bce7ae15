import { PaymentFieldJson, type PaymentResponseJson } from '@shop/api-contract/schemas/payment';
import { Type } from 'typebox';
import { Check } from 'typebox/value';
import { createOrdersRepository } from '../orders/orders.repository';
import { describeOnEachDatabase } from '../testing/test-databases';
import { openTestStore, reopenTestStore, type TestStore } from '../testing/test-store';

const form = { phone: '098450 12345', terms: 'true' };

describeOnEachDatabase('payments', (open) => {
  let store: TestStore;
  let shopper: Awaited<ReturnType<TestStore['signUp']>>;
  beforeAll(async () => {
    store = await openTestStore(open);
    shopper = await store.signUp();
  }, 120_000);
  afterAll(() => store.close());

  const pay = (orderId: string, fields: Record<string, string>, headers = shopper.headers) =>
    store.post('/payments', { orderId, fields: { ...form, ...fields } }, headers);
  const reply = async (orderId: string, fields: Record<string, string>) =>
    (await pay(orderId, fields)).json<PaymentResponseJson>();
  const statusOf = async (id: string) => (await store.get(`/orders/${id}`, shopper.headers)).json().status;

  it('offers a form by the contract, filled with the phone of the last order', async () => {
    await store.placeOrder(shopper.headers);
    expect((await store.get('/payments/fields')).statusCode).toBe(401);
    const fields = (await store.get('/payments/fields', shopper.headers)).json<PaymentFieldJson[]>();
    expect(Check(Type.Array(PaymentFieldJson), fields)).toBe(true);
    expect(fields.find(({ name }) => name === 'phone')).toMatchObject({ defaultValue: '+919845012345' });
  });

  it('remembers phone and method when asked to, and nothing else', async () => {
    const other = await store.signUp();
    const orderId = await store.placeOrder(other.headers);
    const card = {
      details: 'now',
      cardNumber: '4111 1111 1111 1111',
      cardName: 'A Rao',
      cardExpiry: '08/31',
      cardCvv: '123',
    };
    await pay(orderId, { method: 'Card', ...card, phone: '+919000000001', saveDetails: 'true' }, other.headers);
    const fields = (await store.get('/payments/fields', other.headers)).json<PaymentFieldJson[]>();
    const filled = Object.fromEntries(fields.map(({ name, defaultValue }) => [name, defaultValue]));
    expect(filled).toMatchObject({ method: 'Card', phone: '+919000000001' });
    const stored = await Promise.all([
      store.db.selectFrom('payment').selectAll().execute(),
      store.db.selectFrom('account').selectAll().execute(),
    ]);
    // Half the number at least: four digits of it may stand in any random id.
    expect(JSON.stringify(stored, (_key, value) => (typeof value === 'bigint' ? String(value) : value))).not.toMatch(
      /4111[\s-]?1111/,
    );
  });

  it('takes cash on delivery at once', async () => {
    const id = await store.placeOrder(shopper.headers);
    expect(await reply(id, { method: 'Cash on delivery' })).toEqual({ success: true });
    expect(await statusOf(id)).toBe(1);
  });

  it('writes a UPI link for an app, and as text for a QR code', async () => {
    const id = await store.placeOrder(shopper.headers, { 'silicone-spatula': 1 });
    const link =
      /^upi:\/\/pay\?pa=tamrateak@examplebank&pn=Tamra%20%26%20Teak&tr=P[0-9A-Z]{20}&tn=Order%20TT-\w{10}&am=349\.50&cu=INR$/;
    expect(await reply(id, { method: 'UPI app' })).toEqual({
      success: true,
      action: { type: 'deeplink', redirectUrl: expect.stringMatching(link) },
    });
    expect(await reply(id, { method: 'UPI QR code' })).toEqual({
      success: true,
      action: { type: 'qr', qr: expect.stringMatching(link) },
    });
    expect(await statusOf(id)).toBe(0);
  });

  it('hears the bank confirm a UPI payment, once', async () => {
    const id = await store.placeOrder(shopper.headers);
    const { action } = await reply(id, { method: 'UPI QR code' });
    const reference = new URL(action?.qr ?? '').searchParams.get('tr');
    const confirm = () => store.app.inject({ method: 'POST', url: `/sandbox/upi/${reference}/confirm` });
    expect((await confirm()).json()).toEqual({ orderId: id, status: 1 });
    expect(await statusOf(id)).toBe(1);
    expect((await confirm()).statusCode).toBe(409);
    expect((await store.app.inject({ method: 'POST', url: '/sandbox/upi/P000/confirm' })).statusCode).toBe(404);
  });

  it('shows what the bank refuses as an outcome', async () => {
    const id = await store.placeOrder(shopper.headers);
    const card = {
      details: 'now',
      cardNumber: '4000 0000 0000 0002',
      cardName: 'A Rao',
      cardExpiry: '08/31',
      cardCvv: '123',
    };
    expect(await reply(id, { method: 'Card', ...card })).toEqual({
      success: false,
      error: expect.stringContaining('declined'),
    });
    const upi = { details: 'now', upiId: 'fail@upi' };
    expect(await reply(id, { method: 'UPI app', ...upi })).toEqual({
      success: false,
      error: expect.stringContaining('declined'),
    });
    expect(await statusOf(id)).toBe(0);
  });

  it.each([
    [{ method: 'Gold' }, 'Please choose how to pay'],
    [{ method: '' }, 'Please choose how to pay'],
    [{ method: 'Card', phone: '+91' }, 'Please enter your mobile number'],
    [{ method: 'Card', phone: '12345' }, 'Please enter your mobile number'],
    [{ method: 'Card', terms: 'false' }, 'Please agree to the terms of sale'],
    [{ method: 'Card', details: 'now', cardNumber: '4111 1111 1111 1111' }, 'Please enter the name on the card'],
    [{ method: 'Card', details: 'now', receiptEmail: 'nowhere' }, 'Please enter a valid email address'],
    [{ method: 'UPI app', details: 'now', upiId: 'no bank' }, 'Please enter a UPI id such as name@bank'],
  ])('checks the form again: %p', async (fields, error) => {
    const id = await store.placeOrder(shopper.headers);
    expect(await reply(id, fields as Record<string, string>)).toEqual({ success: false, error });
  });

  it('ignores fields that do not show', async () => {
    const id = await store.placeOrder(shopper.headers);
    expect(await reply(id, { method: 'Cash on delivery', upiId: 'not a upi id' })).toEqual({ success: true });
  });

  it('refuses an order that is someone else’s, unknown, paid or cancelled', async () => {
    const id = await store.placeOrder(shopper.headers);
    const other = await store.signUp();
    expect((await pay(id, { method: 'Card' }, other.headers)).statusCode).toBe(404);
    expect((await pay('TT-0000000000', { method: 'Card' })).statusCode).toBe(404);
    await pay(id, { method: 'Cash on delivery' });
    const again = await pay(id, { method: 'Cash on delivery' });
    expect([again.statusCode, again.json()]).toEqual([409, { error: 'This order is already paid.' }]);

    const cancelled = await store.placeOrder(shopper.headers);
    await store.db.updateTable('customerOrder').set({ status: 4 }).where('id', '=', cancelled).execute();
    const refused = await pay(cancelled, { method: 'Card' });
    expect([refused.statusCode, refused.json()]).toEqual([409, { error: 'This order is cancelled.' }]);
  });

  it('lets one of several payments of an order through when they race', async () => {
    const id = await store.placeOrder(shopper.headers);
    const replies = await Promise.all(Array.from({ length: 5 }, () => pay(id, { method: 'Cash on delivery' })));
    expect(replies.map(({ statusCode }) => statusCode).sort((one, other) => one - other)).toEqual([
      200, 409, 409, 409, 409,
    ]);
    const accepted = store.db.selectFrom('payment').select('reference').where('orderId', '=', id);
    expect(await accepted.where('status', '=', 'accepted').execute()).toHaveLength(1);
  });

  it('takes no money for an order that is cancelled at the same moment', async () => {
    for (const isFirst of [true, false]) {
      const id = await store.placeOrder(shopper.headers);
      const cancel = () => createOrdersRepository(store.db).changeStatus(id, 'Cancelled');
      const take = () => pay(id, { method: 'Cash on delivery' });
      const [cancelled, paid] = isFirst
        ? await Promise.all([cancel(), take()])
        : await Promise.all([take(), cancel()]).then(([reply, outcome]) => [outcome, reply] as const);
      const accepted = await store.db
        .selectFrom('payment')
        .select('reference')
        .where('orderId', '=', id)
        .where('status', '=', 'accepted')
        .execute();
      // The second request sees the result of the first: a paid order can still be cancelled; a cancelled one cannot be paid.
      expect(cancelled).toEqual({ kind: 'changed', from: accepted.length === 1 ? 'Processing' : 'Pending' });
      expect(paid.statusCode).toBe(accepted.length === 1 ? 200 : 409);
      if (paid.statusCode === 409) expect(paid.json()).toEqual({ error: 'This order is cancelled.' });
      expect(await statusOf(id)).toBe(4);
    }
  });

  it('without a sandbox offers only what needs no bank page', async () => {
    const real = await reopenTestStore(store, { settings: { sandbox: false } });
    const fields = (await real.get('/payments/fields', shopper.headers)).json<PaymentFieldJson[]>();
    expect(fields.find(({ name }) => name === 'method')?.options).toEqual([
      'UPI app',
      'UPI QR code',
      'Cash on delivery',
    ]);
    const orderId = await store.placeOrder(shopper.headers);
    const card = await real.post('/payments', { orderId, fields: { ...form, method: 'Card' } }, shopper.headers);
    expect(card.json()).toEqual({ success: false, error: 'Please choose how to pay' });
    expect((await real.app.inject({ method: 'POST', url: '/sandbox/upi/P000/confirm' })).statusCode).toBe(404);
    expect((await real.app.inject('/sandbox/pay')).statusCode).toBe(404);
    await real.app.close();
  });
});
