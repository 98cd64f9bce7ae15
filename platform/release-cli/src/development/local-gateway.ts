import { composeDevRemote, type DevServerManifest } from '@shop/gateway/composition/dev-server-app';
import { removalWorker } from '@shop/gateway/discovery/removal-worker';
import { escapeHtml } from '@shop/gateway/http/plain-page';
import { checkFit } from '@shop/releases/gates/check-fit';
import { parseRemoteNeeds } from '@shop/releases/release/shell-contract';
import type { ComposedRemote } from '@shop/remote-contract/composition';
import { listConnectOrigins } from '@shop/remote-contract/connect';
import { type LocalizedPath, localizePath, splitLanguage } from '@shop/remote-contract/languages';
import { matchRemoteRoute } from '@shop/remote-contract/match-remote-route';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import Fastify from 'fastify';
import { copyHead, forwardRequest } from './forward-request';
import {
  fetchFromShop,
  framePath,
  type LiveComposition,
  LiveShopError,
  readDocument,
  readInlineData,
  readShellContract,
  removeInlineData,
  writeInlineData,
} from './live-shop';
import { replaceRemote } from './replace-remote';

/** Reads the manifest of a development server. While a build has errors, it is the one of the last build without. */
export function createManifestReader(devServerUrl: string): () => Promise<DevServerManifest> {
  let last: DevServerManifest | null = null;
  return async () => {
    const response = await fetch(`${devServerUrl}/build.json`).catch(() => null);
    if (response?.ok) last = (await response.json()) as DevServerManifest;
    if (last) return last;
    throw new Error(`${devServerUrl}/build.json cannot be read: the terminal shows why the remote does not build.`);
  };
}

export interface LocalGatewayOptions {
  shopUrl: string;
  app: string;
  /** Address of its development server, such as `http://127.0.0.1:3101`. */
  devServerUrl: string;
  /** Base URL of the store API as a page of the live shop sees it. */
  apiBase: string;
  /** Compares the build with the live shell. @returns What does not fit, one message each. */
  checkFit: (manifest: DevServerManifest) => Promise<readonly string[]>;
}

const maxBodyBytes = 16 * 1024 * 1024;

/**
 * Creates a gateway on this machine that shows the live shop with one remote of a development server in it. Documents and files
 * come from the shop. Each document is requested for each view, so that a promotion shows. Pages reach the store API through this
 * gateway, because it does not know their origin.
 */
export function createLocalGateway(options: LocalGatewayOptions): FastifyInstance {
  const { shopUrl, app: name, devServerUrl } = options;
  const shop = new URL(shopUrl);
  const api = new URL(options.apiBase);
  /** The default policy of Trusted Types allows scripts of the shop's own origin below `/r/`. */
  const base = `/r/${name}/development/`;
  const app = Fastify({ logger: false, bodyLimit: maxBodyBytes, routerOptions: { maxParamLength: 2048 } });
  app.removeAllContentTypeParsers();
  app.addContentTypeParser('*', { parseAs: 'buffer' }, (_request, body, done) => done(null, body));
  app.setErrorHandler((error, _request, reply) => {
    const message = error instanceof Error ? error.message : String(error);
    return sendText(reply, error instanceof LiveShopError ? 502 : 500, message);
  });

  const readManifest = createManifestReader(devServerUrl);

  app.get(`${base}*`, async (request, reply) => {
    const response = await fetch(`${devServerUrl}/${request.url.slice(base.length)}`);
    const type = response.headers.get('content-type') ?? 'application/octet-stream';
    return reply.code(response.status).header('cache-control', 'no-store').type(type).send(response.body);
  });
  app.get('/service-worker.js', (_request, reply) => reply.type('text/javascript').send(removalWorker));
  // What a developer does must not count in the telemetry and the error reports of the live shop.
  app.post('/-/*', (_request, reply) => reply.code(204).send());

  app.all('/*', async (request, reply) => {
    // A target that is an address of its own would reach another host. RFC 9112, section 3.2.2.
    if (!request.url.startsWith('/')) return sendText(reply, 400, 'That address cannot be read.');
    const isApi = request.url === api.pathname || request.url.startsWith(`${api.pathname}/`);
    const target = new URL((isApi ? api : shop).origin + request.url);
    const isRead = request.method === 'GET' || request.method === 'HEAD';
    const mayBeDocument = isRead && !isApi && !target.pathname.startsWith('/r/');
    const response = await forwardRequest(request, target, shop.origin);
    const isDocument = mayBeDocument && response.headers.get('content-type')?.startsWith('text/html');
    if (!isDocument) return copyHead(reply, response, shopUrl).send(response.body ?? '');
    return sendDocument(request, reply, response);
  });

  const sendDocument = async (request: FastifyRequest, reply: FastifyReply, response: Response) => {
    const html = await response.text();
    const live = readDocument(html, shopUrl);
    if (!live) return copyHead(reply, response, shopUrl).send(html);
    const manifest = await readManifest();
    const [local, problems] = [composeDevRemote(manifest, { name, base }), await options.checkFit(manifest)];
    const composition = replaceRemote(live.composition, local);
    const address = new URL(request.url, shopUrl).pathname;
    const page = { ...splitLanguage(address, live.composition.shell.languages), live, local };
    const owner = matchRemoteRoute(composition, page.pathname);
    const isOwn = owner?.remote === local;
    // The HTML of the live version must not meet the scripts of the local one.
    const shown = isTouched(page, isOwn)
      ? await fetchFrame(request, new URL(localizePath(page.language, framePath), shop))
      : { html, headers: response.headers };
    const origin = `${request.protocol}://${request.host}`;
    const settings = { ...readInlineData(shown.html, 'settings'), apiBase: origin + api.pathname };
    const data = writeInlineData(writeInlineData(shown.html, 'composition', composition), 'settings', settings);
    const banner = formatBanner(options, page, problems);
    copyHead(reply, response, shopUrl).removeHeader('etag').header('cache-control', 'no-store');
    const policy = shown.headers.get('content-security-policy');
    if (policy) {
      // A frame permits the backends of its own address only.
      const backends = listConnectOrigins(composition, owner?.remote.name);
      const connect = [...backends, devServerUrl.replace(/^http/, 'ws')];
      void reply.header('content-security-policy', extendPolicy(policy, { app: name, connect }));
    }
    // The live shop has no page at the path of a new remote.
    if (isOwn && response.status === 404) void reply.code(owner.path.status ?? 200);
    return reply.send(insertBanner(removeInlineData(data, 'telemetry'), banner));
  };
  return app;
}

