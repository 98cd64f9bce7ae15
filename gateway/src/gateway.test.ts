import { createHash } from 'node:crypto';
import { cpSync, mkdtempSync, readdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { brotliDecompressSync } from 'node:zlib';
import { promote } from '@shop/releases/actions/promote';
import { complete, halt } from '@shop/releases/actions/rollout';
import { publish } from '@shop/releases/release/publish';
import type { ReleaseId } from '@shop/releases/release/release';
import { createPreview } from '@shop/releases/signed-links/preview';
import { getHeadKey } from '@shop/releases/state/head';
import { readLiveState } from '@shop/releases/state/live-state';
import { createFileSystemStore } from '@shop/releases/store/file-system-store';
import type { ReleaseStore } from '@shop/releases/store/release-store';
import { writeFakeBuild } from '@shop/releases/testing/fake-build';
import { createTestEnvironment, passingGates, testAuthor } from '@shop/releases/testing/test-environment';
import type { FastifyInstance } from 'fastify';
import { createGateway } from './app';
import { type CompositionWatcher, watchComposition } from './composition/composition-watcher';
import { createPreviews } from './previews/previews';
import { sendRawRequest } from './testing/raw-request';

/** A Node build of a shell that says what it was asked for. */
const shellBuild = (name: string) => `
exports.provided = {};
exports.renderDocument = ({ composition, pathname, hostname, settings, preview }) => ({
  status: pathname === '/gone' ? 404 : 200,
  html: JSON.stringify({ shell: '${name}', seq: composition.seq, pathname, hostname, settings, preview, base: require('@shop/release-base') }),
  inlineScripts: ['alert(1)'],
  apiOrigin: 'http://localhost:8044',
});`;

const closedCatalog = { getStoreInfo: async () => null, getProductIds: async () => null };

const root = mkdtempSync(path.join(tmpdir(), 'gateway-'));
const folder = path.join(root, 'releases');
const fileSystem = createFileSystemStore(folder);
/** How often the gateway has looked at HEAD. */
let polls = 0;
const store: ReleaseStore = {
  ...fileSystem,
  get: (key) => {
    if (key === getHeadKey('production')) polls++;
    return fileSystem.get(key);
  },
};
const environment = createTestEnvironment(store);
const promoted = (release: ReleaseId) => promote(environment, [release], testAuthor, passingGates);
const errors: string[] = [];
let watcher: CompositionWatcher;
let gateway: FastifyInstance;

const publishShell = (name: string, version: string) => {
  const appRoot = writeFakeBuild({ app: 'shell', version, content: name, server: shellBuild(name) });
  return publish(store, { appRoot, commit: '' });
};

beforeAll(async () => {
  watcher = await watchComposition({
    environment,
    interval: 10,
    onError: (error) => errors.push(String(error)),
  });
  gateway = createGateway({
    settings: { orderAmounts: 'rupee', serviceWorker: 'on' },
    store,
    catalog: closedCatalog,
    current: watcher.current,
    canary: watcher.canary,
    previews: createPreviews(environment, (error) => errors.push(String(error))),
  });
});

afterAll(async () => {
  await watcher.stop();
  await gateway.close();
  rmSync(root, { recursive: true, force: true });
});

const get = (url: string, headers: Record<string, string> = {}) => gateway.inject({ url, headers });

/** Waits until the gateway serves a composition. */
async function served(seq: number) {
  for (;;) {
    const { composition } = (await get('/healthz')).json();
    if (composition === seq) return;
    await new Promise((resolve) => setTimeout(resolve, 5));
  }
}

test('says that nothing was promoted yet, and is not ready', async () => {
  expect(await get('/')).toMatchObject({
    statusCode: 503,
    body: expect.stringContaining('nothing has been promoted yet'),
  });
  expect((await get('/healthz')).statusCode).toBe(503);
});

test('serves a promoted composition without a restart, and the next one after it', async () => {
  await promoted(await publishShell('one', '1.0.0'));
  await served(1);
  const first = await get('/products?page=2', { host: 'shop.example:3000' });
  expect(first.json()).toMatchObject({
    shell: 'one',
    pathname: '/products',
    hostname: 'shop.example',
    settings: { orderAmounts: 'rupee' },
  });
  await promoted(await publishShell('two', '2.0.0'));
  await served(2);
  expect((await get('/')).json()).toMatchObject({
    shell: 'two',
    seq: 2,
    base: expect.stringMatching(/^\/r\/shell\/2\.0\.0-/),
  });
});

test('compresses documents for browsers that take it', async () => {
  const plain = await get('/products');
  const sent = await get(`/${'products/'.repeat(200)}`, { 'accept-encoding': 'gzip, br' });
  expect(plain.headers['content-encoding']).toBeUndefined();
  expect(sent.headers).toMatchObject({ 'content-encoding': 'br', vary: 'accept-encoding' });
  expect(brotliDecompressSync(sent.rawPayload).toString()).toContain('"shell":"two"');
});

test('tells a tab that stays open which composition it would get', async () => {
  const answer = await get('/-/composition');
  expect(answer.json()).toEqual({ seq: 2 });
  expect(answer.headers['cache-control']).toBe('private, no-store');
});

test('answers with the shell’s status, a strict policy, and no sniffing', async () => {
  const { headers, statusCode } = await get('/gone');
  expect(statusCode).toBe(404);
  const policy = String(headers['content-security-policy']);
  const hash = createHash('sha256').update('alert(1)').digest('base64');
  expect(policy).toContain(`script-src 'self' 'sha256-${hash}';`);
  expect(policy).toContain("connect-src 'self' http://localhost:8044;");
  expect(policy).not.toMatch(/script-src[^;]*unsafe/);
  expect(headers).toMatchObject({ 'x-content-type-options': 'nosniff', 'cache-control': 'no-cache' });
});

describe('files', () => {
  const file = async (name: string) => {
    const [release = ''] = readdirSync(path.join(folder, 'r/shell')).filter((entry) => entry.startsWith('1.0.0-'));
    return `/r/shell/${release}/${name}`;
  };

  it('of an old release stay, immutable, compressed for those who take it', async () => {
    const plain = await get(await file('main.js'));
    expect(plain).toMatchObject({ statusCode: 200, body: '/* one */' });
    expect(plain.headers).toMatchObject({
      'cache-control': 'public, max-age=31536000, immutable',
      'content-type': 'text/javascript; charset=utf-8',
      'access-control-allow-origin': '*',
    });
    const compressed = await get(await file('main.js'), { 'accept-encoding': 'gzip, br' });
    expect(compressed.headers['content-encoding']).toBe('br');
    expect(brotliDecompressSync(compressed.rawPayload).toString()).toBe('/* one */');
  });

  it('that a browser has no use for are not served', async () => {
    for (const name of ['node/server.cjs', 'release.json', 'main.js.map', 'missing.js', '%2e%2e%2fx.js']) {
      expect((await get(await file(name))).statusCode).toBe(404);
    }
    expect((await get('/r/shell/nonsense/main.js')).statusCode).toBe(404);
  });

  it('of no release are not served, however the way to them is written', async () => {
    await gateway.listen({ port: 0, host: '127.0.0.1' });
    const { port } = gateway.server.address() as AddressInfo;
    const signed = readFileSync(path.join(folder, 'env/production/HEAD.json'), 'utf8');
    expect(signed).toContain('"signature"');
    for (const up of ['../../..', '..%2f..%2f..', '%2e%2e/%2e%2e/%2e%2e', '..%5c..%5c..']) {
      const answer = await sendRawRequest(port, `GET ${await file(`${up}/env/production/HEAD.json`)}`);
      expect(answer.status).toBe(404);
      expect(answer.body).not.toContain('"signature"');
    }
  });
});

/** Waits until a request is answered as wanted. */
async function answered(isWanted: (answer: Awaited<ReturnType<typeof get>>) => boolean, headers = {}) {
  for (;;) {
    const answer = await get('/', headers);
    if (isWanted(answer)) return answer;
    await new Promise((resolve) => setTimeout(resolve, 5));
  }
}

const cookieOf = (answer: Awaited<ReturnType<typeof get>>) => String(answer.headers['set-cookie']).split(';')[0] ?? '';

describe('a canary', () => {
  it('gives its share of the visitors one whole composition, and keeps each where they are', async () => {
    const release = await publishShell('canary', '2.1.0');
    expect((await get('/')).headers['set-cookie']).toBeUndefined();
    await promote(environment, [release], testAuthor, { ...passingGates, canaryShare: 50 });
    const first = await answered(({ headers }) => headers['set-cookie'] !== undefined);
    expect(first.headers).toMatchObject({
      'cache-control': 'private, no-cache',
      'set-cookie': expect.stringMatching(/^visitor=[0-9a-f-]{36}; .*HttpOnly.*SameSite=Lax/),
    });
    const shells = new Map<string, number>();
    for (let at = 0; at < 200; at++) {
      const answer = await get('/');
      const { shell } = answer.json();
      shells.set(shell, (shells.get(shell) ?? 0) + 1);
      const again = await get('/products', { cookie: cookieOf(answer) });
      expect(again.json().shell).toBe(shell);
      expect(again.headers['set-cookie']).toBeUndefined();
    }
    expect([...shells.keys()].sort()).toEqual(['canary', 'two']);
    // Six standard deviations of 200 throws of a coin.
    expect(Math.abs((shells.get('canary') ?? 0) - 100)).toBeLessThan(43);
  });

  it('is halted for everybody, and completed for everybody', async () => {
    await halt(environment, testAuthor);
    await answered(({ headers }) => headers['cache-control'] === 'no-cache');
    expect((await get('/')).json()).toMatchObject({ shell: 'two' });
    const release = await publishShell('canary', '2.1.0');
    await promote(environment, [release], testAuthor, { ...passingGates, canaryShare: 1 });
    await complete(environment, testAuthor, passingGates);
    await answered((answer) => answer.json().shell === 'canary');
    const { seq } = (await readLiveState(environment))?.live ?? { seq: 0 };
    await served(seq);
  });
});

describe('a preview', () => {
  const shown = async (duration: number) => {
    const shell = await publishShell('soon', '2.2.0');
    return createPreview(environment, { shell, remotes: [] }, { by: 'asha', duration });
  };

  it('shows whoever has its link a composition that is not live, and nobody keeps the document', async () => {
    const { id, expiresAt } = await shown(60_000);
    const link = await get(`/-/preview/${id}`);
    expect(link).toMatchObject({
      statusCode: 303,
      headers: { location: '/', 'set-cookie': expect.stringMatching(/^preview=.*Max-Age=\d+.*HttpOnly/) },
    });
    const document = await get('/', { cookie: cookieOf(link) });
    expect(document.json()).toMatchObject({ shell: 'soon', preview: { expiresAt } });
    expect(document.headers).toMatchObject({ 'cache-control': 'private, no-store', 'x-robots-tag': 'noindex' });
    expect((await get('/')).json()).toMatchObject({ shell: 'canary' });
    const end = await get('/-/preview/end', { cookie: cookieOf(link) });
    expect(end.headers['set-cookie']).toMatch(/^preview=; .*Max-Age=0/);
  });

  it('that has expired, was never made, or was signed by a stranger shows the live shop', async () => {
    const { id } = await shown(-1);
    const gone = await get(`/-/preview/${id}`);
    expect(gone).toMatchObject({ statusCode: 404, body: expect.stringContaining('ask for a new link') });
    expect((await get('/', { cookie: `preview=${id}` })).json()).toMatchObject({ shell: 'canary' });
    expect((await get('/-/preview/..%2f..%2fenv')).statusCode).toBe(404);
    const stranger = createTestEnvironment(store);
    const shell = await publishShell('soon', '2.2.0');
    const forged = await createPreview(stranger, { shell, remotes: [] }, { by: 'mallory', duration: 60_000 });
    const answer = await get('/', { cookie: `preview=${forged.id}` });
    expect(answer.json()).toMatchObject({ shell: 'canary' });
    expect(errors.splice(0)).toEqual([expect.stringContaining('which is not trusted here')]);
  });
});

describe('trouble', () => {
  it('with HEAD leaves the last good composition, and is told once', async () => {
    const head = path.join(folder, 'env/production/HEAD.json');
    cpSync(head, `${head}-kept`);
    writeFileSync(head, '{ "seq":');
    while (errors.length === 0) await new Promise((resolve) => setTimeout(resolve, 5));
    const seen = polls;
    while (polls < seen + 3) await new Promise((resolve) => setTimeout(resolve, 5));
    expect(errors).toHaveLength(1);
    expect((await get('/')).json()).toMatchObject({ shell: 'canary' });
    renameSync(`${head}-kept`, head);
    while (watcher.isDegraded()) await new Promise((resolve) => setTimeout(resolve, 5));
  });

  it('with a tampered Node build refuses the new composition and keeps the old one', async () => {
    errors.length = 0;
    const release = await publishShell('three', '3.0.0');
    writeFileSync(path.join(folder, `r/shell/3.0.0-${release.digest}/node/server.cjs`), shellBuild('evil'));
    await promoted(release);
    while (errors.length === 0) await new Promise((resolve) => setTimeout(resolve, 5));
    expect(errors[0]).toContain('has other bytes than its release says');
    expect((await get('/')).json()).toMatchObject({ shell: 'canary' });
  });

  it('with an address gets a short answer, never a stack', async () => {
    const { statusCode, body } = await get('/%E0%A4%A');
    expect(statusCode).toBeLessThan(500);
    expect(body).toBe('That address cannot be read.');
  });
});
