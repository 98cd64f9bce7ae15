import { delay, HttpResponse, http } from 'msw';
import { setupServer } from 'msw/node';
import { aProductSearch, aStoreInfo } from './builders';

/** Base URL of the API in tests. */
export const fakeApiBase = 'http://localhost:8044/api/v1';

/** Headers of every response. */
let fakeHeaders: Record<string, string> = {};

export type Method = 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';

/** A call that the fake received. */
export interface RecordedCall {
  method: Method;
  /**
   * Path below the API's base, decoded: `/products/7`. For a call to the shop itself its path: `/-/search`. For the backend of a
   * remote the address: `https://reviews.example/of/7`.
   */
  path: string;
  /** The last value of each parameter. */
  query: Record<string, string>;
  /** All parameters, for those that are repeated. */
  search: URLSearchParams;
  /** Parsed JSON, the text of another body, or null. */
  body: unknown;
  headers: Headers;
  /** Whether cookies go along: `include`. */
  credentials: RequestCredentials;
}

/**
 * A response of the fake: a status (default 200) with a JSON body or with a text and with more headers, a network error ('no response'), or no
 * response at all ('never'). `after` delays the response until a promise settles, so that a test can check the state before.
 */
export type FakeAnswer =
  | { status?: number; body?: unknown; text?: string; headers?: Record<string, string>; after?: Promise<unknown> }
  | 'no response'
  | 'never';

/** Every screen shows the name of the shop. The search finds nothing. */
const defaultAnswers = new Map<string, FakeAnswer>([
  ['GET /storeInfo', { body: aStoreInfo() }],
  ['GET /-/search', { body: aProductSearch() }],
]);
const answers = new Map<string, (call: RecordedCall) => FakeAnswer>();
const recorded: RecordedCall[] = [];
const unexpected: string[] = [];

const answerKey = (method: string, path: string) => `${method} ${path}`;

/**
 * Sets the response to a call until the test ends.
 *
 * @param path Path below the API's base, a path of the shop itself, or the address of a call to the remote's own backend. Without
 *   a query.
 * @param reply The response, or a function that creates it from the call.
 * @example answer('GET', '/orders', { body: [anOrder()] });
 * @example answer('GET', '/-/search', { body: aProductSearch([aProduct()]) });
 * @example answer('GET', 'https://reviews.example/of/7', { body: [] });
 */
export function answer(method: Method, path: string, reply: FakeAnswer | ((call: RecordedCall) => FakeAnswer)): void {
  answers.set(answerKey(method, path), typeof reply === 'function' ? reply : () => reply);
}

/**
 * Creates a promise that the test resolves, for the `after` of a response.
 *
 * @example const { promise, resolve } = createDeferred();
 */
export function createDeferred(): { promise: Promise<void>; resolve: () => void } {
  let settle = () => {};
  const promise = new Promise<void>((resolve) => {
    settle = resolve;
  });
  return { promise, resolve: () => settle() };
}

/** Lists the calls of the test, in order; optionally of one method and path. */
export function calls(method?: Method, path?: string): RecordedCall[] {
  return recorded.filter((call) => (!method || call.method === method) && (!path || call.path === path));
}

function getPath({ origin, pathname }: URL): string {
  if (origin === window.location.origin) return pathname;
  const address = origin + pathname;
  return address.startsWith(`${fakeApiBase}/`) ? address.slice(fakeApiBase.length) : address;
}

/** Parses a body as JSON. Another body, such as a form, stays a text. */
function parseBody(text: string): unknown {
  if (!text) return null;
  try {
    return JSON.parse(text);
  } catch {
    return text;
  }
}

async function recordCall(request: Request): Promise<RecordedCall> {
  const url = new URL(request.url);
  return {
    method: request.method as Method,
    path: decodeURIComponent(getPath(url)),
    query: Object.fromEntries(url.searchParams),
    search: url.searchParams,
    body: parseBody(await request.text()),
    headers: request.headers,
    credentials: request.credentials,
  };
}

const server = setupServer(
  http.all('*', async ({ request }) => {
    const call = await recordCall(request);
    recorded.push(call);
    const key = answerKey(call.method, call.path);
    const reply = answers.get(key)?.(call) ?? defaultAnswers.get(key);
    if (!reply) {
      unexpected.push(`${key} was called and no answer is set: answer('${call.method}', '${call.path}', …)`);
      return HttpResponse.error();
    }
    if (reply === 'no response') return HttpResponse.error();
    if (reply === 'never') {
      await delay('infinite');
      return HttpResponse.error();
    }
    await reply.after;
    const { status = 200 } = reply;
    const headers = { ...fakeHeaders, ...reply.headers };
    return reply.text === undefined
      ? HttpResponse.json(reply.body as never, { status, headers })
      : new HttpResponse(reply.text, { status, headers });
  }),
);

/**
 * Starts the fake for a test file. `GET /storeInfo` has the response `aStoreInfo()`, `GET /-/search` finds nothing. Any
 * other call without a prepared response
 * fails the test.
 *
 * @param additions  What the API has besides the specification. Default: it accepts Idempotency-Key, as the store API does.
 */
export function fakeStoreApi(additions: readonly string[] = ['accept-idempotency-key']): void {
  fakeHeaders = Object.fromEntries(additions.map((name) => [name, 'true']));
  beforeAll(() => server.listen());
  afterEach(() => {
    const unanswered = unexpected.splice(0);
    answers.clear();
    recorded.length = 0;
    if (unanswered.length > 0) throw new Error([...new Set(unanswered)].join('\n'));
  });
  afterAll(() => server.close());
}
