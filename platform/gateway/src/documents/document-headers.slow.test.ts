import { commonHeaders } from '../http/security-headers';
import { openPageShop } from '../rendering/testing/page-shop';
import { sendRawRequest } from '../testing/raw-connection';
import { closeTestGateways, openTestGateway } from '../testing/test-gateway';

afterEach(closeTestGateways);

/** Code of a page whose document has these fields besides a text. */
const pageWith = (fields: object) =>
  `return { kind: 'page', document: ${JSON.stringify({ status: 200, html: 'page', inlineScripts: ['first()'], apiOrigin: 'http://localhost:8044', ...fields })} };`;

it('no header of a document comes from the code of a remote, besides robots and hashes of scripts of the shell', async () => {
  const evil = 'https://evil.example';
  const pages: Record<string, object> = {
    origin: { apiOrigin: `http://*:* ${evil}` },
    directive: { apiOrigin: `${evil}; script-src *` },
    line: { apiOrigin: `${evil}\r\nset-cookie: a=b` },
    types: { trustedTypes: ['*', 'evil'] },
    'no-types': { trustedTypes: undefined },
    script: { inlineScripts: ['first()', `fetch("${evil}")`] },
    'far-script': { inlineScripts: ['first()', 'first();', ''] },
    headers: { headers: { location: evil, 'content-security-policy': '*' }, cacheControl: 'public', location: evil },
  };
  const { get } = await openPageShop({
    good: pageWith({}),
    hidden: pageWith({ isPrivate: true }),
    many: pageWith({ inlineScripts: new Array(17).fill('first()') }),
    long: pageWith({ inlineScripts: ['x'.repeat(100_001)] }),
    ...Object.fromEntries(Object.entries(pages).map(([name, fields]) => [name, pageWith(fields)])),
  });
  const { headers: expected, body } = await get('/good');
  expect(body).toBe('page');
  const policy = String(expected['content-security-policy']);
  expect(policy).toContain("connect-src 'self' http://localhost:8044;");
  expect(policy).toMatch(/trusted-types default (?:mf-[\w-]+ )+'allow-duplicates'/);
  expect(policy.match(/'sha256-/g)).toHaveLength(1);
  const readHeaders = async (name: string) => {
    const { headers, body } = await get(`/${name}`);
    return { body, headers: { ...headers, date: expected.date, 'x-request-id': expected['x-request-id'] } };
  };
  for (const name of Object.keys(pages)) {
    expect({ name, ...(await readHeaders(name)) }).toEqual({ name, body: 'page', headers: expected });
  }
  expect((await readHeaders('hidden')).headers).toEqual({ ...expected, 'x-robots-tag': 'noindex' });
  for (const name of ['many', 'long']) expect((await get(`/${name}`)).body).toBe('client-rendered');
});

it('every kind of response has the headers against sniffing, referrers and features', async () => {
  const { app, get, listen, promoteShell } = await openTestGateway({ isInProcess: true, pageCacheBytes: 1_000_000 });
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
  const malformed = await sendRawRequest(await listen(), 'GET /\u0001x');
  expect(malformed.headers).toMatchObject(commonHeaders);
});
