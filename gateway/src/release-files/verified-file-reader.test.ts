import { randomUUID } from 'node:crypto';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { brotliCompressSync, brotliDecompressSync } from 'node:zlib';
import { promote } from '@shop/releases/actions/promote';
import { publish } from '@shop/releases/release/publish';
import { getReleasePrefix, type Release } from '@shop/releases/release/release';
import { signDocument } from '@shop/releases/signing/signed-document';
import { createFileSystemStore } from '@shop/releases/store/file-system-store';
import type { ReleaseStore } from '@shop/releases/store/release-store';
import { writeFakeBuild } from '@shop/releases/testing/fake-build';
import { createTestEnvironment, passingGates, testAuthor } from '@shop/releases/testing/test-environment';
import { createGateway } from '../app';
import { watchComposition } from '../composition/composition-watcher';
import { createPreviews } from '../previews/previews';
import { createReleaseManifests } from './release-manifests';

const server = `
exports.provided = {};
exports.renderDocument = ({ preview }) => ({ status: 200, html: preview ? 'preview' : 'live', inlineScripts: [], apiOrigin: 'http://localhost:8044' });
exports.wellKnown = { webManifest: () => '', favicon: '', serviceWorker: 'service-worker.js' };`;

const root = mkdtempSync(path.join(tmpdir(), 'verified-files-'));
afterAll(() => rmSync(root, { recursive: true, force: true }));
let count = 0;
const closing: (() => Promise<unknown>)[] = [];
afterEach(async () => {
  for (const close of closing.splice(0)) await close();
});

/** A shop whose release store somebody can write to who has no key. */
async function openShop() {
  const folder = path.join(root, String(++count));
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
  const fileOf = (release: Release, name: string) => path.join(folder, getReleasePrefix(release), name);
  const startGateway = async () => {
    const errors: string[] = [];
    const releases = createReleaseManifests(store);
    const onError = (error: unknown) => errors.push(error instanceof Error ? error.message : String(error));
    const { current, stop } = await watchComposition({ environment, interval: 5, manifests: releases, onError });
    const app = createGateway({
      settings: { orderAmounts: 'rupee', serviceWorker: 'on' },
      store,
      manifests: releases,
      onFileError: onError,
      catalog: { getStoreInfo: async () => null, getProductIds: async () => null },
      current,
      previews: createPreviews(environment, onError, releases),
    });
    closing.push(async () => {
      await stop();
      await app.close();
    });
    const show = async (id: string) => {
      const { body } = await app.inject({ url: '/', headers: { cookie: `preview=${id}` } });
      return body;
    };
    const get = (url: string, encoding = '') => app.inject({ url, headers: { 'accept-encoding': encoding } });
    const serves = async (seq: number) => {
      while (current()?.composition.seq !== seq) await new Promise((resolve) => setTimeout(resolve, 5));
    };
    return { get, show, serves, errors };
  };
  const goLive = async (release: Release) => (await promote(environment, [release], testAuthor, passingGates)).live.seq;
  return { environment, publishShell, fileOf, startGateway, goLive, reads };
}

const addressOf = (release: Release, name: string) => `/${getReleasePrefix(release)}${name}`;

/** Makes a release's description fit a file with other bytes. */
function rewriteDescription(descriptionFile: string, name: string, other: Release) {
  const release = JSON.parse(readFileSync(descriptionFile, 'utf8'));
  release.files[name] = other.files[name];
  writeFileSync(descriptionFile, JSON.stringify(release));
}

