import { storeBaseQuery } from './base-query';

/** Sends a call through the base query to an API whose responses have these headers. Returns the request's headers. */
async function send(apiBase: string, headers: Record<string, string>, method: 'GET' | 'POST'): Promise<Headers> {
  const fetched = jest.spyOn(globalThis, 'fetch').mockResolvedValue(new Response('{}', { headers }));
  const api = {
    extra: { readToken: () => null, onTokenRejected: () => undefined },
    getState: () => ({ settings: { apiBase } }),
    signal: new AbortController().signal,
  };
  const body = method === 'POST' ? { method, body: {}, headers: { 'idempotency-key': 'k1' } } : { method };
  await storeBaseQuery({ url: '/orders', ...body }, api as never, {});
  const [request] = fetched.mock.lastCall ?? [];
  return (request as Request).headers;
}

/** Sends a call to an API that refuses the first calls, while time passes. Returns the result and the number of calls. */
async function sendToBusyApi(method: 'GET' | 'POST', refusals: number, retryAfter: string | null, abortAfterMs = 0) {
  jest.useFakeTimers();
  let calls = 0;
  jest.spyOn(globalThis, 'fetch').mockImplementation(async () => {
    calls++;
    if (calls > refusals) return new Response('{"id":"1"}');
    return new Response('{"error":"busy"}', { status: 503, headers: retryAfter ? { 'retry-after': retryAfter } : {} });
  });
  const controller = new AbortController();
  const api = {
    extra: { readToken: () => null, onTokenRejected: () => undefined },
    getState: () => ({ settings: { apiBase: 'http://busy.test' } }),
    signal: controller.signal,
  };
  const sent = storeBaseQuery({ url: '/products', method }, api as never, {});
  if (abortAfterMs > 0) setTimeout(() => controller.abort(), abortAfterMs);
  await jest.advanceTimersByTimeAsync(60_000);
  const { data, error } = await sent;
  return { data, error, calls };
}

afterEach(() => {
  jest.useRealTimers();
  jest.restoreAllMocks();
});

const announcement = { 'accept-idempotency-key': 'true' };

it('sends an Idempotency-Key to an API that has announced it', async () => {
  await send('http://announcing.test', announcement, 'GET');
  expect((await send('http://announcing.test', announcement, 'POST')).get('idempotency-key')).toBe('k1');
});

it('sets no Host header, which a browser would refuse [R.13-2]', async () => {
  expect((await send('http://announcing.test', announcement, 'POST')).get('host')).toBeNull();
});

it('sends no Idempotency-Key to an API that has not announced it, and keeps the other headers', async () => {
  await send('http://silent.test', {}, 'GET');
  const headers = await send('http://silent.test', {}, 'POST');
  expect(headers.get('idempotency-key')).toBeNull();
  expect(headers.get('content-type')).toBe('application/json');
});

it.each([
  ['hi-IN', 'hi'],
  ['zh-Hant', 'zh-Hant'],
  ['en-IN', null],
  ['', null],
])('names the language of a page in %p as %p', async (lang, language) => {
  document.documentElement.lang = lang;
  expect((await send('http://silent.test', {}, 'GET')).get('accept-language')).toBe(language);
  document.documentElement.lang = '';
});

const busyError = { kind: 'status', status: 503, message: 'busy' };

it('sends a GET again after the time that a busy API asks for', async () => {
  expect(await sendToBusyApi('GET', 2, '3')).toEqual({ data: { id: '1' }, calls: 3 });
});

it.each([
  ['a GET twice at most', 'GET', '3', 3],
  ['no POST', 'POST', '3', 1],
  ['no GET of an API that names no time', 'GET', null, 1],
  ['no GET of an API that asks for a long time', 'GET', '3600', 1],
  ['no GET of an API that names a date', 'GET', 'Sun, 22 Nov 2026 10:00:00 GMT', 1],
] as const)('repeats %s', async (_what, method, retryAfter, calls) => {
  const { error, calls: sent } = await sendToBusyApi(method, 9, retryAfter);
  expect(error).toMatchObject(busyError);
  expect(sent).toBe(calls);
});

it.each([
  ['30', 30],
  ['0', 0],
  [null, undefined],
  ['Sun, 22 Nov 2026 10:00:00 GMT', undefined],
] as const)('reads Retry-After %p of a failed call as %p', async (header, retryAfter) => {
  expect((await sendToBusyApi('POST', 9, header)).error).toEqual({
    ...busyError,
    ...(retryAfter !== undefined && { retryAfter }),
  });
});

it('sends a call no more that is aborted while it waits', async () => {
  expect(await sendToBusyApi('GET', 9, '3', 100)).toMatchObject({ calls: 1 });
});

