import { createHash } from 'node:crypto';
import { createPreview } from '@shop/releases/signed-links/preview';
import { publishBuild } from '@shop/releases/testing/fake-build';
import { createFakeShellBundle } from '@shop/releases/testing/fake-shell-bundle';
import { closeTestGateways, openTestGateway } from '../testing/test-gateway';

afterEach(closeTestGateways);

/** A shell whose document is the file with the versions of the remotes. */
const server = createFakeShellBundle({ html: ({ remoteVersions }) => JSON.stringify(remoteVersions ?? 'none') });

test('serves the versions of the composition of a document, with the hash in the document, also after a promotion', async () => {
  const shop = await openTestGateway({ isInProcess: true });
  await shop.promoteRelease(await publishBuild(shop.environment.store, { app: 'shell', server }));
  const remote = await publishBuild(shop.environment.store, {
    app: 'mf-a',
    version: '1.0.0',
    server: 'exports.routes = {}',
  });
  await shop.promoteRelease(remote);
  const file = (await shop.get('/')).json<{ url: string; integrity: string }>();
  const response = await shop.get(file.url);
  expect(response.headers['cache-control']).toBe('public, max-age=31536000, immutable');
  expect(`sha256-${createHash('sha256').update(response.body).digest('base64')}`).toBe(file.integrity);
  const { remotes } = shop.watcher.current()?.composition ?? { remotes: [] };
  const [{ name, version, digest, base, entry, global }] = remotes as [(typeof remotes)[number]];
  expect(response.json()).toEqual({ [name]: { version, digest, base, entry, global } });

  const next = await publishBuild(shop.environment.store, {
    app: 'mf-a',
    version: '1.1.0',
    server: 'exports.routes = {}',
  });
  await shop.promoteRelease(next);
  expect((await shop.get('/')).json().url).not.toBe(file.url);
  expect((await shop.get(file.url)).body).toBe(response.body);
  expect((await shop.get('/-/remotes/unknown')).statusCode).toBe(404);
});

test('serves the versions of a document that another gateway has made', async () => {
  const first = await openTestGateway({ isInProcess: true });
  await first.promoteRelease(await publishBuild(first.environment.store, { app: 'shell', server }));
  const second = await openTestGateway({ isInProcess: true, environment: first.environment });
  const { url } = (await first.get('/')).json();
  expect((await second.get(url)).statusCode).toBe(200);
});

test('serves the versions of a document of a gateway that cannot read the history', async () => {
  const first = await openTestGateway({ isInProcess: true });
  const { environment } = first;
  const { store } = environment;
  await first.promoteRelease(await publishBuild(store, { app: 'shell', server }));
  for (const version of ['1.0.0', '1.1.0']) {
    const remote = { app: 'mf-a', version, content: version, server: 'exports.routes = {}' };
    await first.promoteRelease(await publishBuild(store, remote));
  }
  const get: typeof store.get = (key) =>
    key.includes('/log/') ? Promise.reject(new Error('connection reset')) : store.get(key);
  const second = await openTestGateway({
    isInProcess: true,
    environment: { ...environment, store: { ...store, get } },
  });
  const { url } = (await second.get('/')).json();
  expect(url).not.toBe((await first.get('/')).json().url);
  expect((await first.get(url)).statusCode).toBe(200);
});

test('leaves all versions in the documents of a preview, which only one gateway has loaded', async () => {
  const shop = await openTestGateway({ isInProcess: true });
  const { environment } = shop;
  const shell = await publishBuild(environment.store, { app: 'shell', server });
  await shop.promoteRelease(shell);
  const preview = await createPreview(environment, { shell, remotes: [] }, { by: 'asha', duration: 60_000 });
  expect((await shop.get('/')).body).toContain('/-/remotes/');
  const document = await shop.get('/', { cookie: `preview=${preview.id}` });
  expect([document.statusCode, document.headers['x-robots-tag']]).toEqual([200, 'noindex']);
  expect(document.body).not.toContain('/-/remotes/');
});
