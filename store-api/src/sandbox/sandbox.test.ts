import type { PaymentResponseJson } from '@shop/api-contract/schemas/payment';
import { isExpired } from '../payments/payment-ticket';
import { describeOnEachDatabase } from '../testing/test-databases';
import { useTestStore } from '../testing/test-store';

const browser = { 'content-type': 'application/x-www-form-urlencoded', accept: 'text/html' };
const shopOrigin = 'http://localhost:4173';

describeOnEachDatabase('sandbox bank', (open) => {
  const store = useTestStore(open);
  let headers: Record<string, string>;
  beforeAll(async () => {
    headers = { ...(await store.signUp()).headers, origin: shopOrigin };
  });

  async function start(method: string, from = headers) {
    const id = await store.placeOrder(headers);
    const fields = { method, phone: '+919845012345', terms: 'true' };
    const response = (await store.post('/payments', { orderId: id, fields }, from)).json<PaymentResponseJson>();
    return { id, response, ticket: response.action?.formParams?.data ?? {} };
  }
  const send = (path: string, values: Record<string, string>, as: Record<string, string> = browser) =>
    store.app.inject({ method: 'POST', url: path, headers: as, payload: new URLSearchParams(values).toString() });
  const decide = (ticket: Record<string, string>, decision = 'pay', as = browser) =>
    send('/sandbox/pay/decision', { ...ticket, decision }, as);
  const statusOf = async (id: string) => (await store.get(`/orders/${id}`, headers)).json().status;

  it('redirects a paid card payment to the order success page', async () => {
    const { id, response, ticket } = await start('Card');
    const action = response.action;
    expect(action).toMatchObject({ type: 'redirect_post', redirectUrl: 'http://localhost:80/sandbox/pay' });
    expect(action?.formParams).toMatchObject({ type: 'card', url: action?.redirectUrl, data: { amount: '4190.00' } });

    const page = await send('/sandbox/pay', { type: 'card', url: String(action?.redirectUrl), ...ticket });
    expect(page.statusCode).toBe(200);
    expect(page.headers['content-type']).toContain('text/html');
    expect(page.body).toContain(id);
    expect(page.body).toContain('₹4,190.00');
    expect(String(page.headers['content-security-policy'])).toContain(`form-action 'self' ${shopOrigin}`);
    const shown = [...page.body.matchAll(/name="(\w+)" value="([^"]*)">/g)].map(([, name, value]) => [name, value]);

    const paid = await decide(Object.fromEntries(shown.filter(([name]) => name !== 'decision')));
    expect([paid.statusCode, paid.headers.location]).toEqual([303, `${shopOrigin}/order-success?orderId=${id}`]);
    expect(await statusOf(id)).toBe(1);
  });

  it('shows the bank page of a Hindi page in Hindi and returns to the Hindi shop', async () => {
    const { id, ticket } = await start('Card', { ...headers, 'accept-language': 'hi' });
    const page = await send('/sandbox/pay', ticket);
    expect(page.body).toContain('<html lang="hi-IN">');
    expect(page.body).toContain('<title>₹4,190.00 का पेमेंट करें</title>');
    expect(String(page.headers['content-security-policy'])).toContain(`form-action 'self' ${shopOrigin};`);
    expect((await decide(ticket)).headers.location).toBe(`${shopOrigin}/hi/order-success?orderId=${id}`);
  });

  it('redirects a declined payment to the payment page, also when the decision is repeated or changed', async () => {
    const { id, ticket } = await start('Card');
    for (const decision of ['decline', 'decline', 'pay']) {
      const response = await decide(ticket, decision);
      const payment = `${shopOrigin}/payment?orderId=${id}&outcome=declined`;
      expect([response.statusCode, response.headers.location]).toEqual([303, payment]);
    }
    expect(await statusOf(id)).toBe(0);
  });

  it.each([
    ['the decision is repeated', (ticket: Record<string, string>) => decide(ticket)],
    ['the decision is changed', (ticket: Record<string, string>) => decide(ticket, 'decline')],
    ['the bank page is opened again', (ticket: Record<string, string>) => send('/sandbox/pay', ticket)],
    ['a program repeats it', (ticket: Record<string, string>) => decide(ticket, 'pay', { ...browser, accept: '*/*' })],
  ])('leads to the thanks of a paid order when %s', async (_case, again) => {
    const { id, ticket } = await start('Card', { ...headers, 'accept-language': 'hi' });
    expect((await decide(ticket)).statusCode).toBe(303);
    const response = await again(ticket);
    const thanks = `${shopOrigin}/hi/order-success?orderId=${id}`;
    expect([response.statusCode, response.headers.location]).toEqual([303, thanks]);
  });

  it.each([
    ['paid', 'en', 1, 409, 'This order is already paid.', 'Nothing is charged.', '/orders/:id'],
    ['paid', 'hi', 1, 409, 'इस ऑर्डर का पेमेंट पहले ही हो चुका है।', 'कोई राशि नहीं ली जाएगी।', '/hi/orders/:id'],
    ['cancelled', 'en', 4, 409, 'This order is cancelled.', 'Nothing is charged.', '/orders/:id'],
    [
      'pending and the ticket expired',
      'hi',
      0,
      410,
      'समय खत्म',
      'कोई राशि नहीं ली गई।',
      '/hi/payment?orderId=:id&amp;outcome=expired',
    ],
  ])(
    'says so in the language of the shop when the order is %s (%s)',
    async (_case, language, status, code, title, note, link) => {
      const { id, ticket } = await start('Card', { ...headers, 'accept-language': language });
      await store.db.updateTable('customerOrder').set({ status }).where('id', '=', id).execute();
      const clock = jest.spyOn(Date, 'now').mockReturnValue(status === 0 ? Number(ticket.expires) + 1 : Date.now());
      const pages = [await send('/sandbox/pay', ticket), await decide(ticket)];
      clock.mockRestore();
      for (const { statusCode, body } of pages) {
        expect(statusCode).toBe(code);
        expect(body).toContain(`<html lang="${language}-IN">`);
        expect(body).toContain(title);
        expect(body).toContain(note);
        expect(body).toContain(`href="${shopOrigin}${link.replace(':id', id)}"`);
      }
      expect(await statusOf(id)).toBe(status);
      const forPrograms = await decide(ticket, 'pay', { ...browser, accept: '*/*' });
      expect(forPrograms.statusCode).toBe(status === 0 ? 303 : code);
    },
  );

  it('is in the language of a ticket that is not valid, and leads to the shop of the settings', async () => {
    const { ticket } = await start('Card', { ...headers, 'accept-language': 'hi' });
    const forged = await send('/sandbox/pay', { ...ticket, shopUrl: 'https://evil.example/hi' });
    expect(forged.statusCode).toBe(403);
    expect(forged.body).toContain('यह पेमेंट आगे नहीं बढ़ सकता');
    expect(forged.body).toContain('href="http://localhost:3000/hi/orders"');
    expect(forged.body).not.toContain('evil');
  });

  it.each(['Net banking', 'Wallet'])('opens the bank page for %s by a link', async (method) => {
    const { id, response } = await start(method);
    const { pathname, search, searchParams } = new URL(String(response.redirectUrl));
    expect((await store.app.inject(pathname + search)).body).toContain(id);
    expect((await decide(Object.fromEntries(searchParams))).statusCode).toBe(303);
    expect(await statusOf(id)).toBe(1);
  });

  it('rejects a ticket with any changed character', async () => {
    const { id, ticket } = await start('Card');
    for (const name of Object.keys(ticket)) {
      const tampered = { ...ticket, [name]: name === 'currency' ? 'USD' : `${ticket[name]}1` };
      for (const path of ['/sandbox/pay', '/sandbox/pay/decision']) {
        const response = await send(path, { ...tampered, decision: 'pay' }, { ...browser, accept: 'application/json' });
        expect([name, response.statusCode]).toEqual([name, name === 'currency' ? 400 : 403]);
        expect(response.json()).toEqual({ error: expect.any(String) });
      }
    }
    expect(await statusOf(id)).toBe(0);
  });

  it('accepts one of several concurrent decisions, also for two payments of one order', async () => {
    const { id, ticket } = await start('Card');
    const fields = { method: 'Card', phone: '+919845012345', terms: 'true' };
    const second = (await store.post('/payments', { orderId: id, fields }, headers)).json<PaymentResponseJson>();
    const otherTicket = second.action?.formParams?.data ?? {};
    const responses = await Promise.all([decide(ticket), decide(ticket), decide(otherTicket), decide(otherTicket)]);
    expect(responses.map(({ statusCode }) => statusCode).sort((a, b) => a - b)).toEqual([303, 303, 409, 409]);
    expect(await statusOf(id)).toBe(1);
  });

  it('returns shoppers of unknown origins to the shop of the settings', async () => {
    const { ticket } = await start('Card', { ...headers, origin: 'https://evil.example' });
    expect(ticket.shopUrl).toBe('http://localhost:3000');
  });

  it('escapes the values on the bank page', async () => {
    const page = await send('/sandbox/pay', { reference: '<script>alert(1)</script>' });
    expect(page.statusCode).toBe(400);
    expect(page.body).not.toContain('<script');
  });
});

it('tells when a ticket expires', () => {
  expect(isExpired({ expires: '1000' }, 999)).toBe(false);
  expect(isExpired({ expires: '1000' }, 1000)).toBe(true);
  expect(isExpired({ expires: 'never' }, 0)).toBe(true);
});
