import { publishBuild } from '@shop/releases/testing/fake-build';
import { createFakeShellBundle } from '@shop/releases/testing/fake-shell-bundle';
import { startTestServer } from '@shop/releases/testing/test-resources';
import { promoteFake } from '@shop/releases/testing/test-shop';
import { openTestGateway, type TestGatewayOptions } from '../../testing/test-gateway';
import { liveLimits, type RendererLimits } from '../renderer-limits';

/** Limits of live pages that no busy machine reaches, without warm-up. */
export const patientLimits: RendererLimits = {
  ...liveLimits,
  documentTimeoutMs: 60_000,
  renderTimeoutMs: 60_000,
  firstRenderTimeoutMs: 60_000,
  dataTimeoutMs: 60_000,
  backendTimeoutMs: 60_000,
  pageWaitMs: 60_000,
  stuckTimeoutMs: 60_000,
  warmUpMs: 0,
};

/** Limits for pages that never end. */
export const shortLimits: RendererLimits = { ...patientLimits, renderTimeoutMs: 1500, firstRenderTimeoutMs: 1500 };

/** A shell whose page at `/<name>` is what the function `render` of the remote `mf-<name>` returns. */
const shellBundle = createFakeShellBundle({
  html: () => 'client-rendered',
  renderPage: async (request, { loadRemote }) => {
    const name = `mf-${request.pathname.split('/')[1]}`;
    return (loadRemote(name) as unknown as { render: (request: object) => never }).render(request);
  },
  moreExports: "exports.listInlineScripts = () => ['first()', 'second()'];",
});

/** Code of a page with the given HTML, a JavaScript expression. */
export const page = (html: string) =>
  `({ kind: 'page', document: { status: 200, html: ${html}, inlineScripts: [], apiOrigin: 'http://localhost:8044' } })`;

/** Code of the list of the modules of Node that a page may require. */
export const moduleNames = `['async_hooks', 'buffer', 'crypto', 'events', 'path', 'process', 'querystring', 'stream', 'stream/promises',
  'stream/web', 'string_decoder', 'timers', 'timers/promises', 'url', 'util', 'util/types']`;

/**
 * Starts a store API, or the backend of a remote.
 *
 * @param respond Null to never respond.
 * @returns Its address and the requests that it got.
 */
export async function startStoreApi(respond: (target: string) => { status: number; body: string } | null) {
  const requests: { target: string; headers: Record<string, unknown> }[] = [];
  const { origin } = await startTestServer((request, response) => {
    requests.push({ target: request.url ?? '', headers: request.headers });
    const reply = respond(request.url ?? '');
    if (reply) response.writeHead(reply.status, { 'content-type': 'application/json' }).end(reply.body);
  });
  return { storeApiUrl: `${origin}/api/v1`, origin, requests };
}

export type PageShop = Awaited<ReturnType<typeof openPageShop>>;

/**
 * Opens a shop with the remotes `mf-<name>`. Each has the code of its function `render(request)`. Call `closeTestGateways` in
 * `afterEach`.
 *
 * @param connect Origins that remotes declare, by name.
 */
export async function openPageShop(
  renderers: Record<string, string>,
  options: TestGatewayOptions = {},
  connect: Record<string, string[]> = {},
) {
  const shop = await openTestGateway({ limits: patientLimits, ...options });
  const { store } = shop.environment;
  const publishRemote = (name: string, code: string, version = '1.0.0', origins = connect[name] ?? []) => {
    const server = `exports.render = async (request) => { ${code} };`;
    const routes = { paths: { home: `/${name}` }, queries: { home: ['b'] } };
    const build = { app: `mf-${name}`, version, content: code, ...routes, server, connect: origins };
    return publishBuild(store, build);
  };
  const shell = await publishBuild(store, { app: 'shell', server: shellBundle });
  const remotes = await Promise.all(Object.entries(renderers).map(([name, code]) => publishRemote(name, code)));
  const { live } = await promoteFake(shop.environment, [shell, ...remotes]);
  await shop.waitForLive(live.seq);
  await shop.watcher.current()?.renderer.whenPrepared();
  return { ...shop, publishRemote };
}
