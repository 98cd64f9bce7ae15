import { createNginxFolder, hasNginx, startNginx } from '@shop/deploy/testing/nginx';
import { liveLimits } from '@shop/gateway/rendering/renderer-limits';
import { openRawConnection } from '@shop/gateway/testing/raw-connection';
import { closeTestGateways, openTestGateway } from '@shop/gateway/testing/test-gateway';
import { publish } from '@shop/releases/release/publish';
import { createPreview } from '@shop/releases/signed-links/preview';
import { createStaffPass } from '@shop/releases/signed-links/staff-pass';
import { writeFakeBuild } from '@shop/releases/testing/fake-build';
import { createFakeShellBundle } from '@shop/releases/testing/fake-shell-bundle';
import { findFreePort } from '@shop/releases/testing/free-port';
import { promoteFake } from '@shop/releases/testing/test-shop';
import { listFailures } from '../../fixtures/list-failures';

const evil = 'evil.example';

/** Request targets that a careless server redirects to another host. */
const hostileTargets = [
  `//${evil}/`,
  `///${evil}/`,
  `/\\${evil}`,
  `\\\\${evil}`,
  `/%2f%2f${evil}/`,
  `/%5c${evil}/`,
  `/%255c${evil}/`,
  `/%09/${evil}/`,
  `/%0d%0aLocation:%20https://${evil}/`,
  `/%0d%0a%0d%0a<script>hit()</script>`,
  `/..//${evil}/`,
  `/%2e%2e//${evil}/`,
  `/page/..//${evil}/`,
  `/page/../\\${evil}/`,
  `/page//${evil}/`,
  `/page/?to=//${evil}/`,
  `/page/#//${evil}/`,
  `/@${evil}/`,
  `/https://${evil}/`,
  `/javascript:hit()/`,
  `/\u00ff\u00ff${evil}/`,
  `/%ef%bc%8f%ef%bc%8f${evil}/`,
  `http://${evil}/page/`,
  `http://localhost@${evil}/page/`,
  `http:${evil}`,
  `${evil}/`,
  '*',
  `?to=//${evil}/`,
  '/favicon.ico',
  `/favicon.ico?to=//${evil}/`,
  `/r/..//${evil}/`,
  `/api/..//${evil}/`,
];

/** Parameters and parts after a signed link, with which a careless server chooses where the link leads. */
const hostileEndings = [
  `?to=//${evil}/`,
  `?to=https://${evil}/&next=//${evil}/&redirect=//${evil}/&returnTo=//${evil}/&url=//${evil}/`,
  `/?to=//${evil}/`,
  `//${evil}/`,
  `/..//${evil}/`,
  `/%2e%2e//${evil}/`,
  `%2f..%2f%2f${evil}`,
  `%0d%0aLocation:%20//${evil}/`,
  `;//${evil}/`,
  `@${evil}/`,
];

/** Headers with which a client names another host. */
const hostileHeaders: readonly (readonly string[])[] = [
  ['Host: localhost'],
  [`Host: ${evil}`],
  [`Host: ${evil}:80`],
  [`Host: localhost@${evil}`],
  [`Host: localhost:80@${evil}`],
  [`Host: ${evil}/`],
  [`Host: ${evil}#localhost`],
  ['Host: localhost', `Host: ${evil}`],
  ['Host: localhost', `X-Forwarded-Host: ${evil}`],
  ['Host: localhost', `X-Forwarded-Host: localhost, ${evil}`, 'X-Forwarded-Proto: https'],
  ['Host: localhost', 'X-Forwarded-Proto: javascript'],
  ['Host: localhost', `X-Forwarded-Prefix: //${evil}`, `X-Forwarded-Path: //${evil}`],
  ['Host: localhost', `Forwarded: host=${evil};proto=https`],
  ['Host: localhost', `X-Original-URL: //${evil}/`, `X-Rewrite-URL: //${evil}/`],
  ['Host: localhost', `X-Host: ${evil}`, `X-HTTP-Host-Override: ${evil}`],
  ['Host: localhost', `Referer: https://${evil}/`, `Origin: https://${evil}`],
];

/** A shell that redirects each path with a slash at its end, as the shop's does, with all that it was asked for. */
const shellBundle = createFakeShellBundle({
  html: () => 'client-rendered',
  renderPage: async ({ pathname, search }) =>
    pathname.length > 1 && pathname.endsWith('/')
      ? { kind: 'redirect', location: pathname.slice(0, -1) + search }
      : {
          kind: 'page',
          document: { status: 200, html: 'rendered', inlineScripts: [], apiOrigin: 'http://localhost:8044' },
        },
});

