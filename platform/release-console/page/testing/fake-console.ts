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
const connections: EventTarget[] = [];

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

/** Sends a server-sent event to the page. */
export function sendEvent(name: 'change' | 'heartbeat'): void {
  connections.at(-1)?.dispatchEvent(new Event(name));
}

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

/** Fake of the browser's EventSource, which jsdom lacks. It connects at once, and the test sends its events. */
class FakeEventSource extends EventTarget {
  static readonly CLOSED = 2;
  readonly readyState = 1;

  constructor() {
    super();
    connections.push(this);
    queueMicrotask(() => this.dispatchEvent(new Event('open')));
  }

  close(): void {}
}

/** Starts the fake server for a test file. A call without a response fails the test. */
export function fakeConsole(): void {
  beforeAll(() => {
    Object.assign(globalThis, { EventSource: FakeEventSource });
    server.listen({ onUnhandledRequest: (request) => unexpected.push(`${request.method} ${request.url}`) });
  });
  afterEach(() => {
    const unexpectedCalls = unexpected.splice(0);
    responses.clear();
    calls.length = 0;
    connections.length = 0;
    expect(unexpectedCalls).toEqual([]);
  });
  afterAll(() => server.close());
}
