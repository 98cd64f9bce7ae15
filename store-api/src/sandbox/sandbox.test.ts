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

  it('redirects a declined payment to the payment page and rejects it from then on', async () => {
    const { id, ticket } = await start('Card');
    const declined = await decide(ticket, 'decline');
    expect([declined.statusCode, declined.headers.location]).toEqual([303, `${shopOrigin}/payment?orderId=${id}`]);
    expect(await statusOf(id)).toBe(0);
    expect((await decide(ticket)).statusCode).toBe(409);
    expect(await statusOf(id)).toBe(0);
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

  it('rejects a repeated decision, with HTML for browsers and JSON for programs', async () => {
    const { ticket } = await start('Card');
    expect((await decide(ticket)).statusCode).toBe(303);
    const again = await decide(ticket);
    expect(again.statusCode).toBe(409);
    expect(again.body).toContain('Back to my orders');
    const jsonResponse = await decide(ticket, 'pay', { ...browser, accept: '*/*' });
    expect([jsonResponse.statusCode, jsonResponse.json()]).toEqual([
      409,
      { error: expect.stringContaining('decided') },
    ]);
  });

  it('accepts one of several concurrent decisions, also for two payments of one order', async () => {
    const { id, ticket } = await start('Card');
    const fields = { method: 'Card', phone: '+919845012345', terms: 'true' };
    const second = (await store.post('/payments', { orderId: id, fields }, headers)).json<PaymentResponseJson>();
    const otherTicket = second.action?.formParams?.data ?? {};
    const responses = await Promise.all([decide(ticket), decide(ticket), decide(otherTicket), decide(otherTicket)]);
    expect(responses.map(({ statusCode }) => statusCode).sort((a, b) => a - b)).toEqual([303, 409, 409, 409]);
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
