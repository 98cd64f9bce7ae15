import { PaymentFieldJson, type PaymentResponseJson } from '@shop/api-contract/schemas/payment';
import { Type } from 'typebox';
import { Check } from 'typebox/value';
import { createOrdersRepository } from '../orders/orders.repository';
import { describeOnEachDatabase } from '../testing/test-databases';
import { type TestStore, useTestStore } from '../testing/test-store';

const form = { phone: '098450 12345', terms: 'true' };
const card = {
  cardNumber: '4111 1111 1111 1111',
  cardName: 'A Rao',
  cardExpiry: '08/31',
  cardCvv: '123',
};

describeOnEachDatabase('payment routes', (open) => {
  const store = useTestStore(open);
  let shopper: Awaited<ReturnType<TestStore['signUp']>>;
  beforeAll(async () => {
    shopper = await store.signUp();
  });

  const pay = (orderId: string, fields: Record<string, string>, headers = shopper.headers) =>
    store.post('/payments', { orderId, fields: { ...form, ...fields } }, headers);
  const payAndRead = async (orderId: string, fields: Record<string, string>) =>
    (await pay(orderId, fields)).json<PaymentResponseJson>();
  const getStatus = async (id: string) => (await store.get(`/orders/${id}`, shopper.headers)).json().status;

  it('returns a valid form with the phone of the last order as a default', async () => {
    await store.placeOrder(shopper.headers);
    expect((await store.get('/payments/fields')).statusCode).toBe(401);
    const fields = (await store.get('/payments/fields', shopper.headers)).json<PaymentFieldJson[]>();
    expect(Check(Type.Array(PaymentFieldJson), fields)).toBe(true);
    expect(fields.find(({ name }) => name === 'phone')).toMatchObject({ defaultValue: '+919845012345' });
  });

  it('describes the form in the language of the request, with the same names and values', async () => {
    const read = async (header: string) => {
      const response = await store.get('/payments/fields', { ...shopper.headers, 'accept-language': header });
      return { language: response.headers['content-language'], fields: response.json<PaymentFieldJson[]>() };
    };
    const [english, hindi] = await Promise.all([read('en-IN,hi;q=0.8'), read('hi')]);
    expect([english.language, hindi.language]).toEqual(['en', 'hi']);
    expect(Check(Type.Array(PaymentFieldJson), hindi.fields)).toBe(true);
    const listTexts = (fields: PaymentFieldJson[]) =>
      fields.flatMap(({ label, description = '', rulesMessages = [] }) => [label, description, ...rulesMessages]);
    expect(listTexts(english.fields).filter((text) => /[^ -~’]/.test(text))).toEqual([]);
    expect(listTexts(hindi.fields).filter((text) => text && !/[\u0900-\u097f]/.test(text))).toEqual([]);
    const listValues = (fields: PaymentFieldJson[]) =>
      fields.map(({ name, options = [] }) => [name, options.map((option) => Object(option).value ?? option)]);
    expect(listValues(hindi.fields)).toEqual(listValues(english.fields));
    expect(hindi.fields[0]?.options).toContainEqual({ label: 'कैश ऑन डिलीवरी', value: 'Cash on delivery' });
  });

  it('saves the phone and the method when the shopper chooses to, and no card data', async () => {
    const other = await store.signUp();
    const orderId = await store.placeOrder(other.headers);
    await pay(orderId, { method: 'Card', ...card, phone: '+919000000001', saveDetails: 'true' }, other.headers);
    const fields = (await store.get('/payments/fields', other.headers)).json<PaymentFieldJson[]>();
    const filled = Object.fromEntries(fields.map(({ name, defaultValue }) => [name, defaultValue]));
    expect(filled).toMatchObject({ method: 'Card', phone: '+919000000001' });
    const stored = await Promise.all([
      store.db.selectFrom('payment').selectAll().execute(),
      store.db.selectFrom('account').selectAll().execute(),
    ]);
    // The pattern has eight digits, because four of them may occur in a random id.
    expect(JSON.stringify(stored, (_key, value) => (typeof value === 'bigint' ? String(value) : value))).not.toMatch(
      /4111[\s-]?1111/,
    );
  });

  it('shows with the box whether details are saved, and forgets them when the box is unticked', async () => {
    const other = await store.signUp();
    const method = 'Cash on delivery';
    const payAs = async (more: Record<string, string>) =>
      pay(await store.placeOrder(other.headers), { method, phone: '+919000000001', ...more }, other.headers);
    const readForm = async () => {
      const fields = (await store.get('/payments/fields', other.headers)).json<PaymentFieldJson[]>();
      return Object.fromEntries(fields.map(({ name, defaultValue }) => [name, defaultValue]));
    };
    await payAs({ saveDetails: 'false' });
    const unsaved = await readForm();
    expect(unsaved).toMatchObject({ saveDetails: 'false', method: 'UPI app', phone: '+919845012345' });
    await payAs({ saveDetails: 'true' });
    const saved = { saveDetails: 'true', method, phone: '+919000000001' };
    expect(await readForm()).toMatchObject(saved);
    await payAs({ phone: '+919000000002' });
    expect(await readForm()).toMatchObject(saved);
    await payAs({ saveDetails: 'false' });
    expect(await readForm()).toEqual(unsaved);
  });

  it('accepts cash on delivery immediately and names the thank-you page', async () => {
    const id = await store.placeOrder(shopper.headers);
    expect(await payAndRead(id, { method: 'Cash on delivery' })).toEqual({
      success: true,
      redirectUrl: expect.stringMatching(new RegExp(`^http.*/order-success\\?orderId=${id}$`)),
    });
    expect(await getStatus(id)).toBe(1);
  });

  it('returns a UPI link for an app, and the same link as text for a QR code', async () => {
    const id = await store.placeOrder(shopper.headers, { 'silicone-spatula': 1 });
    const link =
      /^upi:\/\/pay\?pa=tamrateak@examplebank&pn=Tamra%20%26%20Teak&tr=P[0-9A-Z]{20}&tn=Order%20TT-\w{10}&am=349\.50&cu=INR$/;
    expect(await payAndRead(id, { method: 'UPI app' })).toEqual({
      success: true,
      action: { type: 'deeplink', redirectUrl: expect.stringMatching(link) },
    });
    expect(await payAndRead(id, { method: 'UPI QR code' })).toEqual({
      success: true,
      action: { type: 'qr', qr: expect.stringMatching(link) },
    });
    expect(await getStatus(id)).toBe(0);
  });

  const startUpi = async (orderId: string) => {
    const { action } = await payAndRead(orderId, { method: 'UPI QR code' });
    return String(new URL(action?.qr ?? '').searchParams.get('tr'));
  };
  const confirm = (reference: string) => store.app.inject({ method: 'POST', url: `/sandbox/upi/${reference}/confirm` });
  const operate = async (reference?: string) => {
    const headers = { authorization: 'Operator a secret for tests' };
    const url = '/operator/refunds';
    return (
      await store.app.inject({ method: 'POST', url, headers, payload: { ...(reference && { reference }) } })
    ).json();
  };

  it('responds to a repeated confirmation of a UPI payment as to the first', async () => {
    const id = await store.placeOrder(shopper.headers);
    const reference = await startUpi(id);
    for (let count = 0; count < 3; count += 1) {
      const response = await confirm(reference);
      expect([response.statusCode, response.json()]).toEqual([200, { orderId: id, status: 1 }]);
    }
    expect(await getStatus(id)).toBe(1);
    expect((await operate()).message).not.toContain(reference);
    expect((await confirm('P000')).statusCode).toBe(404);
  });

  it('accepts a UPI payment of an order that the operator has already shipped', async () => {
    const id = await store.placeOrder(shopper.headers);
    const reference = await startUpi(id);
    const { changeStatus } = createOrdersRepository(store.db);
    for (const status of ['Processing', 'Shipped'] as const) await changeStatus(id, status);
    for (let count = 0; count < 2; count += 1) {
      expect((await confirm(reference)).json()).toEqual({ orderId: id, status: 2 });
    }
    expect((await operate()).message).not.toContain(reference);
    expect((await store.get(`/orders/${id}`, shopper.headers)).json()).toMatchObject({ paymentMethod: 'UPI QR code' });
  });

  it.each([
    ['paid in cash', 1, (id: string) => pay(id, { method: 'Cash on delivery' })],
    ['paid by another UPI payment', 1, async (id: string) => confirm(await startUpi(id))],
    ['cancelled', 4, (id: string) => createOrdersRepository(store.db).changeStatus(id, 'Cancelled')],
  ])('records money for a refund when it arrives for an order that was %s', async (_case, status, close) => {
    const id = await store.placeOrder(shopper.headers);
    const reference = await startUpi(id);
    await close(id);
    for (let count = 0; count < 2; count += 1) {
      const response = await confirm(reference);
      expect([response.statusCode, response.json()]).toEqual([200, { orderId: id, status, refund: true }]);
    }
    expect(await getStatus(id)).toBe(status);
    const { message } = await operate();
    expect(message.match(new RegExp(reference, 'g'))).toHaveLength(1);
    expect(message).toContain(`${reference}  ₹4,190  order ${id}  UPI QR code, due since 2`);
    expect(await operate(reference.toLowerCase())).toMatchObject({ ok: true });
    expect((await operate()).message).not.toContain(reference);
    expect(await operate(reference)).toMatchObject({ ok: false });
  });

  it.each([
    ['by UPI', true, async (id: string) => confirm(await startUpi(id))],
    ['in cash, on delivery', false, (id: string) => pay(id, { method: 'Cash on delivery' })],
  ])('lists the money of a cancelled order that was paid %s: %s', async (_case, isDue, payOrder) => {
    const id = await store.placeOrder(shopper.headers);
    await payOrder(id);
    expect((await operate()).message).not.toContain(id);
    await createOrdersRepository(store.db).changeStatus(id, 'Cancelled');
    expect((await operate()).message.includes(id)).toBe(isDue);
  });

  it.each(['12/2031', '12-31', 'Dec 2031', '१२/३१'])('accepts the expiry %s of a card', async (cardExpiry) => {
    const id = await store.placeOrder(shopper.headers);
    expect(await payAndRead(id, { method: 'Card', ...card, cardExpiry })).toMatchObject({ success: true });
  });

  it.each([
    ['en', { method: 'Card', ...card, cardNumber: '4000 0000 0000 0002' }, /declined this card. No money was taken/],
    ['hi', { method: 'UPI app', upiId: 'fail@upi' }, /अस्वीकार हो गई। कोई पैसा नहीं कटा/],
    ['hi', { method: 'UPI QR code', upiId: 'no bank' }, /^कृपया name@bank जैसी UPI आईडी डालें$/],
    ['hi', { method: 'Gold' }, /^कृपया पेमेंट का तरीका चुनें$/],
  ])(
    'responds in the language %s with success false when the payment %p does not start',
    async (language, fields, message) => {
      const id = await store.placeOrder(shopper.headers);
      const response = await pay(id, fields, { ...shopper.headers, 'accept-language': language });
      expect(response.headers['content-language']).toBe(language);
      expect(response.json()).toEqual({ success: false, error: expect.stringMatching(message) });
      expect(await getStatus(id)).toBe(0);
    },
  );

  it.each([
    [{ method: 'Gold' }, 'Please choose how to pay'],
    [{ method: '' }, 'Please choose how to pay'],
    [{ method: 'Card', phone: '+91' }, 'Please enter your mobile number'],
    [{ method: 'Card', phone: '12345' }, 'Please enter your mobile number'],
    [{ method: 'Card', terms: 'false' }, 'Please agree to the terms of sale'],
    [{ method: 'Card', cardNumber: '4111' }, 'Please enter the 16 digits of your card'],
    [{ method: 'Card', receiptEmail: 'nowhere' }, 'Please enter a valid email address'],
    [{ method: 'UPI app', upiId: 'no bank' }, 'Please enter a UPI id such as name@bank'],
  ])('rejects the invalid form %p', async (fields, error) => {
    const id = await store.placeOrder(shopper.headers);
    expect(await payAndRead(id, fields as Record<string, string>)).toEqual({ success: false, error });
  });

  it.each([
    ['Cash on delivery', 1, true],
    ['Cash on delivery', 3, false],
    ['UPI QR code', 1, false],
  ])(
    'names the method of an order paid by %s with status %i, and whether the money is due: %s',
    async (method, status, isDue) => {
      const id = await store.placeOrder(shopper.headers);
      const read = async () => (await store.get(`/orders/${id}`, shopper.headers)).json();
      expect(await read()).not.toHaveProperty('paymentMethod');
      if (method === 'Cash on delivery') await pay(id, { method });
      else await confirm(await startUpi(id));
      await store.db.updateTable('customerOrder').set({ status }).where('id', '=', id).execute();
      const order = await read();
      expect(order).toMatchObject({ paymentMethod: method });
      expect(order.dueOnDelivery).toBe(isDue ? order.total : undefined);
    },
  );

  it('ignores the values of hidden fields', async () => {
    const id = await store.placeOrder(shopper.headers);
    const fields = { method: 'Cash on delivery', upiId: 'not a upi id' };
    expect(await payAndRead(id, fields)).toMatchObject({ success: true });
  });

  it('rejects the order of another account, and an unknown, misspelled, paid or cancelled order', async () => {
    const id = await store.placeOrder(shopper.headers);
    const other = await store.signUp();
    expect((await pay(id, { method: 'Card' }, other.headers)).statusCode).toBe(404);
    for (const unknown of ['TT-0000000000', id.toLowerCase(), ` ${id}`]) {
      expect((await pay(unknown, { method: 'Card' })).statusCode).toBe(404);
    }
    await pay(id, { method: 'Cash on delivery' });
    const again = await pay(id, { method: 'Cash on delivery' });
    expect([again.statusCode, again.json()]).toEqual([409, { error: 'This order is already paid.' }]);

    const cancelled = await store.placeOrder(shopper.headers);
    await store.db.updateTable('customerOrder').set({ status: 4 }).where('id', '=', cancelled).execute();
    const rejected = await pay(cancelled, { method: 'Card' });
    expect([rejected.statusCode, rejected.json()]).toEqual([409, { error: 'This order is cancelled.' }]);
  });

  it('accepts one of several concurrent payments of an order, in cash and at the bank', async () => {
    const id = await store.placeOrder(shopper.headers);
    const { action } = await payAndRead(id, { method: 'UPI QR code' });
    const reference = new URL(action?.qr ?? '').searchParams.get('tr');
    const responses = await Promise.all([
      store.app.inject({ method: 'POST', url: `/sandbox/upi/${reference}/confirm` }),
      ...Array.from({ length: 4 }, () => pay(id, { method: 'Cash on delivery' })),
    ]);
    const [upi, ...cash] = responses;
    const acceptedCount = cash.filter(({ statusCode }) => statusCode === 200).length + (upi?.json().refund ? 0 : 1);
    expect([upi?.statusCode, acceptedCount]).toEqual([200, 1]);
    const accepted = store.db.selectFrom('payment').select('reference').where('orderId', '=', id);
    expect(await accepted.where('status', '=', 'accepted').execute()).toHaveLength(1);
  });

  it('accepts no payment for an order that is cancelled concurrently', async () => {
    for (const isFirst of [true, false]) {
      const id = await store.placeOrder(shopper.headers);
      const cancel = () => createOrdersRepository(store.db).changeStatus(id, 'Cancelled');
      const take = () => pay(id, { method: 'Cash on delivery' });
      const [cancelled, paid] = isFirst
        ? await Promise.all([cancel(), take()])
        : await Promise.all([take(), cancel()]).then(([response, outcome]) => [outcome, response] as const);
      const accepted = await store.db
        .selectFrom('payment')
        .select('reference')
        .where('orderId', '=', id)
        .where('status', '=', 'accepted')
        .execute();
      // The second operation sees the result of the first. A paid order can be cancelled, a cancelled order cannot be paid.
      expect(cancelled).toEqual({ kind: 'changed', from: accepted.length === 1 ? 'Processing' : 'Pending' });
      expect(paid.statusCode).toBe(accepted.length === 1 ? 200 : 409);
      if (paid.statusCode === 409) expect(paid.json()).toEqual({ error: 'This order is cancelled.' });
      expect(await getStatus(id)).toBe(4);
    }
  });

  it.each([
    [undefined, ['Cash on delivery']],
    ['shop@realbank', ['UPI app', 'UPI QR code', 'Cash on delivery']],
  ])(
    'offers only the methods without a bank when the sandbox is off and the payee is %s',
    async (upiPayee, methods) => {
      const real = await store.reopen({ settings: { sandbox: false, upiPayee } });
      const fields = (await real.get('/payments/fields', shopper.headers)).json<PaymentFieldJson[]>();
      const method = fields.find(({ name }) => name === 'method');
      expect(method?.options).toEqual(methods);
      expect(methods).toContain(method?.defaultValue ?? method?.options?.[0]);
      const orderId = await store.placeOrder(shopper.headers);
      const upi = await real.post('/payments', { orderId, fields: { ...form, method: 'UPI app' } }, shopper.headers);
      expect(upi.json()).toEqual(
        upiPayee
          ? { success: true, action: { type: 'deeplink', redirectUrl: expect.stringContaining(`?pa=${upiPayee}&`) } }
          : { success: false, error: 'Please choose how to pay' },
      );
      const card = await real.post('/payments', { orderId, fields: { ...form, method: 'Card' } }, shopper.headers);
      expect(card.json()).toEqual({ success: false, error: 'Please choose how to pay' });
      expect((await real.app.inject({ method: 'POST', url: '/sandbox/upi/P000/confirm' })).statusCode).toBe(404);
      expect((await real.app.inject('/sandbox/pay')).statusCode).toBe(404);
      await real.app.close();
    },
  );
});
