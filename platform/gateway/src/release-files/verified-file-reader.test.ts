import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { brotliCompressSync, brotliDecompressSync } from 'node:zlib';
import { promote } from '@shop/releases/actions/promote';
import { publish } from '@shop/releases/release/publish';
import { getReleasePrefix, type Release } from '@shop/releases/release/release';
import { createFileSystemStore } from '@shop/releases/store/file-system-store';
import type { ReleaseStore } from '@shop/releases/store/release-store';
import { writeFakeBuild } from '@shop/releases/testing/fake-build';
import { createFakeShellBundle } from '@shop/releases/testing/fake-shell-bundle';
import { createTestEnvironment, passingGates, testAuthor } from '@shop/releases/testing/test-environment';
import { closeTestGateways, openTestGateway } from '../testing/test-gateway';

const server = createFakeShellBundle({
  html: ({ preview }) => (preview ? 'preview' : 'live'),
  moreExports: "exports.wellKnown = { webManifest: () => '', favicon: '', serviceWorker: 'service-worker.js' };",
});

const root = mkdtempSync(path.join(tmpdir(), 'verified-file-reader-'));
afterAll(() => rmSync(root, { recursive: true, force: true }));
let shopCount = 0;
afterEach(closeTestGateways);

/** A shop whose release store an attacker without a signing key can write to. */
async function openShop() {
  const folder = path.join(root, String(++shopCount));
  const files = createFileSystemStore(folder);
  const reads: string[] = [];
  const store: ReleaseStore = {
    ...files,
    get: (key) => {
      reads.push(key);
      return files.get(key);
    },
  };
  const environment = createTestEnvironment(store);
  const publishShell = (version: string) => {
    const appRoot = writeFakeBuild({ app: 'shell', version, content: version, server });
    writeFileSync(path.join(appRoot, 'dist/browser/service-worker.js'), `/* worker ${version} */`);
    writeFileSync(path.join(appRoot, 'dist/browser/tawa.png'), `picture ${version}`);
    writeFileSync(
      path.join(appRoot, 'dist/browser/mark.svg'),
      '<svg xmlns="http://www.w3.org/2000/svg" onload="alert(1)"/>',
    );
    return publish(store, { appRoot, commit: '' });
  };
  const getFilePath = (release: Release, name: string) => path.join(folder, getReleasePrefix(release), name);
  const startGateway = async () => {
    const { app, errors, waitForLive } = await openTestGateway({ environment, isInProcess: true });
    const show = async (id: string) => {
      const { body } = await app.inject({ url: '/', headers: { cookie: `preview=${id}` } });
      return body;
    };
    const get = (url: string, encoding = '') => app.inject({ url, headers: { 'accept-encoding': encoding } });
    return { get, show, waitForLive, errors };
  };
  const goLive = async (release: Release) => (await promote(environment, [release], testAuthor, passingGates)).live.seq;
  return { environment, publishShell, getFilePath, startGateway, goLive, reads };
}

const getAddress = (release: Release, name: string) => `/${getReleasePrefix(release)}${name}`;

/** Changes a release's manifest so that it matches a changed file. */
function rewriteDescription(descriptionFile: string, name: string, other: Release) {
  const release = JSON.parse(readFileSync(descriptionFile, 'utf8'));
  release.files[name] = other.files[name];
  writeFileSync(descriptionFile, JSON.stringify(release));
}

describe('service worker', () => {
  it('serves no service worker whose bytes differ from its release, and reports it once', async () => {
    const { publishShell, getFilePath, goLive, startGateway } = await openShop();
    const release = await publishShell('1.0.0');
    await goLive(release);
    const worker = getFilePath(release, 'service-worker.js');
    const good = readFileSync(worker);
    writeFileSync(worker, '/* evil */');
    const { get, errors } = await startGateway();
    for (let asked = 0; asked < 3; asked++) expect((await get('/service-worker.js')).statusCode).toBe(404);
    const key = `${getReleasePrefix(release)}service-worker.js`;
    expect(errors).toEqual([`${key} has other bytes than its release says`]);
    writeFileSync(worker, good);
    expect((await get('/service-worker.js')).body).toBe('/* worker 1.0.0 */');
  });
});

