import { readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { brotliCompressSync, brotliDecompressSync } from 'node:zlib';
import { getReleasePrefix } from '@shop/releases/release/release';
import { sendRawRequest } from '../testing/raw-connection';
import { closeTestGateways, openTestGateway } from '../testing/test-gateway';
import { documentOnlyHeaders } from './response-headers';

afterEach(closeTestGateways);

/** A shop in which the second release of the shell is live, over a store that an attacker without a signing key can write to. */
async function openShop() {
  const shop = await openTestGateway({ isInProcess: true });
  const oldRelease = await shop.promoteShell('one', '1.0.0');
  const newRelease = await shop.promoteShell('two', '2.0.0');
  const prefix = getReleasePrefix(oldRelease);
  const getAddress = (file: string) => `/${prefix}${file}`;
  const write = (file: string, bytes: string | Buffer) =>
    writeFileSync(path.join(shop.releasesFolder, prefix, file), bytes);
  return { ...shop, newRelease, prefix, getAddress, write };
}

test('serves the files of an old release as immutable files', async () => {
  const { get, getAddress } = await openShop();
  const response = await get(getAddress('main.js'));
  expect(response).toMatchObject({ statusCode: 200, body: '/* one */' });
  expect(response.headers).toMatchObject({
    'cache-control': 'public, max-age=31536000, immutable',
    'content-type': 'text/javascript; charset=utf-8',
    'access-control-allow-origin': '*',
    // A picture that is opened as a page runs no script on the origin of the shop.
    'content-security-policy': expect.stringMatching(/^default-src 'none';.*; sandbox$/),
    'x-content-type-options': 'nosniff',
  });
  for (const name of documentOnlyHeaders) expect(response.headers).not.toHaveProperty(name);
});

test('serves the brotli copy of a file to browsers that accept brotli', async () => {
  const { get, getAddress } = await openShop();
  const response = await get(getAddress('main.js'), { 'accept-encoding': 'gzip, br' });
  expect(response.headers['content-encoding']).toBe('br');
  expect(brotliDecompressSync(response.rawPayload).toString()).toBe('/* one */');
});

test.each(['node/server.cjs', 'release.json', 'main.js.map', 'missing.js'])(
  'responds with 404 to a request for %s of a release',
  async (file) => {
    const { get, getAddress } = await openShop();
    expect((await get(getAddress(file))).statusCode).toBe(404);
  },
);

test.each(['../../..', '..%2f..%2f..', '%2e%2e/%2e%2e/%2e%2e'])(
  'does not leave the folder of a release through %s',
  async (parent) => {
    const { getAddress, listen, releasesFolder } = await openShop();
    const head = readFileSync(path.join(releasesFolder, 'env/production/HEAD.json'), 'utf8');
    expect(head).toContain('"signature"');
    const response = await sendRawRequest(await listen(), `GET ${getAddress(`${parent}/env/production/HEAD.json`)}`);
    expect(response.status).toBe(404);
    expect(response.body).not.toContain('"signature"');
  },
);

test.each([
  ['BR ; q=1', 'br'],
  ['gzip, br; q=0.000', undefined],
  ['x-br', undefined],
  ['identity, br;q=0.5', undefined],
])('negotiates brotli for accept-encoding "%s"', async (accepted, encoding) => {
  const { get, getAddress } = await openShop();
  const { headers } = await get(getAddress('main.js'), { 'accept-encoding': accepted });
  expect(headers['content-encoding']).toBe(encoding);
});

test('responds with 404 to a file with other bytes than published, and reports it once', async () => {
  const { get, getAddress, errors, prefix, write } = await openShop();
  write('main.js', '/* evil */');
  for (let count = 0; count < 2; count++) {
    expect(await get(getAddress('main.js'))).toMatchObject({
      statusCode: 404,
      headers: { 'cache-control': 'no-store' },
    });
  }
  expect(errors).toEqual([`${prefix}main.js has other bytes than its release says`]);
});

test('responds with 404 to a file that its manifest does not list', async () => {
  const { get, getAddress, write } = await openShop();
  write('evil.svg', '<svg onload="alert(1)"/>');
  expect((await get(getAddress('evil.svg'))).statusCode).toBe(404);
});

test.each([
  ['other text', brotliCompressSync('/* evil */')],
  ['far more text', brotliCompressSync(Buffer.alloc(1_000_000))],
])('serves the uncompressed file when its brotli copy contains %s', async (_, bytes) => {
  const { get, getAddress, errors, prefix, write } = await openShop();
  write('main.js.br', bytes);
  const { headers, body } = await get(getAddress('main.js'), { 'accept-encoding': 'br' });
  expect([headers['content-encoding'], body]).toEqual([undefined, '/* one */']);
  expect(errors).toEqual([`${prefix}main.js.br has other bytes than its release says`]);
});

test('verifies files of an earlier release by the manifest hash in its signed composition', async () => {
  const { environment, errors, newRelease, prefix, releasesFolder, write } = await openShop();
  const release = JSON.parse(readFileSync(path.join(releasesFolder, prefix, 'release.json'), 'utf8'));
  write('release.json', JSON.stringify({ ...release, files: newRelease.files }));
  write('main.js', '/* two */');
  // A gateway that has not served the release before.
  const { get } = await openTestGateway({ environment, errors, isInProcess: true });
  expect((await get(`/${prefix}main.js`)).statusCode).toBe(404);
  expect(errors).toEqual([`${prefix}release.json has other bytes than the signed compositions of its release say`]);
});

test('reads and verifies a file once for concurrent and later requests', async () => {
  const { get, getAddress, write } = await openShop();
  const request = async () => (await get(getAddress('main.js'))).body;
  expect(await Promise.all([request(), request()])).toEqual(['/* one */', '/* one */']);
  write('main.js', '/* evil */');
  expect(await request()).toBe('/* one */');
});
