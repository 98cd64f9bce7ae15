import { HttpResponse, http } from 'msw';
import { setupServer } from 'msw/node';

/** The JSON of a response, or how it follows from the query. */
type FakeBody = object | ((query: URLSearchParams) => object);

interface FakeResponse {
  status: number;
  body: FakeBody;
}

/** Responses of a service that has nothing yet. */
const emptyBodies: Readonly<Record<string, FakeBody>> = {
  'GET metrics': [],
  'GET schedules': [],
  'GET policy': { version: 1, policy: { roles: {}, people: {} }, history: [] },
};

const responses = new Map<string, FakeResponse>();
const calls: { call: string; search: string; body: unknown }[] = [];
const unexpected: string[] = [];

/**
 * Sets the response to a call for the rest of the test.
 *
 * @param call  Method and path below `/api`, such as `POST promote`.
 */
export const setResponse = (call: string, body: FakeBody, status = 200): void =>
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
    const { body = emptyBodies[call], status = 200 } = responses.get(call) ?? {};
    if (!body) {
      unexpected.push(call);
      return HttpResponse.error();
    }
    const json = typeof body === 'function' ? body(new URLSearchParams(search)) : body;
    return HttpResponse.json(json as never, { status });
  }),
);

/**
 * Starts the fake server for a test file. Without a response of the test there are no metrics, schedules and roles, and another call
 * fails the test.
 */
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
