import {
  formatRequest,
  openRawConnection,
  type RawConnection,
  type RawRequest,
  type RawResponse,
} from '@shop/gateway/testing/raw-connection';
import { createProductId } from '@shop/store-api/products/product-id';
import { describeOnEachDatabase } from '@shop/store-api/testing/test-databases';
import fc from 'fast-check';
import { createRouteRequests } from './kit/generated-request';
import { hostileTexts } from './kit/hostile-values';
import { type Account, openTestApi, type TestApi } from './kit/test-api';

/** Requests to the API on each database. Each run has a new sequence. */
const cases = 4000;
/** Milliseconds that one request may take, on a machine under load. */
const timeoutMs = 15_000;

/** Parts of stack traces, of SQL and of names of the server's libraries. No case sends them. */
const internals =
  /\bat \S+ \(|node_modules|\.ts:\d+|\bselect .+ from\b|insert into|syntax error at|pg_catalog|kysely|pglite|postgres|typebox|FST_ERR/i;

describeOnEachDatabase('the store API with generated requests', (open) => {
  let api: TestApi;
  let attacker: Account;
  let victim: Account;
  let attackerToken: string;
  let victimTexts: string[];
  let connection: RawConnection | undefined;
  let requests: fc.Arbitrary<RawRequest>;

  beforeAll(async () => {
    api = await openTestApi(open);
    [attacker, victim] = [await api.addAccount('attacker'), await api.addAccount('victim')];
    attackerToken = (await api.startSession(attacker)).token;
    const { token, id } = await api.startSession(victim);
    const foreignOrder = await api.placeOrder(victim, token);
    victimTexts = [victim.email, victim.firstName, victim.lastName, victim.street, token];
    const orderIds = [await api.placeOrder(attacker, attackerToken), foreignOrder, 'TT-0000000000'];
    const examples = {
      orderId: orderIds,
      id: [createProductId('toaster'), id, ...orderIds],
      keys: [
        createProductId('toaster'),
        createProductId('copper-saucepan'),
        'method',
        'phone',
        'terms',
        'saveDetails',
        'cardNumber',
        'upiId',
        'bank',
        '__proto__',
      ],
      reference: ['P00000000000000000000'],
      '': ['copper-saucepan-1-320.avif', 'captions.json', 'swagger-ui.css', '../package.json'],
      email: [attacker.email],
      contactInfo: [attacker.email, attacker.phone],
      category: ['Cookware', 'cookware'],
      filter: ['Cookware,null'],
    };
    const routes = api.routes.filter(({ method }) => method !== 'HEAD' && method !== 'OPTIONS');
    const arbitraries = routes.map((route) => ({
      // A password hash takes as long as fifty other requests.
      weight: route.schema?.body ? (/authorize|register/.test(route.url) ? 2 : 12) : 4,
      arbitrary: createRouteRequests(route, examples),
    }));
    const anyPath = fc
      .constantFrom(...hostileTexts)
      .map((text): RawRequest => ({ method: 'GET', target: `/${encodeURIComponent(Buffer.from(text).toString())}` }));
    requests = fc.oneof(...arbitraries, { weight: 4, arbitrary: anyPath });
  }, 120_000);
  afterAll(async () => {
    connection?.close();
    await api.close();
  });

  async function send(request: RawRequest): Promise<RawResponse> {
    connection ??= openRawConnection(api.port, timeoutMs);
    try {
      const response = await connection.send(formatRequest(request), request.method === 'HEAD');
      if (response.isLast) closeConnection();
      return response;
    } catch (error) {
      closeConnection();
      throw error;
    }
  }

  function closeConnection(): void {
    connection?.close();
    connection = undefined;
  }

  /** Sends a body that is shorter than announced, ends the connection, and expects the next one to be answered. */
  function sendTruncated(request: RawRequest): void {
    connection ??= openRawConnection(api.port, timeoutMs);
    void connection.send(formatRequest(request)).catch(() => {});
    closeConnection();
  }

  function expectNoLeak({ headers, body }: RawResponse): void {
    const text = Buffer.from(`${JSON.stringify(headers)}\n${body}`, 'latin1').toString();
    const leaked = victimTexts.filter((secret) => text.includes(secret));
    if (headers['content-type']?.startsWith('application/json') && !text.includes('"openapi"')) {
      if (internals.test(text)) leaked.push(text);
    }
    expect(leaked).toEqual([]);
  }

  async function tryRequest(request: RawRequest, isSignedIn: boolean): Promise<void> {
    const headers = isSignedIn ? [['Authorization', `Bearer ${attackerToken}`] as const] : [];
    const signed = { ...request, headers: [...headers, ...(request.headers ?? [])] };
    if ((signed.contentLength ?? 0) > (signed.body?.length ?? 0)) sendTruncated(signed);
    else {
      const response = await send(signed);
      expect(response.status).toBeLessThan(500);
      expectNoLeak(response);
      const hasJson = request.method !== 'HEAD' && response.headers['content-type']?.startsWith('application/json');
      if (response.status >= 400 && hasJson) {
        expect(JSON.parse(response.body)).toEqual({ error: expect.any(String) });
      }
      // A body that is longer than announced makes its rest the next request, which is not valid HTTP.
      if ((signed.contentLength ?? 0) < (signed.body?.length ?? 0)) closeConnection();
    }
    const innocent = await send({ method: 'GET', target: '/api/v1/orders/TT-0000000000', headers: [] });
    expect([innocent.status, innocent.body]).toEqual([404, '{"error":"Order not found or access denied"}']);
  }

  it('answers without a server error, a hang or foreign data, and keeps the connection usable', async () => {
    await fc.assert(fc.asyncProperty(requests, fc.boolean(), tryRequest), { numRuns: cases });
    expect(await api.store.db.selectFrom('account').select('id').where('id', '=', victim.id).execute()).toHaveLength(1);
    expect(({} as { isAdmin?: unknown }).isAdmin).toBeUndefined();
  }, 1_200_000);
});
