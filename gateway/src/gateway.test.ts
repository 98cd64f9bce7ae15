import { createHash } from 'node:crypto';
import { cpSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { brotliDecompressSync } from 'node:zlib';
import { promote } from '@shop/releases/environment/actions';
import { publish } from '@shop/releases/release/publish';
import type { ReleaseId } from '@shop/releases/release/release';
import { createFileSystemStore } from '@shop/releases/store/file-system-store';
import { writeFakeBuild } from '@shop/releases/testing/fake-build';
import { anAuthor, noGates, testEnvironment } from '@shop/releases/testing/test-environment';
import type { FastifyInstance } from 'fastify';
import { buildGateway } from './app';
import { type CompositionFollower, followComposition } from './live-composition';

/** A Node build of a shell that says what it was asked for. */
const shellBuild = (name: string) => `
exports.provided = {};
exports.renderDocument = ({ composition, pathname, hostname, settings }) => ({
  status: pathname === '/gone' ? 404 : 200,
  html: JSON.stringify({ shell: '${name}', seq: composition.seq, pathname, hostname, settings, base: require('@shop/release-base') }),
  inlineScripts: ['alert(1)'],
  apiOrigin: 'http://localhost:8044',
});`;

const closedDirectory = { storeInfo: async () => null, productIds: async () => null };

const root = mkdtempSync(path.join(tmpdir(), 'gateway-'));
const folder = path.join(root, 'releases');
const store = createFileSystemStore(folder);
const environment = testEnvironment(store);
const promoted = (release: ReleaseId) => promote(environment, [release], anAuthor, noGates);
const troubles: string[] = [];
let follower: CompositionFollower;
let gateway: FastifyInstance;

const publishShell = (name: string, version: string) => {
  const appRoot = writeFakeBuild({ app: 'shell', version, content: name, server: shellBuild(name) });
  return publish(store, { appRoot, commit: '' });
};

beforeAll(async () => {
  follower = await followComposition({
    environment,
    interval: 10,
    onTrouble: (error) => troubles.push(String(error)),
  });
  gateway = buildGateway({
    settings: { orderAmounts: 'rupee', serviceWorker: 'on' },
    store,
    directory: closedDirectory,
    current: follower.current,
  });
});

afterAll(async () => {
  follower.stop();
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
    expect((await get(await file('../../../env/production/HEAD.json'))).body).not.toContain('"set"');
    expect((await get('/r/shell/nonsense/main.js')).statusCode).toBe(404);
  });
});

describe('trouble', () => {
  it('with HEAD leaves the last good composition, and is told once', async () => {
    const head = path.join(folder, 'env/production/HEAD.json');
    cpSync(head, `${head}-kept`);
    writeFileSync(head, '{ "seq":');
    while (troubles.length === 0) await new Promise((resolve) => setTimeout(resolve, 5));
    await new Promise((resolve) => setTimeout(resolve, 50));
    expect(troubles).toHaveLength(1);
    expect((await get('/')).json()).toMatchObject({ shell: 'two' });
    cpSync(`${head}-kept`, head);
  });

  it('with a tampered Node build refuses the new composition and keeps the old one', async () => {
    troubles.length = 0;
    const release = await publishShell('three', '3.0.0');
    writeFileSync(path.join(folder, `r/shell/3.0.0-${release.digest}/node/server.cjs`), shellBuild('evil'));
    await promoted(release);
    while (troubles.length === 0) await new Promise((resolve) => setTimeout(resolve, 5));
    expect(troubles[0]).toContain('has other bytes than its release says');
    expect((await get('/')).json()).toMatchObject({ shell: 'two' });
  });

  it('with an address gets a short answer, never a stack', async () => {
    const { statusCode, body } = await get('/%E0%A4%A');
    expect(statusCode).toBeLessThan(500);
    expect(body).not.toContain('at ');
  });
});
