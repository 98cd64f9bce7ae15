import { getReleasePrefix } from '@shop/releases/release/release';
import { createPreview } from '@shop/releases/signed-links/preview';
import { createStaffPass } from '@shop/releases/signed-links/staff-pass';
import { createTestEnvironment } from '@shop/releases/testing/test-environment';
import { readLive } from '@shop/releases/testing/test-shop';
import { formatError } from '@shop/server-runtime/logs/format-error';
import { openPageShop, page, startStoreApi } from '../rendering/testing/page-shop';
import { closeTestGateways, getCookie, openTestGateway } from '../testing/test-gateway';

afterEach(closeTestGateways);

it('has one line for each request: route, status, duration, and the composition and the render of a document', async () => {
  const { storeApiUrl } = await startStoreApi(() => ({ status: 200, body: '{}' }));
  const shop = await openPageShop(
    { a: `return ${page("'a'")};`, broken: `throw new Error('no page');` },
    { storeApiUrl, logLevel: 'info', pageCacheBytes: 1_000_000 },
  );
  const headers = { host: 'localhost' };
  for (const path of ['/a?b=secret', '/a?b=secret', '/broken', '/unknown/asha', '/r/shell/1.0.0-000000000000/x.js']) {
    await shop.get(path, headers);
  }
  expect(shop.logLines.map(({ route, status, app, render }) => [route, status, app, render])).toEqual([
    ['/a', 200, 'mf-a', 'rendered'],
    ['/a', 200, 'mf-a', 'cached'],
    ['/broken', 200, 'mf-broken', 'client-rendered'],
    ['/*', 200, 'shell', 'client-rendered'],
    ['/r/:app/:release/*', 404, undefined, undefined],
  ]);
  const [first] = shop.logLines;
  expect(first).toMatchObject({
    method: 'GET',
    composition: 1,
    remoteNetwork: '127.0.0.0/24',
    requestId: expect.any(String),
  });
  expect(first?.durationMs).toBeGreaterThan(0);
  expect(JSON.stringify(shop.logLines)).not.toMatch(/secret|asha/);
});

it('contains no id of a preview, a staff pass or a visitor, and no cookie', async () => {
  const { environment, get, logLines, openLink, promoteShell } = await openTestGateway({ logLevel: 'info' });
  await promoteShell('one', '1.0.0');
  const state = await readLive(environment);
  const preview = await createPreview(environment, state.live, { by: 'asha', duration: 60_000 });
  const pass = await createStaffPass(environment, { by: 'asha', duration: 60_000 });
  const opened = [await openLink(`/-/preview/${preview.id}`), await openLink(`/-/staff/${pass.id}`)];
  const visitor = '0123456789abcdef0123456789abcdef';
  await get('/', {
    cookie: [...opened.map(getCookie), `visitor=${visitor}`].join('; '),
    authorization: 'Bearer t0ken',
  });
  expect(logLines.map(({ route }) => route)).toEqual(['/-/preview/:id', '/-/staff/:id', '/*']);
  for (const secret of [preview.id, pass.id, visitor, 't0ken', 'asha'])
    expect(JSON.stringify(logLines)).not.toContain(secret);
});

it('passes the request id of a trusted proxy to the calls of the store API, and answers with it', async () => {
  const { storeApiUrl, requests } = await startStoreApi(() => ({ status: 200, body: '{}' }));
  const { app, logLines } = await openPageShop(
    { a: `await fetch('http://localhost:8044/api/v1/products'); return ${page("'a'")};` },
    { storeApiUrl, logLevel: 'info', settings: { trustedProxies: ['10.0.0.1'] } },
  );
  const answer = await app.inject({
    url: '/a',
    remoteAddress: '10.0.0.1',
    headers: { 'x-request-id': 'abcdef0123456789abcdef0123456789' },
  });
  expect(answer.headers['x-request-id']).toBe('abcdef0123456789abcdef0123456789');
  expect(requests.map(({ headers }) => headers['x-request-id'])).toEqual(['abcdef0123456789abcdef0123456789']);
  expect(logLines.map(({ requestId }) => requestId)).toEqual(['abcdef0123456789abcdef0123456789']);
  const other = await app.inject({
    url: '/',
    remoteAddress: '10.0.0.2',
    headers: { 'x-request-id': 'abcdef0123456789abcdef0123456789' },
  });
  expect(other.headers['x-request-id']).toMatch(/^[0-9a-f-]{36}$/);
});

it('formats the errors of untrusted previews and staff passes without the ids that give access', async () => {
  const { environment, errors, openLink, promoteShell } = await openTestGateway();
  const release = await promoteShell('one', '1.0.0');
  const state = await readLive(environment);
  // Another shop's key signs the links in this shop's release store.
  const stranger = { ...environment, signer: createTestEnvironment(environment.store).signer };
  const preview = await createPreview(stranger, state.live, { by: 'asha', duration: 60_000 });
  const pass = await createStaffPass(stranger, { by: 'asha', duration: 60_000 });
  await openLink(`/-/preview/${preview.id}`);
  await openLink(`/-/staff/${pass.id}`);
  expect(errors.join()).toContain(preview.id);
  expect(errors.map(formatError)).toEqual([
    expect.stringMatching(/^preview\/…\.json is signed with the key [0-9a-f]{16}, which is not trusted here$/),
    expect.stringMatching(/^staff\/…\.json is signed with the key/),
  ]);
  expect(formatError(`${getReleasePrefix(release)}main.js`)).toBe(`${getReleasePrefix(release)}main.js`);
});