interface Page extends LocalizedPath {
  live: LiveComposition;
  local: ComposedRemote;
}

const hasSlots = ({ slots = [] }: Pick<ComposedRemote, 'slots'>) => slots.length > 0;

/** Whether the live version or the local version of the remote shows something in a page: its screen, or a slot. */
function isTouched({ pathname, live: { composition }, local }: Page, isOwn: boolean): boolean {
  const before = composition.remotes.find(({ name }) => name === local.name);
  const wasOwn = matchRemoteRoute(composition, pathname)?.remote.name === local.name;
  return isOwn || wasOwn || hasSlots(local) || (before !== undefined && hasSlots(before));
}

async function fetchFrame(request: FastifyRequest, frame: URL): Promise<{ html: string; headers: Headers }> {
  const response = await fetchFromShop(frame, {
    headers: request.headers.cookie ? { cookie: request.headers.cookie } : {},
  });
  return { html: await response.text(), headers: response.headers };
}

function formatBanner({ shopUrl }: LocalGatewayOptions, { live, local }: Page, problems: readonly string[]): string {
  const before = live.composition.remotes.find(({ name }) => name === local.name);
  const what = before ? `replaces ${before.version}` : 'is added';
  return [
    `Development: ${local.name} ${local.version} of this machine ${what}. All else is ${shopUrl}.`,
    ...problems,
  ].join(' ');
}

const sendText = (reply: FastifyReply, status: number, message: string) =>
  reply.code(status).header('cache-control', 'no-store').type('text/plain; charset=utf-8').send(message);

/** Trusted Types policy of the error overlay of the development server. */
const overlayPolicy = 'rspack-dev-server#overlay';

/**
 * Adds what a page with a remote of a development server needs to the content security policy of the live shop. Its files come
 * from the shop's own origin, because the local gateway forwards them, so that Trusted Types and the rest of the policy stay in
 * force.
 *
 * @param options.connect Origins that the page may call: backends of remotes, and the socket of hot reload.
 */
export function extendPolicy(policy: string, { app, connect }: { app: string; connect: readonly string[] }): string {
  const added: Record<string, readonly string[]> = {
    'connect-src': connect,
    'trusted-types': [app, overlayPolicy],
  };
  return policy
    .split(';')
    .map((directive) => directive.trim().split(/\s+/))
    .map(([name = '', ...values]) => [name, ...new Set([...values, ...(added[name] ?? [])])].join(' '))
    .join('; ');
}

/**
 * Creates the comparison of a build with the live shell, as `expectFits` makes it. It prints its result when that changes. It finds
 * nothing in a shop that does not say what its shell offers.
 */
function createShellComparison(shopUrl: string): LocalGatewayOptions['checkFit'] {
  let printed = '';
  return async (manifest) => {
    const contract = await readShellContract(shopUrl).catch(() => null);
    if (!contract) return [];
    const found = await checkFit(parseRemoteNeeds(manifest), contract);
    const problems = found.map(
      ({ app, problem, remedy }) => `${app} does not fit the live shell: ${problem} → ${remedy}.`,
    );
    const text = problems.join('\n');
    if (text !== printed) console.log(text || 'The remote fits the live shell.');
    printed = text;
    return problems;
  };
}

interface LocalShop extends Pick<LocalGatewayOptions, 'shopUrl' | 'app' | 'devServerUrl'> {
  /** What the document of the live shop said at the start. */
  live: LiveComposition;
  port: number;
}

/** Starts the local gateway, and prints what it shows. The remote is compared with the live shell with each document. */
export async function startLocalGateway({ live, port, ...shop }: LocalShop): Promise<FastifyInstance> {
  const compare = createShellComparison(shop.shopUrl);
  // A remote that does not build now is compared with its first document.
  await createManifestReader(shop.devServerUrl)().then(compare, () => undefined);
  const gateway = createLocalGateway({ ...shop, apiBase: live.apiBase, checkFit: compare });
  await gateway.listen({ port, host: 'localhost' });
  const released = live.composition.remotes.find(({ name }) => name === shop.app);
  console.log(
    released
      ? `${shop.app} replaces version ${released.version} of ${shop.shopUrl}.`
      : `${shop.shopUrl} has no ${shop.app} in its live composition: it is added.`,
  );
  console.log(`The shop runs at http://localhost:${port}. Change a file and watch. Stop with Ctrl-C.`);
  return gateway;
}

const bannerStyle =
  'background:#5b2a86;color:#fff;font:600 14px/1.4 system-ui,sans-serif;padding:8px 16px;text-align:center';

/** Inserts a banner above the page of a document, in plain HTML, so that it shows even when the apps of the page fail. */
const insertBanner = (html: string, text: string): string =>
  html.replace(
    /<body\b[^>]*>/,
    (tag) => `${tag}\n<aside aria-label="Development" style="${bannerStyle}">${escapeHtml(text)}</aside>`,
  );