describe('the service worker', () => {
  it('with other bytes than its release lists is not served, and the operator is told once', async () => {
    const { publishShell, fileOf, goLive, startGateway } = await openShop();
    const release = await publishShell('1.0.0');
    await goLive(release);
    const worker = fileOf(release, 'service-worker.js');
    const good = readFileSync(worker);
    writeFileSync(worker, '/* evil */');
    const { get, errors } = await startGateway();
    for (let asked = 0; asked < 3; asked++) expect((await get('/service-worker.js')).statusCode).toBe(404);
    const key = `${getReleasePrefix(release)}service-worker.js`;
    expect(errors).toEqual([`${key} has other bytes than its release says`]);
    writeFileSync(worker, good);
    expect((await get('/service-worker.js')).body).toBe('/* worker 1.0.0 */');
  });

  it('stays the last good one when the next one is not as published, whatever the store says of it', async () => {
    const { publishShell, fileOf, goLive, startGateway } = await openShop();
    await goLive(await publishShell('1.0.0'));
    const { get, serves, errors } = await startGateway();
    expect((await get('/service-worker.js')).body).toBe('/* worker 1.0.0 */');
    const [next, evil] = [await publishShell('2.0.0'), await publishShell('3.0.0')];
    await serves(await goLive(next));
    rewriteDescription(fileOf(next, 'release.json'), 'service-worker.js', evil);
    writeFileSync(fileOf(next, 'service-worker.js'), '/* worker 3.0.0 */');
    expect((await get('/service-worker.js')).body).toBe('/* worker 1.0.0 */');
    expect(errors).toHaveLength(1);
  });
});