describe('released files', () => {
  it('responds with 404 to a file with other bytes than published, and reports it once', async () => {
    const { publishShell, getFilePath, goLive, startGateway } = await openShop();
    const release = await publishShell('1.0.0');
    await goLive(release);
    writeFileSync(getFilePath(release, 'tawa.png'), 'another picture');
    const { get, errors } = await startGateway();
    for (let asked = 0; asked < 2; asked++) {
      const answer = await get(getAddress(release, 'tawa.png'), 'br');
      expect([answer.statusCode, answer.headers['cache-control']]).toEqual([404, 'no-store']);
    }
    expect((await get(getAddress(release, 'main.js'))).statusCode).toBe(200);
    expect(errors).toHaveLength(1);
  });

  it('runs no script of a file that is opened as a page on the shop’s origin', async () => {
    const { publishShell, goLive, startGateway } = await openShop();
    const release = await publishShell('1.0.0');
    await goLive(release);
    const { get } = await startGateway();
    const { statusCode, headers } = await get(getAddress(release, 'mark.svg'));
    expect([statusCode, headers['content-type']]).toEqual([200, 'image/svg+xml']);
    expect(headers).toMatchObject({
      'content-security-policy': expect.stringMatching(/^default-src 'none';.*; sandbox$/),
      'x-content-type-options': 'nosniff',
    });
  });

  it('responds with 404 to a file that its manifest does not list', async () => {
    const { publishShell, getFilePath, goLive, startGateway } = await openShop();
    const release = await publishShell('1.0.0');
    await goLive(release);
    writeFileSync(getFilePath(release, 'evil.svg'), '<svg onload="alert(1)"/>');
    const { get } = await startGateway();
    expect((await get(getAddress(release, 'evil.svg'))).statusCode).toBe(404);
  });

  it.each([
    ['other text', brotliCompressSync('/* evil */')],
    ['far more text', brotliCompressSync(Buffer.alloc(1_000_000))],
  ])('serves the uncompressed file when its brotli copy contains %s', async (_, bytes) => {
    const { publishShell, getFilePath, goLive, startGateway } = await openShop();
    const release = await publishShell('1.0.0');
    await goLive(release);
    writeFileSync(getFilePath(release, 'main.js.br'), bytes);
    const { get, errors } = await startGateway();
    const { headers, body } = await get(getAddress(release, 'main.js'), 'br');
    expect([headers['content-encoding'], body]).toEqual([undefined, '/* 1.0.0 */']);
    expect(errors).toEqual([`${getReleasePrefix(release)}main.js.br has other bytes than its release says`]);
  });

  it.each([
    ['BR ; q=1', 'br'],
    ['gzip, br; q=0.000', undefined],
    ['x-br', undefined],
    ['identity, br;q=0.5', undefined],
  ])('negotiates brotli for accept-encoding "%s"', async (accepted, encoding) => {
    const { publishShell, goLive, startGateway } = await openShop();
    const release = await publishShell('1.0.0');
    await goLive(release);
    const { get } = await startGateway();
    expect((await get(getAddress(release, 'main.js'), accepted)).headers['content-encoding']).toBe(encoding);
  });

  it('reads and verifies a file once for concurrent and later requests', async () => {
    const { publishShell, goLive, startGateway, reads } = await openShop();
    const release = await publishShell('1.0.0');
    await goLive(release);
    const { get } = await startGateway();
    const request = () => get(getAddress(release, 'main.js'), 'br');
    const answers = [...(await Promise.all([request(), request()])), await request()];
    for (const { rawPayload } of answers) expect(brotliDecompressSync(rawPayload).toString()).toBe('/* 1.0.0 */');
    expect(reads.filter((key) => key.includes('main.js'))).toEqual([`${getReleasePrefix(release)}main.js.br`]);
  });

  it('verifies files of an earlier release by the manifest hash in its signed composition', async () => {
    const { publishShell, getFilePath, goLive, startGateway } = await openShop();
    const [old, next] = [await publishShell('1.0.0'), await publishShell('2.0.0')];
    await goLive(old);
    await goLive(next);
    rewriteDescription(getFilePath(old, 'release.json'), 'tawa.png', next);
    writeFileSync(getFilePath(old, 'tawa.png'), 'picture 2.0.0');
    const { get, errors } = await startGateway();
    expect((await get(getAddress(old, 'tawa.png'))).statusCode).toBe(404);
    expect(errors).toEqual([
      `${getReleasePrefix(old)}release.json has other bytes than the signed compositions of its release say`,
    ]);
  });
});
