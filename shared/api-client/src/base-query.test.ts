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

afterEach(() => jest.restoreAllMocks());

const announcement = { 'accept-idempotency-key': 'true' };

it('sends an Idempotency-Key to an API that has announced it', async () => {
  await send('http://announcing.test', announcement, 'GET');
  expect((await send('http://announcing.test', announcement, 'POST')).get('idempotency-key')).toBe('k1');
});

it('sends no Idempotency-Key to an API that has not announced it, and keeps the other headers', async () => {
  await send('http://silent.test', {}, 'GET');
  const headers = await send('http://silent.test', {}, 'POST');
  expect(headers.get('idempotency-key')).toBeNull();
  expect(headers.get('content-type')).toBe('application/json');
});
