import { HttpResponse, http } from 'msw';
import { setupServer } from 'msw/node';

/** An answer of the console's server: a status (200) and JSON. */
export interface FakeAnswer {
  status?: number;
  body: object;
}

const answers = new Map<string, FakeAnswer>();
const asked: { call: string; body: unknown }[] = [];
const unexpected: string[] = [];
const connections: EventTarget[] = [];

/**
 * Says what the server answers to a call, from now on and until the test ends.
 *
 * @param call Method and path below `/api`: `POST promote`.
 */
export const answer = (call: string, body: object, status = 200): void => void answers.set(call, { status, body });

/** Bodies of the calls that were made, in order. */
export const bodiesOf = (call: string): unknown[] => asked.filter((one) => one.call === call).map(({ body }) => body);

/** Sends an event to the page that listens. */
export function sendEvent(name: 'change' | 'beat'): void {
  connections.at(-1)?.dispatchEvent(new Event(name));
}

const server = setupServer(
  http.all(`${location.origin}/api/*`, async ({ request }) => {
    const call = `${request.method} ${new URL(request.url).pathname.replace('/api/', '')}`;
    const text = await request.text();
    asked.push({ call, body: text ? JSON.parse(text) : null });
    const found = answers.get(call);
    if (!found) {
      unexpected.push(call);
      return HttpResponse.error();
    }
    return HttpResponse.json(found.body as never, { status: found.status ?? 200 });
  }),
);

/** Stands in for the browser's, which jsdom lacks: it is connected at once, and says what the test says. */
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

/** Starts the fake for a test file; a call that no test has prepared an answer for fails the test. */
export function fakeConsole(): void {
  beforeAll(() => {
    Object.assign(globalThis, { EventSource: FakeEventSource });
    server.listen({ onUnhandledRequest: (request) => unexpected.push(`${request.method} ${request.url}`) });
  });
  afterEach(() => {
    const surprises = unexpected.splice(0);
    answers.clear();
    asked.length = 0;
    connections.length = 0;
    expect(surprises).toEqual([]);
  });
  afterAll(() => server.close());
}
