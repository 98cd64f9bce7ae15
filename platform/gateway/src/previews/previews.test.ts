import { createPreview } from '@shop/releases/signed-links/preview';
import { publishFake } from '../testing/publish-fake';
import { closeTestGateways, getCookie, openTestGateway } from '../testing/test-gateway';

afterEach(closeTestGateways);
afterEach(() => jest.restoreAllMocks());

/** A shop with the live shell "live" and the unpromoted shell "next". */
async function openShop() {
  const shop = await openTestGateway();
  await shop.promoteShell('live', '1.0.0');
  const shell = await shop.publishShell('next', '2.0.0');
  const preview = (duration: number) =>
    createPreview(shop.environment, { shell, remotes: [] }, { by: 'asha', duration });
  return { ...shop, preview };
}

test('shows a preview to a browser that opened its link, until the preview is ended', async () => {
  const { get, preview } = await openShop();
  const { id, expiresAt } = await preview(60_000);
  const link = await get(`/-/preview/${id}`);
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

test('shows a visitor the newest preview of a name within a minute, behind the same link', async () => {
  const { get, environment, publishShell } = await openShop();
  const create = async (shell: Awaited<ReturnType<typeof publishShell>>) =>
    createPreview(environment, { shell, remotes: [] }, { by: 'asha', duration: 3_600_000 }, 'shop/storefront 12');
  const first = await create(await publishShell('first push', '3.0.0'));
  const cookie = getCookie(await get(`/-/preview/${first.id}`));
  expect((await get('/', { cookie })).json()).toMatchObject({ shell: 'first push' });
  const later = Date.now() + 61_000;
  jest.spyOn(Date, 'now').mockImplementation(() => later);
  const second = await create(await publishShell('second push', '3.0.1'));
  expect(second.id).toBe(first.id);
  // The first request after a minute refreshes the link.
  expect((await get('/', { cookie })).json()).toMatchObject({ shell: 'second push' });
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
  const shell = await publishFake(environment.store, { app: 'shell', version: '3.0.0', server });
  const { id } = await createPreview(environment, { shell, remotes: [] }, { by: 'asha', duration: 60_000 });
  expect(await get('/', { cookie: `preview=${id}` })).toMatchObject({
    statusCode: 500,
    headers: { 'cache-control': 'no-store' },
    body: expect.stringMatching(/^This preview cannot be shown: .*no window.*Open \/-\/preview\/end/),
  });
  expect((await get('/')).json()).toMatchObject({ shell: 'live' });
});
