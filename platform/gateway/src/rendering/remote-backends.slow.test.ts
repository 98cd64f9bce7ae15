import { closeTestGateways } from '../testing/test-gateway';
import { liveLimits } from './renderer-limits';
import { openPageShop, page, patientLimits, startStoreApi } from './testing/page-shop';

afterEach(closeTestGateways);

const readText = (address: string) => `
  const read = async () => { const response = await fetch('${address}'); return response.text(); };
  const text = await read().catch(({ message }) => 'no reviews: ' + message);
  return ${page('text')};`;

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
