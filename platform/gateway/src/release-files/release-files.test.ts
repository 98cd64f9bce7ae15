import { readFileSync } from 'node:fs';
import type { AddressInfo } from 'node:net';
import path from 'node:path';
import { brotliDecompressSync } from 'node:zlib';
import { getReleasePrefix } from '@shop/releases/release/release';
import { sendRawRequest } from '../testing/raw-request';
import { closeTestGateways, openTestGateway } from '../testing/test-gateway';

afterEach(closeTestGateways);

/** A shop in which the second release of the shell is live. */
async function openShop() {
  const shop = await openTestGateway();
  const oldRelease = await shop.promoteShell('one', '1.0.0');
  await shop.promoteShell('two', '2.0.0');
  const getAddress = (file: string) => `/${getReleasePrefix(oldRelease)}${file}`;
  return { ...shop, getAddress };
}

test('serves the files of an old release as immutable files', async () => {
  const { get, getAddress } = await openShop();
  const response = await get(getAddress('main.js'));
  expect(response).toMatchObject({ statusCode: 200, body: '/* one */' });
  expect(response.headers).toMatchObject({
    'cache-control': 'public, max-age=31536000, immutable',
    'content-type': 'text/javascript; charset=utf-8',
    'access-control-allow-origin': '*',
  });
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
    const { app, getAddress, releasesFolder } = await openShop();
    await app.listen({ port: 0, host: '127.0.0.1' });
    const { port } = app.server.address() as AddressInfo;
    const head = readFileSync(path.join(releasesFolder, 'env/production/HEAD.json'), 'utf8');
    expect(head).toContain('"signature"');
    const response = await sendRawRequest(port, `GET ${getAddress(`${parent}/env/production/HEAD.json`)}`);
    expect(response.status).toBe(404);
    expect(response.body).not.toContain('"signature"');
  },
);
