import { execFileSync } from 'node:child_process';
import { mkdtempSync, readdirSync, readFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { root } from '@shop/release-cli/build/workspace';

test.each([
  ['of this repository', {}],
  ['for the page of a live shop', { DEV_PAGE: 'live' }],
])('a development build %s has the manifest and the types that the developer tools read', (_name, page) => {
  const target = mkdtempSync(path.join(tmpdir(), 'development-build-'));
  const bundler = path.join(root, 'node_modules/@rspack/cli/bin/rspack.js');
  const args = ['build', '--config-name', 'mf-content (browser)', '--output-path', target];
  const env = { ...process.env, NODE_ENV: 'development', DEV_PORT: '1', ...page };
  execFileSync(process.execPath, [bundler, ...args], { cwd: path.join(root, 'mf-content'), env, stdio: 'pipe' });
  expect(readdirSync(target)).toEqual(expect.arrayContaining(['mf-manifest.json', '@mf-types.zip']));
  const { metaData, exposes } = JSON.parse(readFileSync(path.join(target, 'mf-manifest.json'), 'utf8'));
  expect(metaData).toMatchObject({ remoteEntry: { name: 'remote-entry.js' }, types: { zip: '@mf-types.zip' } });
  expect(exposes).toMatchObject([{ path: './routes' }]);
});
