import { createPreview } from '@shop/releases/signed-links/preview';
import { promoteFake, readLive } from '@shop/releases/testing/test-shop';
import { waitUntil } from '@shop/testing/wait-until';
import { closeTestGateways } from '../testing/test-gateway';
import { liveLimits } from './renderer-limits';
import { openPageShop, page, patientLimits, startStoreApi } from './testing/page-shop';

afterEach(closeTestGateways);

const readText = (address: string) => `
  const read = async () => { const response = await fetch('${address}'); return response.text(); };
  const text = await read().catch(({ message }) => 'no reviews: ' + message);
  return ${page('text')};`;

/** Code of a page with the texts of several addresses. */
const readTexts = (addresses: readonly string[]) => `
  const read = async (address) => { const response = await fetch(address); return response.text(); };
  const texts = await Promise.all(${JSON.stringify(addresses)}.map((address) => read(address).catch(() => null)));
  return ${page('JSON.stringify(texts)')};`;

const getConnectSources = (headers: Record<string, unknown>) =>
  /connect-src ([^;]*)/.exec(String(headers['content-security-policy']))?.[1];

test('a page contains the data of the backend of its remote, and the page alone may call it', async () => {
  const { origin, requests } = await startStoreApi((target) => ({ status: 200, body: `the reviews ${target}` }));
  const renderers = { reviews: readText(`${origin}/of/7`), catalog: `return ${page("'catalog'")}` };
  const { get } = await openPageShop(renderers, {}, { reviews: [origin] });
  const { body, headers } = await get('/reviews', { cookie: 'session=1', authorization: 'Bearer token' });
  expect(body).toBe('the reviews /of/7');
  expect(getConnectSources(headers)).toBe(`'self' http://localhost:8044 ${origin}`);
  expect(getConnectSources((await get('/catalog')).headers)).toBe("'self' http://localhost:8044");
  expect(requests.map(({ target }) => target)).toEqual(['/of/7']);
  expect(requests[0]?.headers).not.toHaveProperty('authorization');
  expect(requests[0]?.headers).not.toHaveProperty('cookie');
});

test('a page reads no backend that no remote declares', async () => {
  const { origin, requests } = await startStoreApi(() => ({ status: 200, body: 'secret' }));
  const { get } = await openPageShop({ thief: readText(`${origin}/of/7`) }, {}, { thief: ['https://thief.example'] });
  expect((await get('/thief')).body).toContain('no reviews: ');
  expect(requests).toEqual([]);
});

test('a page does not wait for a backend that hangs, and is not a failure of the composition', async () => {
  const { origin } = await startStoreApi(() => null);
  // For the store API, pages of this shop wait longer than a test may take.
  const limits = { ...patientLimits, backendTimeoutMs: liveLimits.backendTimeoutMs };
  const { get, errors } = await openPageShop(
    { reviews: readText(`${origin}/of/7`) },
    { limits },
    { reviews: [origin] },
  );
  expect((await get('/reviews')).body).toContain('no reviews: ');
  expect(errors).toEqual([]);
});

test.each([
  ['by nothing else', false, ['text of 1', null], []],
  ['by a canary', true, ['text of 1', 'text of 2'], ['/of/7']],
])(
  'a preview reads a new backend on the server when it is declared %s, and in the browser always',
  async (_by, isCanary, texts, targets) => {
    const [known, unchecked] = await Promise.all(
      [1, 2].map((index) => startStoreApi(() => ({ status: 200, body: `text of ${index}` }))),
    );
    if (!known || !unchecked) throw new Error('no backend was started');
    const origins = [known.origin, unchecked.origin];
    const shop = await openPageShop({ reviews: `return ${page("'live'")};` }, {}, { reviews: [known.origin] });
    const code = readTexts(origins.map((origin) => `${origin}/of/7`));
    const next = await shop.publishRemote('reviews', code, '2.0.0', origins);
    const { live } = await readLive(shop.environment);
    if (isCanary) {
      await promoteFake(shop.environment, [next], { canary: { share: 0, staff: true } });
      await shop.waitForCanary();
    }
    const { id } = await createPreview(
      shop.environment,
      { shell: live.shell, remotes: [next] },
      { by: 'asha', duration: 60_000 },
    );
    const cookie = `preview=${id}`;
    const isRendered = async () => (await shop.get('/reviews', { cookie })).body !== 'client-rendered';
    await waitUntil(isRendered, { message: 'the preview is rendered' });
    const { body, headers } = await shop.get('/reviews', { cookie });
    expect(JSON.parse(body)).toEqual(texts);
    expect(unchecked.requests.map(({ target }) => target)).toEqual(targets);
    expect(getConnectSources(headers)).toBe(`'self' http://localhost:8044 ${[...origins].sort().join(' ')}`);
  },
);
