import type { AddressInfo } from 'node:net';
import { createPreview } from '@shop/releases/signed-links/preview';
import { readLiveState } from '@shop/releases/state/live-state';
import { commonHeaders } from '../http/security-headers';
import { sendRawRequest } from '../testing/raw-request';
import { closeTestGateways, openTestGateway } from '../testing/test-gateway';

afterEach(closeTestGateways);

async function openShop(pageCacheBytes: number) {
  const shop = await openTestGateway({ pageCacheBytes });
  await shop.promoteShell('one', '1.0.0');
  return shop;
}

it('a document has the same policy from the page cache, without the cache and in a preview', async () => {
  const [cached, plain] = [await openShop(1_000_000), await openShop(0)];
  const state = await readLiveState(cached.environment);
  if (!state) throw new Error('nothing is live');
  const { id } = await createPreview(cached.environment, state.live, { by: 'asha', duration: 60_000 });
  const responses = [
    await plain.get('/'),
    await cached.get('/'),
    await cached.get('/'),
    await cached.get('/', { cookie: `preview=${id}` }),
  ];
  const policies = responses.map(({ headers }) => headers['content-security-policy']);
  expect(new Set(policies).size).toBe(1);
  // The hash of the echo shell's inline script. A hash needs no value that differs between responses, as a nonce does.
  expect(policies[0]).toMatch(/script-src 'self' 'sha256-[^']+'; /);
  expect(policies[0]).not.toMatch(/script-src[^;]*unsafe/);
});

it('every kind of response has the headers against sniffing, referrers and features', async () => {
  const { app, get } = await openShop(1_000_000);
  const nothingLive = await openTestGateway();
  const responses = {
    document: await get('/'),
    'document with status 404': await get('/gone'),
    'unreadable address': await get('//evil.example'),
    'unknown file': await get('/r/shell/1.0.0-0123456789ab/x.js'),
    'unknown preview': await get('/-/preview/x'),
    'another method': await app.inject({ method: 'PUT', url: '/' }),
    'invalid report': await app.inject({ method: 'POST', url: '/-/policy-reports', payload: '{' }),
    'no composition': await nothingLive.get('/'),
    robots: await get('/robots.txt'),
    'no service worker': await get('/service-worker.js'),
  };
  for (const [kind, { headers }] of Object.entries(responses)) {
    expect({ kind, ...headers }).toMatchObject({ kind, ...commonHeaders });
  }
  await app.listen({ host: '127.0.0.1', port: 0 });
  const malformed = await sendRawRequest((app.server.address() as AddressInfo).port, 'GET /\u0001x');
  expect(malformed.headers).toMatchObject(commonHeaders);
});
