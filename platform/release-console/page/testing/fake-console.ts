import { HttpResponse, http } from 'msw';
import { setupServer } from 'msw/node';

/** A response of the console's server: a status (default 200) and JSON. */
export interface FakeResponse {
  status?: number;
  body: object;
}

const responses = new Map<string, FakeResponse>();
const calls: { call: string; search: string; body: unknown }[] = [];
const unexpected: string[] = [];

/**
 * Sets the response to a call for the rest of the test.
 *
 * @param call  Method and path below `/api`, such as `POST promote`.
 */
export const setResponse = (call: string, body: object, status = 200): void =>
  void responses.set(call, { status, body });

/** Bodies of the calls so far, in order. */
export const getBodies = (call: string): unknown[] =>
  calls.filter((entry) => entry.call === call).map(({ body }) => body);

/** Query strings of the calls so far, in order, such as `?env=production`. */
export const getQueries = (call: string): string[] =>
  calls.filter((entry) => entry.call === call).map(({ search }) => search);

const server = setupServer(
  http.all(`${location.origin}/api/*`, async ({ request }) => {
    const { pathname, search } = new URL(request.url);
    const call = `${request.method} ${pathname.replace('/api/', '')}`;
    const text = await request.text();
    calls.push({ call, search, body: text ? JSON.parse(text) : null });
    const found = responses.get(call);
    if (!found) {
      unexpected.push(call);
      return HttpResponse.error();
    }
    return HttpResponse.json(found.body as never, { status: found.status ?? 200 });
  }),
);

/** Starts the fake server for a test file. A call without a response fails the test. */
export function fakeConsole(): void {
  beforeAll(() => server.listen({ onUnhandledRequest: ({ method, url }) => unexpected.push(`${method} ${url}`) }));
  afterEach(() => {
    const unexpectedCalls = unexpected.splice(0);
    responses.clear();
    localStorage.clear();
    calls.length = 0;
    expect(unexpectedCalls).toEqual([]);
  });
  afterAll(() => server.close());
}
