import { createOrdersRepository } from '../orders/orders.repository';
import { createPaymentsRepository } from '../payments/payments.repository';
import { describeOnEachDatabase } from '../testing/test-databases';
import { useTestStore } from '../testing/test-store';
import { listRefunds, runOrderCommand } from './operator-commands';

describeOnEachDatabase('UPI money that arrives at a shop without the sandbox bank', (open) => {
  const store = useTestStore(open, { settings: { sandbox: false, upiPayee: 'shop@bank' } });

  async function order() {
    const { headers } = await store.signUp();
    const id = await store.placeOrder(headers);
    const pay = async (method: string, told = {}) => {
      const fields = { method, phone: '+919845012345', terms: 'true', ...told };
      return (await store.post('/payments', { orderId: id, fields }, headers)).json();
    };
    const repositories = { orders: createOrdersRepository(store.db), payments: createPaymentsRepository(store.db) };
    const run = (action?: string, reference?: string) => runOrderCommand(repositories, id, action, reference);
    const listReferences = async () => (await repositories.payments.listUpi(id)).map(({ reference }) => reference);
    return { id, pay, run, listReferences, listDue: () => listRefunds(repositories.payments) };
  }

  it('is booked by the operator once, and starts the order', async () => {
    const { id, pay, run, listReferences, listDue } = await order();
    expect(await run('paid')).toMatchObject({ ok: false, message: expect.stringContaining('has no UPI payment') });
    expect(await pay('UPI app')).toMatchObject({ success: true });
    expect((await run()).message).toContain('\nNo payment is recorded.\n');
    const [reference = ''] = await listReferences();
    expect(await run('paid')).toEqual({
      ok: true,
      message: `Order ${id} is paid with ${reference}, and is Processing.`,
    });
    expect((await run()).message).toContain('\nPaid: UPI app\n');
    const booked = `The money of ${reference} has arrived already, and is booked once.`;
    expect(await run('Paid')).toMatchObject({ ok: false, message: expect.stringContaining(booked) });
    expect(await run('paid', reference)).toMatchObject({ ok: false, message: expect.stringContaining(booked) });
    expect((await listDue()).message).not.toContain(id);
  });

  it('is listed for a refund when it arrives twice under one reference', async () => {
    const { id, pay, run, listDue } = await order();
    const credit = '415512345678';
    await pay('UPI app');
    expect(await run('paid', credit)).toMatchObject({
      ok: false,
      message: expect.stringContaining('has no UPI payment'),
    });
    await run('paid');
    expect(await run('paid', credit)).toEqual({
      ok: true,
      message: `Order ${id} takes no payment: the money of ${credit} is in the list of refunds.`,
    });
    const due = (await listDue()).message.split('\n').find((line) => line.startsWith(`${credit}  ₹`));
    expect(due).toContain(`  order ${id}  UPI app, due since 2`);
    const other = await order();
    await other.pay('UPI app');
    await other.run('paid');
    for (const repeat of [run, other.run]) {
      expect(await repeat('paid', credit)).toMatchObject({
        ok: false,
        message: expect.stringContaining(`The money of ${credit} has arrived already`),
      });
    }
    expect((await listDue()).message.split(credit)).toHaveLength(2);
    expect((await run()).message).toContain('\nPaid: UPI app\n');
  });

  it('is listed for a refund when the order is paid otherwise, and when it arrives twice', async () => {
    const { id, pay, run, listReferences, listDue } = await order();
    await pay('UPI app');
    await pay('UPI QR code');
    const references = await listReferences();
    expect(references).toHaveLength(2);
    expect(await run('paid')).toEqual({
      ok: false,
      message: `Order ${id} has 2 UPI payments: name the reference of the bank's statement, such as ${references.join(', ')}.`,
    });
    expect((await run('paid', references[1]?.toLowerCase())).message).toContain('is Processing');
    expect((await run('paid', references[0])).message).toContain('is in the list of refunds');
    expect((await listDue()).message).toContain(`${references[0]}  `);
    expect(await run('paid', 'P-1')).toMatchObject({
      ok: false,
      message: expect.stringContaining(`Order ${id} has no`),
    });
    expect(await run('shipped', references[0])).toMatchObject({ ok: false });
  });

  it('is not booked for a line of the statement, which is longer than a reference', async () => {
    const { id, pay } = await order();
    await pay('UPI app');
    const reference = 'UPI/415512345678/ASHA RAO/HDFC BANK/ORDER';
    const send = async (url: string, payload: object) => {
      const headers = { authorization: 'Operator a secret for tests' };
      return (await store.app.inject({ method: 'POST', url, headers, payload })).json();
    };
    expect(await send(`/operator/orders/${id}`, { status: 'paid', reference })).toEqual({
      ok: false,
      message: `Order ${id} has no UPI payment ${reference}: name the reference that begins with P in the bank's statement.`,
    });
    expect(await send('/operator/refunds', { reference })).toEqual({
      ok: false,
      message: `No refund of ${reference} is due: copy the reference from the list of refunds.`,
    });
  });

  it('names at most five UPI payments of an order', async () => {
    const { pay, run, listReferences } = await order();
    for (let count = 0; count < 6; count += 1) await pay('UPI app');
    const references = await listReferences();
    const { message } = await run('paid');
    expect(references.map((reference) => message.includes(reference))).toEqual([true, true, true, true, true, false]);
  });

  it.each([
    ['Processing', ['processing']],
    ['Shipped', ['processing', 'shipped']],
    ['Delivered', ['processing', 'shipped', 'delivered']],
  ])('pays an order that the operator has changed to %s', async (status, changes) => {
    const { id, pay, run, listReferences, listDue } = await order();
    await pay('UPI app');
    for (const change of changes) await run(change);
    const [reference] = await listReferences();
    expect((await run('paid')).message).toBe(`Order ${id} is paid with ${reference}, and is ${status}.`);
    expect((await listDue()).message).not.toContain(id);
    const shown = (await run()).message;
    expect(shown).toContain(`Order ${id}, ${status}, `);
    expect(shown).toContain('\nPaid: UPI app\n');
  });

  it('is listed for a refund when the order is cancelled', async () => {
    const { id, pay, run, listDue } = await order();
    await pay('UPI app');
    await run('cancelled');
    expect((await run('paid')).message).toContain('is in the list of refunds');
    expect((await listDue()).message).toContain(`order ${id}  UPI app, due since 2`);
  });

  it.each([
    [
      'UPI app',
      { changeFrom: '2000' },
      /\nSend the receipt to: accounts@example\.com\nNote on the receipt: Order of Rao & Sons\nDeliver/,
    ],
    [
      'Cash on delivery',
      { changeFrom: '2000', upiId: 'asha@bank' },
      /Sons\nBring change for, in rupees: 2000\nDeliver/,
    ],
  ])('shows what the shopper entered with %s, of the fields that the form shows', async (method, told, expected) => {
    const { pay, run } = await order();
    const receipt = { receiptEmail: ' accounts@example.com ', note: 'Order of Rao\n& Sons' };
    expect(await pay(method, { ...receipt, ...told })).toMatchObject({ success: true });
    if (method === 'UPI app') await run('paid');
    const { message } = await run();
    expect(message).toContain('\nPhone for this payment: +919845012345\n');
    expect(message).toMatch(expected);
    expect(message).not.toContain('asha@bank');
  });

  it('says what the courier collects', async () => {
    const { pay, run } = await order();
    expect(await pay('Cash on delivery')).toMatchObject({ success: true });
    expect((await run()).message).toMatch(/\nCollect on delivery: ₹[\d,]+\n/);
    await run('shipped');
    await run('delivered');
    expect((await run()).message).toContain('\nCash on delivery: nothing to collect\n');
  });
});