/** Opens a gateway that trusts nginx on this machine, and so believes the headers of these tests too. */
async function openShop() {
  const shop = await openTestGateway({
    limits: { ...liveLimits, renderTimeoutMs: 1500, firstRenderTimeoutMs: 1500, warmUpMs: 0 },
    settings: { trustedProxies: ['127.0.0.1'] },
  });
  const { environment } = shop;
  const apps = [
    writeFakeBuild({ app: 'shell', server: shellBundle }),
    writeFakeBuild({ app: 'mf-a', paths: { all: '/:name' }, queries: { all: ['to'] }, server: 'exports.routes = {}' }),
  ];
  const releases = await Promise.all(apps.map((appRoot) => publish(environment.store, { appRoot, commit: '' })));
  const { live } = await promoteFake(environment, releases);
  await shop.waitForLive(live.seq);
  await shop.watcher.current()?.renderer.whenPrepared();
  const { shell } = live;
  const options = { by: 'asha', duration: 3_600_000 };
  const preview = await createPreview(environment, { shell, remotes: [] }, options);
  const staff = await createStaffPass(environment, options);
  const links = [`/-/preview/${preview.id}`, `/-/staff/${staff.id}`, '/-/preview/end', '/-/staff/end'];
  return { port: await shop.listen(), links };
}

/** Sends a request as it is. @returns Its redirect; null without one, also when the server closes the connection. */
async function findRedirect(port: number, target: string, headers: readonly string[]): Promise<string | null> {
  const connection = openRawConnection(port, 15_000);
  try {
    // A link redirects when the button of its page is pressed.
    const isLink = /^\/-\/(?:preview|staff)\/(?!end)/.test(target);
    const button = isLink ? ['Sec-Fetch-Site: same-origin', 'Content-Length: 0'] : [];
    const lines = [`${isLink ? 'POST' : 'GET'} ${target} HTTP/1.1`, ...headers, ...button, 'Connection: close', '', ''];
    const response = await connection.send(Buffer.from(lines.join('\r\n'), 'latin1'));
    const isRedirect = response.status >= 300 && response.status < 400;
    return response.headers.location ?? response.headers.refresh ?? (isRedirect ? 'no location' : null);
  } catch {
    return null;
  } finally {
    connection.close();
  }
}

/** True for a path that a browser resolves to the origin of the page. An absolute address never is one: its host may be a header. */
function staysInShop(location: string): boolean {
  return location.startsWith('/') && new URL(location, 'http://shop.test/a/b').origin === 'http://shop.test';
}

/** Each target with two hosts, and each header with the targets that redirect. */
async function attack(port: number, links: readonly string[]): Promise<void> {
  const targets = [...hostileTargets, ...links.flatMap((link) => hostileEndings.map((ending) => link + ending))];
  const attacks = [
    ...targets.flatMap((target) => hostileHeaders.slice(0, 2).map((headers) => ({ target, headers }))),
    ...['/page/', ...links].flatMap((target) => hostileHeaders.slice(2).map((headers) => ({ target, headers }))),
  ];
  const results: [string, boolean][] = [];
  for (const { target, headers } of attacks) {
    const location = await findRedirect(port, target, headers);
    const name = `${target} with ${headers.join(', ')} redirects to ${location}`;
    results.push([name, location === null || staysInShop(location)]);
  }
  expect(listFailures(results)).toEqual([]);
}

afterEach(closeTestGateways);

describe('the gateway', () => {
  it('redirects no hostile address out of the shop', async () => {
    const { port, links } = await openShop();
    // The attacks meet redirects: that of a slash at the end of a path, and those of links.
    expect(await findRedirect(port, '/page/?to=1', ['Host: localhost'])).toBe('/page?to=1');
    for (const link of links) expect(await findRedirect(port, link, ['Host: localhost'])).toBe('/');
    await attack(port, links);
  }, 600_000);
});

const describeWithNginx = hasNginx() ? describe : describe.skip;

describeWithNginx('nginx in front of the gateway', () => {
  it('redirects no hostile address out of the shop', async () => {
    const { port, links } = await openShop();
    const edgePort = await findFreePort();
    const nginx = await startNginx({
      port: edgePort,
      gateways: [`127.0.0.1:${port}`],
      folder: createNginxFolder(),
      trusted: ['127.0.0.1'],
    });
    try {
      expect(await findRedirect(edgePort, '/page/?to=1', ['Host: localhost'])).toBe('/page?to=1');
      await attack(edgePort, links);
    } finally {
      await nginx.stop();
    }
  }, 600_000);
});
