import { mkdirSync, mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { root } from '@shop/release-cli/build/workspace';
import { readBuiltVersion } from './build-apps';

const folder = mkdtempSync(path.join(tmpdir(), 'built-app-'));

const version = '1.0.0-local.5cb9f9dd';
const names = { endpoints: [], slices: [] };

test.each([
  ['takes a complete build', { version, names }, version],
  ['builds again after a plain build of rspack', { version: '1.0.0' }, null],
  ['builds again when the names of the app are missing', { version }, null],
  ['builds again after a build that was interrupted', null, null],
])('npm start %s', async (_, manifest, expected) => {
  const files = {
    '.cache/build.json': version,
    'dist/node/server.cjs': '',
    'dist/browser/build.json': JSON.stringify(manifest ?? '').slice(0, manifest ? undefined : 1),
  };
  for (const [file, content] of Object.entries(files)) {
    mkdirSync(path.join(folder, path.dirname(file)), { recursive: true });
    writeFileSync(path.join(folder, file), content);
  }
  expect(await readBuiltVersion(path.relative(root, folder))).toBe(expected);
});