/** A response whose body the network cuts off. */
const cutOff = (status: number) =>
  new Response(
    new ReadableStream({
      start: (body) => body.enqueue(new TextEncoder().encode('{"id":')),
      pull: (body) => body.error(new TypeError('network error')),
    }),
    { status },
  );

it.each([
  ['no response to a GET', 'GET', 200, cutOff, 'no-response', 'FETCH_ERROR'],
  ['no response to a refused GET', 'GET', 404, cutOff, 'no-response', 'FETCH_ERROR'],
  ['no response to a POST', 'POST', 201, cutOff, 'no-response', undefined],
  ['no response to a refused POST', 'POST', 422, cutOff, 'no-response', undefined],
  ['a malformed response', 'GET', 200, () => new Response('{"id":'), 'malformed', 'PARSING_ERROR'],
] as const)('reports %s', async (_what, method, status, respond, kind, noted) => {
  jest.spyOn(globalThis, 'fetch').mockResolvedValue(respond(status));
  const onResponse = jest.fn();
  const api = {
    extra: { readToken: () => null, onTokenRejected: () => undefined, onResponse },
    getState: () => ({ settings: { apiBase: 'http://silent.test' } }),
    signal: new AbortController().signal,
  };
  const { error } = await storeBaseQuery({ url: '/products', method }, api as never, {});
  expect(error?.kind).toBe(kind);
  expect(onResponse.mock.calls.map(([, , read]) => read.error.status)).toEqual(noted ? [noted] : []);
});

it('sends a call to the backend of a remote without token and cookies, and believes no announcement of it', async () => {
  const fetched = jest
    .spyOn(globalThis, 'fetch')
    .mockImplementation(async () => new Response('{}', { headers: { 'accept-idempotency-key': 'true' } }));
  const onTokenRejected = jest.fn();
  const api = {
    extra: { readToken: () => 'secret', onTokenRejected },
    getState: () => ({ settings: { apiBase: 'https://api.shop.example/api/v1' } }),
    signal: new AbortController().signal,
  };
  const urls = ['https://reviews.example/reviews/7', 'https://api.shop.example.evil.example/api/v1/x', '/storeInfo'];
  for (const url of urls) await storeBaseQuery({ url }, api as never, {});
  const sent = fetched.mock.calls.map(([input]) => input as Request);
  expect(sent.map(({ url, credentials, headers }) => [url, credentials, headers.get('authorization')])).toEqual([
    [urls[0], 'omit', null],
    [urls[1], 'omit', null],
    ['https://api.shop.example/api/v1/storeInfo', 'include', 'Bearer secret'],
  ]);
  fetched.mockResolvedValue(new Response('{}', { status: 401 }));
  await storeBaseQuery({ url: 'https://reviews.example/reviews/7' }, api as never, {});
  expect(onTokenRejected).not.toHaveBeenCalled();
  expect((await send('http://unannounced.test', {}, 'POST')).get('idempotency-key')).toBeNull();
});

/** Sends a search to the shop. Returns the request. */
async function sendSearch() {
  const fetched = jest.spyOn(globalThis, 'fetch').mockImplementation(async () => new Response('{}'));
  const api = {
    extra: { readToken: () => 'secret', onTokenRejected: () => undefined },
    getState: () => ({ settings: { apiBase: 'https://api.shop.example/api/v1' } }),
    signal: new AbortController().signal,
  };
  const params = { q: 'a b', colour: ['Red', 'Blue'], size: undefined, page: 2 };
  await storeBaseQuery({ url: '/-/search', params }, api as never, {});
  const [request] = fetched.mock.lastCall ?? [];
  return request as Request;
}

it('sends a call of the shop to the origin of the page, without token and cookies, and repeats the values of a list', async () => {
  const { url, credentials, headers } = await sendSearch();
  expect(url).toBe(`${window.location.origin}/-/search?q=a+b&colour=Red&colour=Blue&page=2`);
  expect([credentials, headers.get('authorization')]).toEqual(['omit', null]);
});

it.each([
  ['half a surrogate pair', String.raw`{"a":["Pots \ud83c"],"b":"\uDFFF!"}`, { a: ['Pots \ufffd'], b: '\ufffd!' }],
  ['a complete surrogate pair', String.raw`{"a":"\ud83c\udf7a"}`, { a: '\u{1f37a}' }],
  ['an escaped backslash', String.raw`{"a":"\\ud83c"}`, { a: String.raw`\ud83c` }],
])('returns text that an address can contain for a response with %s', async (_what, text, expected) => {
  jest.spyOn(globalThis, 'fetch').mockResolvedValue(new Response(text));
  const api = {
    extra: { readToken: () => null, onTokenRejected: () => undefined },
    getState: () => ({ settings: { apiBase: 'http://silent.test' } }),
    signal: new AbortController().signal,
  };
  const { data } = await storeBaseQuery({ url: '/storeInfo' }, api as never, {});
  expect(data).toEqual(expected);
});