describe('files', () => {
  it('with other bytes than published are not there; each is told of once', async () => {
    const { publishShell, fileOf, goLive, startGateway } = await openShop();
    const release = await publishShell('1.0.0');
    await goLive(release);
    writeFileSync(fileOf(release, 'tawa.png'), 'another picture');
    const { get, errors } = await startGateway();
    for (let asked = 0; asked < 2; asked++) {
      const answer = await get(addressOf(release, 'tawa.png'), 'br');
      expect([answer.statusCode, answer.headers['cache-control']]).toEqual([404, 'no-store']);
    }
    expect((await get(addressOf(release, 'main.js'))).statusCode).toBe(200);
    expect(errors).toHaveLength(1);
  });

  it('that are opened by themselves run nothing on the shop’s origin', async () => {
    const { publishShell, goLive, startGateway } = await openShop();
    const release = await publishShell('1.0.0');
    await goLive(release);
    const { get } = await startGateway();
    const { statusCode, headers } = await get(addressOf(release, 'mark.svg'));
    expect([statusCode, headers['content-type']]).toEqual([200, 'image/svg+xml']);
    expect(headers).toMatchObject({
      'content-security-policy': expect.stringMatching(/^default-src 'none';.*; sandbox$/),
      'x-content-type-options': 'nosniff',
    });
  });

  it('that no release lists are not there', async () => {
    const { publishShell, fileOf, goLive, startGateway } = await openShop();
    const release = await publishShell('1.0.0');
    await goLive(release);
    writeFileSync(fileOf(release, 'evil.svg'), '<svg onload="alert(1)"/>');
    const { get } = await startGateway();
    expect((await get(addressOf(release, 'evil.svg'))).statusCode).toBe(404);
  });

  it.each([
    ['other text', brotliCompressSync('/* evil */')],
    ['far more text', brotliCompressSync(Buffer.alloc(1_000_000))],
    ['no brotli', Buffer.from('/* 1.0.0 */')],
  ])('whose compressed copy holds %s are served as they are', async (_, bytes) => {
    const { publishShell, fileOf, goLive, startGateway } = await openShop();
    const release = await publishShell('1.0.0');
    await goLive(release);
    writeFileSync(fileOf(release, 'main.js.br'), bytes);
    const { get, errors } = await startGateway();
    const { headers, body } = await get(addressOf(release, 'main.js'), 'br');
    expect([headers['content-encoding'], body]).toEqual([undefined, '/* 1.0.0 */']);
    expect(errors).toEqual([`${getReleasePrefix(release)}main.js.br has other bytes than its release says`]);
  });

  it.each([
    ['gzip, br', 'br'],
    ['br;q=0.5', 'br'],
    ['BR ; q=1', 'br'],
    ['br;q=0', undefined],
    ['gzip, br; q=0.000', undefined],
    ['x-br', undefined],
    ['', undefined],
  ])('go in brotli to those who take it: %s', async (accepted, encoding) => {
    const { publishShell, goLive, startGateway } = await openShop();
    const release = await publishShell('1.0.0');
    await goLive(release);
    const { get } = await startGateway();
    expect((await get(addressOf(release, 'main.js'), accepted)).headers['content-encoding']).toBe(encoding);
  });

  it('are read and compared once', async () => {
    const { publishShell, goLive, startGateway, reads } = await openShop();
    const release = await publishShell('1.0.0');
    await goLive(release);
    const { get } = await startGateway();
    const ask = () => get(addressOf(release, 'main.js'), 'br');
    const answers = [...(await Promise.all([ask(), ask()])), await ask()];
    for (const { rawPayload } of answers) expect(brotliDecompressSync(rawPayload).toString()).toBe('/* 1.0.0 */');
    expect(reads.filter((key) => key.includes('main.js'))).toEqual([`${getReleasePrefix(release)}main.js.br`]);
  });

  it('of a release that was live before count by what its composition was signed with', async () => {
    const { publishShell, fileOf, goLive, startGateway } = await openShop();
    const [old, next] = [await publishShell('1.0.0'), await publishShell('2.0.0')];
    await goLive(old);
    await goLive(next);
    rewriteDescription(fileOf(old, 'release.json'), 'tawa.png', next);
    writeFileSync(fileOf(old, 'tawa.png'), 'picture 2.0.0');
    const { get, errors } = await startGateway();
    expect((await get(addressOf(old, 'tawa.png'))).statusCode).toBe(404);
    expect(errors).toEqual([
      `${getReleasePrefix(old)}release.json has other bytes than the signed compositions of its release say`,
    ]);
  });

  it('of a release that was live before do not change because a preview that says no hash names it', async () => {
    const { environment, publishShell, fileOf, startGateway, goLive } = await openShop();
    const [old, next] = [await publishShell('1.0.0'), await publishShell('2.0.0')];
    await goLive(old);
    await goLive(next);
    const { get, show, errors } = await startGateway();
    rewriteDescription(fileOf(old, 'release.json'), 'tawa.png', next);
    writeFileSync(fileOf(old, 'tawa.png'), 'picture 2.0.0');
    // As an older release command would have written it.
    const id = randomUUID();
    const expiresAt = new Date(Date.now() + 60_000).toISOString();
    const { app, version, digest } = old;
    const preview = {
      schema: 1,
      id,
      env: 'production',
      expiresAt,
      by: 'ci',
      shell: { app, version, digest },
      remotes: [],
    };
    await environment.store.putIfAbsent(`preview/${id}.json`, signDocument('preview', preview, environment.signingKey));
    expect(await show(id)).toBe('preview');
    expect((await get(addressOf(old, 'tawa.png'))).statusCode).toBe(404);
    expect(errors).toEqual([
      expect.stringContaining('has other bytes than the signed compositions of its release say'),
    ]);
  });

  it('of a release that was never live count by its own description, until it is signed for', async () => {
    const { publishShell, fileOf, goLive, startGateway } = await openShop();
    await goLive(await publishShell('1.0.0'));
    const [next, evil] = [await publishShell('2.0.0'), await publishShell('3.0.0')];
    const [description, picture] = [fileOf(next, 'release.json'), fileOf(next, 'tawa.png')];
    const kept = [description, picture].map((file) => [file, readFileSync(file)] as const);
    const { get, serves } = await startGateway();
    writeFileSync(picture, 'picture 3.0.0');
    expect((await get(addressOf(next, 'tawa.png'))).statusCode).toBe(404);
    // Who writes both gets a gateway to keep other bytes …
    rewriteDescription(description, 'tawa.png', evil);
    const { get: ask, serves: follows } = await startGateway();
    expect((await ask(addressOf(next, 'tawa.png'))).body).toBe('picture 3.0.0');
    for (const [file, bytes] of kept) writeFileSync(file, bytes);
    const seq = await goLive(next);
    await Promise.all([serves(seq), follows(seq)]);
    // … for as long as nobody goes live with the release.
    expect((await ask(addressOf(next, 'tawa.png'))).body).toBe('picture 2.0.0');
  });
});
