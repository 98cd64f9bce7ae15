import type { AddressInfo } from 'node:net';
import { commonHeaders } from '../http/security-headers';
import { sendRawRequest } from '../testing/raw-request';
import { closeTestGateways, openTestGateway } from '../testing/test-gateway';

afterEach(closeTestGateways);

it('every kind of response has the headers against sniffing, referrers and features', async () => {
  const { app, get, promoteShell } = await openTestGateway({ isInProcess: true, pageCacheBytes: 1_000_000 });
  await promoteShell('one', '1.0.0');
  const nothingLive = await openTestGateway({ isInProcess: true });
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
