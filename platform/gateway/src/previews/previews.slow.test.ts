import { createPreview } from '@shop/releases/signed-links/preview';
import { publishBuild } from '@shop/releases/testing/fake-build';
import { closeTestGateways, getCookie, openTestGateway, type TestGatewayOptions } from '../testing/test-gateway';

afterEach(closeTestGateways);
afterEach(() => jest.restoreAllMocks());

/** A shop with the live shell "live" and the unpromoted shell "next". */
async function openShop(options: TestGatewayOptions = {}) {
  const shop = await openTestGateway(options);
  await shop.promoteShell('live', '1.0.0');
  const shell = await shop.publishShell('next', '2.0.0');
  const preview = (duration: number) =>
    createPreview(shop.environment, { shell, remotes: [] }, { by: 'asha', duration });
  return { ...shop, preview };
}

test('shows a preview to a browser that opened its link, until the preview is ended', async () => {
  const { get, openLink, preview } = await openShop();
  const { id, expiresAt } = await preview(60_000);
  const link = await openLink(`/-/preview/${id}`);
  expect(link).toMatchObject({
    statusCode: 303,
    headers: { location: '/', 'set-cookie': expect.stringMatching(/^preview=.*Max-Age=\d+.*HttpOnly/) },
  });
  const document = await get('/', { cookie: getCookie(link) });
  expect(document.json()).toMatchObject({ shell: 'next', preview: { expiresAt } });
  expect(document.headers).toMatchObject({ 'cache-control': 'private, no-store', 'x-robots-tag': 'noindex' });
  expect((await get('/')).json()).toMatchObject({ shell: 'live' });
  const end = await get('/-/preview/end', { cookie: getCookie(link) });
  expect(end.headers['set-cookie']).toMatch(/^preview=; .*Max-Age=0/);
});

test('shows a visitor the newest preview of an author and a name within a minute, behind the same link', async () => {
  const { get, openLink, environment, publishShell } = await openShop();
  const create = async (shell: Awaited<ReturnType<typeof publishShell>>, by = 'asha') =>
    createPreview(environment, { shell, remotes: [] }, { by, duration: 3_600_000 }, 'shop/storefront 12');
  const first = await create(await publishShell('first push', '3.0.0'));
  const cookie = getCookie(await openLink(`/-/preview/${first.id}`));
  expect((await get('/', { cookie })).json()).toMatchObject({ shell: 'first push' });
  let later = Date.now() + 61_000;
  jest.spyOn(Date, 'now').mockImplementation(() => later);
  const second = await create(await publishShell('second push', '3.0.1'));
  expect(second.id).toBe(first.id);
  // The first request after a minute refreshes the link.
  expect((await get('/', { cookie })).json()).toMatchObject({ shell: 'second push' });
  // The visitor has not confirmed the preview of another author, whatever its name.
  const foreign = await create(await publishShell('of another author', '3.0.2'), 'ravi');
  expect(foreign.id).not.toBe(first.id);
  later += 61_000;
  expect((await get('/', { cookie })).json()).toMatchObject({ shell: 'second push' });
  expect((await create(await publishShell('third push', '3.0.3'))).id).toBe(first.id);
});

test('rejects the link of an expired or unknown preview and shows the live shop', async () => {
  const { get, preview } = await openShop();
  const { id } = await preview(-1);
  const link = await get(`/-/preview/${id}`);
  expect(link).toMatchObject({ statusCode: 404, body: expect.stringContaining('ask for a new link') });
  expect((await get('/', { cookie: `preview=${id}` })).json()).toMatchObject({ shell: 'live' });
  expect((await get('/-/preview/..%2f..%2fenv')).statusCode).toBe(404);
});

test('tells the visitor of a preview that cannot be rendered why, and how to return to the live shop', async () => {
  const { environment, get } = await openShop();
  const server = 'exports.provided = {}; exports.renderDocument = () => { throw new Error("no window"); };';
  const shell = await publishBuild(environment.store, { app: 'shell', version: '3.0.0', server });
  const { id } = await createPreview(environment, { shell, remotes: [] }, { by: 'asha', duration: 60_000 });
  expect(await get('/', { cookie: `preview=${id}` })).toMatchObject({
    statusCode: 500,
    headers: { 'cache-control': 'no-store' },
    body: expect.stringMatching(/^This preview cannot be shown: .*no window.*Open \/-\/preview\/end/),
  });
  expect((await get('/')).json()).toMatchObject({ shell: 'live' });
});

/** Headers of a browser that opens a link, and whether the shop's own page has sent them. */
const navigations: [string, Record<string, string>, boolean][] = [
  ['the button of the page', { 'sec-fetch-site': 'same-origin' }, true],
  ['the button of the page, in an old browser', { origin: 'http://localhost:80' }, true],
  ['another site', { 'sec-fetch-site': 'cross-site' }, false],
  [
    'another site that sends the origin of the shop',
    { 'sec-fetch-site': 'cross-site', origin: 'http://localhost' },
    false,
  ],
  ['a subdomain', { 'sec-fetch-site': 'same-site' }, false],
  ['the address bar', { 'sec-fetch-site': 'none' }, false],
  ['an unknown kind of site', { 'sec-fetch-site': '' }, false],
  ['another site, in an old browser', { origin: 'https://evil.example' }, false],
  ['a frame without an origin', { origin: 'null' }, false],
  ['a site with a similar name', { origin: 'http://localhost.evil.example' }, false],
  ['a site with the shop in its user name', { origin: 'http://localhost@evil.example' }, false],
  ['a page of the shop, by its address only', { referer: 'http://localhost/' }, false],
  ['a browser without such headers', {}, false],
];

test('only a POST of the page of a link sets the cookie of a preview', async () => {
  const { app, preview } = await openShop({ isInProcess: true });
  const { id } = await preview(60_000);
  for (const [from, headers, isOpened] of navigations) {
    const post = { method: 'POST' as const, url: `/-/preview/${id}`, headers: { host: 'localhost', ...headers } };
    const { statusCode, headers: sent } = await app.inject(post);
    expect([from, statusCode, 'set-cookie' in sent]).toEqual([from, isOpened ? 303 : 403, isOpened]);
  }
});

test('a link shows its name and one button in English and Hindi first, wherever the visitor comes from', async () => {
  const { get, environment, publishShell } = await openShop({ isInProcess: true });
  const shell = await publishShell('named', '3.0.0');
  const author = { by: 'asha', duration: 60_000 };
  const named = await createPreview(environment, { shell, remotes: [] }, author, 'shop/storefront <12>');
  const unnamed = await createPreview(environment, { shell, remotes: [] }, author);
  for (const [, headers] of navigations) {
    const { statusCode, body, headers: sent } = await get(`/-/preview/${named.id}`, headers);
    expect(statusCode).toBe(200);
    expect(sent).not.toHaveProperty('set-cookie');
    expect(sent).toMatchObject({
      'cache-control': 'no-store',
      'content-security-policy': expect.stringContaining("frame-ancestors 'none'"),
    });
    expect(body).toContain('shop/storefront &lt;12&gt;');
    expect(body.match(/<button>/g)).toHaveLength(1);
    expect(body).toMatch(/Open the preview · <span lang="hi">प्रीव्यू खोलें/);
  }
  expect((await get(`/-/preview/${unnamed.id}`)).body).toContain('shell 3.0.0');
});
