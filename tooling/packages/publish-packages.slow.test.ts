import { mkdirSync, mkdtempSync, readFileSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { publishPackages } from './publish-packages';

const folder = mkdtempSync(path.join(tmpdir(), 'publish-packages-'));

/** Settings of the person who runs the test must not reach npm. */
const env = {
  PATH: process.env.PATH,
  HOME: folder,
  npm_config_cache: path.join(folder, 'cache'),
  npm_config_update_notifier: 'false',
  npm_config_fetch_retries: '0',
};

/** A registry that has versions of packages, and refuses a version that it has, as every registry does. */
async function openRegistry(versions: Record<string, string[]>, status = 200) {
  const server = createServer((request, response) => {
    const name = decodeURIComponent((request.url ?? '').slice(1).split('?')[0] ?? '');
    const send = (code: number, body: object) =>
      response.writeHead(code, { 'content-type': 'application/json' }).end(JSON.stringify(body));
    let body = '';
    request.on('data', (chunk) => (body += chunk));
    request.on('end', () => {
      if (status !== 200) return send(status, { error: 'refused' });
      const known = versions[name];
      if (request.method === 'PUT') {
        const [version = ''] = Object.keys(JSON.parse(body).versions);
        if (known?.includes(version)) return send(403, { error: 'You cannot publish over the published versions' });
        versions[name] = [...(known ?? []), version];
        return send(201, { ok: true });
      }
      if (!known) return send(404, { error: 'not found' });
      const entries = known.map((version) => [version, { name, version, dist: { tarball: 'http://x/y.tgz' } }]);
      return send(200, { name, 'dist-tags': { latest: known.at(-1) }, versions: Object.fromEntries(entries) });
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/`;
  return { url, versions, close: () => server.close() };
}

/** Writes packages as `npm run packages` does, with credentials of npm. */
function writePackages(registry: string, versions: Record<string, string>): string {
  const target = mkdtempSync(path.join(folder, 'packages-'));
  writeFileSync(path.join(target, 'package.json'), JSON.stringify({ private: true, workspaces: ['*'] }));
  for (const [name, version] of Object.entries(versions)) {
    mkdirSync(path.join(target, name));
    const content = { name: `@shop/${name}`, version, publishConfig: { registry } };
    writeFileSync(path.join(target, name, 'package.json'), JSON.stringify(content));
  }
  writeFileSync(path.join(folder, '.npmrc'), `${registry.replace('http:', '')}:${'_authToken'}=token\n`);
  return target;
}

const built = { cart: '2.0.0', session: '1.1.0', ui: '3.0.0' };

test.each<[string, Record<string, string[]>, string[], string[]]>([
  ['no package', {}, ['@shop/cart@2.0.0', '@shop/session@1.1.0', '@shop/ui@3.0.0'], []],
  [
    'some versions, and others of a package',
    { '@shop/cart': ['2.0.0'], '@shop/ui': ['2.9.0'] },
    ['@shop/session@1.1.0', '@shop/ui@3.0.0'],
    ['@shop/cart@2.0.0'],
  ],
  [
    'every version',
    { '@shop/cart': ['2.0.0'], '@shop/session': ['1.1.0'], '@shop/ui': ['3.0.0'] },
    [],
    ['@shop/cart@2.0.0', '@shop/session@1.1.0', '@shop/ui@3.0.0'],
  ],
])('publishes what a registry lacks that has %s', async (_what, versions, published, known) => {
  const registry = await openRegistry(versions);
  const target = writePackages(registry.url, built);
  expect(await publishPackages(target, ['--loglevel=silent'], env)).toEqual({ published, known });
  for (const [name, version] of Object.entries(built)) expect(registry.versions[`@shop/${name}`]).toContain(version);
  registry.close();
});

test.each([
  [401, 'E401'],
  [403, 'E403'],
  [500, 'E500'],
])('publishes nothing when the registry answers %i', async (status, code) => {
  const registry = await openRegistry({}, status);
  const target = writePackages(registry.url, built);
  await expect(publishPackages(target, [], env)).rejects.toThrow(
    new RegExp(`^${registry.url} does not say which versions of @shop/\\w+ it has \\(${code}\\): check the address`),
  );
  expect(readFileSync(path.join(target, 'package.json'), 'utf8')).toContain('["*"]');
  registry.close();
});

test('says which command builds the packages', async () => {
  await expect(publishPackages(path.join(folder, 'none'), [], env)).rejects.toThrow('run npm run packages first');
});
