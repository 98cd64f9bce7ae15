import { formatRequest, openRawConnection } from '@shop/gateway/testing/raw-connection';
import { openTestPglite } from '@shop/store-api/testing/test-databases';
import { listFailures } from '../../fixtures/list-failures';
import { type RouteEntry, routeEntries } from './authorization-table';
import { type Caller, createCallers, createSpellings, getPrivateTexts } from './callers';
import { type Account, openTestApi, type TestApi } from './kit/test-api';

const operatorSecret = 'an-operator-secret-of-the-authorisation-table';

/** The answer of a public route does not depend on the caller: two callers prove it. */
const listCallerEntries = ({ name, seenAs }: Caller) =>
  routeEntries.filter(({ access }) => access !== 'public' || seenAs === 'other' || name === 'no header');

/** One route of each way in which the API reads the header: a session is required, is optional, and the operator's. */
const spellingRoutes = ['GET /api/v1/accountInfo', 'GET /api/v1/orders/:orderId', 'POST /operator/orders/:id'];
const spellingEntries = routeEntries.filter(({ route }) => spellingRoutes.includes(route));

const attempts = [
  ...createCallers(operatorSecret).map((caller) => [caller.name, caller, listCallerEntries(caller)] as const),
  ...createSpellings(operatorSecret).map((caller) => [caller.name, caller, spellingEntries] as const),
];

/** The status that the table demands for a caller of a route. */
function getExpectedStatus({ access, allowed, inPage, foreign, refused }: RouteEntry, caller: Caller): number {
  const { seenAs, status, isPage } = caller;
  if (seenAs === 'unreadable') return status ?? 400;
  if (isPage && inPage) return inPage;
  if (access === 'public') return allowed;
  if (access === 'operator') return seenAs === 'operator' ? allowed : 404;
  if (seenAs === 'owner') return allowed;
  const withoutSession = refused ?? (access === 'account' ? 401 : 404);
  if (seenAs === 'other') return foreign ?? (access === 'account' ? allowed : withoutSession);
  return withoutSession;
}

describe('the authorisation table of the store API', () => {
  let api: TestApi;
  let owner: Account;
  let other: Account;
  beforeAll(async () => {
    api = await openTestApi(openTestPglite, { operatorSecret });
    [owner, other] = [await api.addAccount('owner'), await api.addAccount('other')];
  }, 120_000);
  afterAll(() => api.close());

  it('has an entry for every route of the app, and no entry for a route that does not exist', () => {
    const registered = api.routes
      .flatMap(({ method, url }) => [method].flat().map((name) => `${name} ${url.replace(/(?<=.)\/$/, '')}`))
      // Each GET route has a HEAD route, which the table tests with the entry of the GET route.
      .filter((route) => !route.startsWith('HEAD '));
    expect([...new Set(routeEntries.map(({ route }) => route))].sort()).toEqual([...new Set(registered)].sort());
  });

  /** Sends the request of one cell. @returns The status and the private texts of the owner that the answer contains. */
  async function tryCell(entry: RouteEntry, caller: Caller, method: string) {
    const ownSession = await api.startSession(owner);
    const cell = { api, owner, ownSession };
    const request = await entry.request(cell);
    const headers = await caller.headers(cell, other);
    const connection = openRawConnection(api.port);
    try {
      const bytes = formatRequest({ ...request, method, headers: [...headers, ...(request.headers ?? [])] });
      const response = await connection.send(bytes, method === 'HEAD');
      const text = Buffer.from(JSON.stringify(response.headers) + response.body, 'latin1').toString();
      const leaks = getPrivateTexts(owner, ownSession).filter((secret) => text.includes(secret));
      return { status: response.status, leaks: caller.seenAs === 'owner' ? [] : leaks };
    } finally {
      connection.close();
    }
  }

  it.each(attempts)(
    'gives %s the expected status of each route, and nothing that belongs to the owner',
    async (_name, caller, entries) => {
      const results: [string, boolean][] = [];
      for (const entry of entries) {
        const [routeMethod = ''] = entry.route.split(' ');
        for (const method of routeMethod === 'GET' ? ['GET', 'HEAD'] : [routeMethod]) {
          const expected = getExpectedStatus(entry, caller);
          const { status, leaks } = await tryCell(entry, caller, method);
          const name = `${method} ${entry.route} ${entry.variant ?? ''}: ${status}, not ${expected}; leaks ${leaks.join()}`;
          results.push([name, status === expected && leaks.length === 0]);
        }
      }
      expect(listFailures(results)).toEqual([]);
    },
    120_000,
  );

  it('leaves the account of the owner as it was after every call of other callers', async () => {
    const { token } = await api.startSession(owner);
    const headers = { authorization: `Bearer ${token}` };
    expect((await api.store.get('/accountInfo', headers)).json()).toMatchObject({
      data: { email: owner.email, firstName: owner.firstName, lastName: owner.lastName },
    });
    const signIn = await api.store.post('/users/authorize', { email: owner.email, password: owner.password });
    expect(signIn.statusCode).toBe(200);
  });
});
