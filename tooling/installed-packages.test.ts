import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { findOutdatedPackage } from './installed-packages.mjs';

type Packages = Record<string, Record<string, unknown>>;

const react = { 'node_modules/react': { version: '19.3.1', integrity: 'sha512-react' } };
const workspace = {
  shell: { name: '@shop/shell', version: '1.0.0' },
  'node_modules/@shop/shell': { resolved: 'shell', link: true },
};
const ofWindows = { 'node_modules/@swc/core-win32-x64-msvc': { version: '1.16.22', optional: true } };
const all = { ...react, ...workspace };

test.each<[string, Packages, Packages | null, string | undefined]>([
  ['no record of npm', react, null, 'node_modules'],
  ['the packages of the lock file, and others', all, { ...all, 'node_modules/extra': { version: '1.0.0' } }, undefined],
  [
    'another version',
    react,
    { 'node_modules/react': { version: '19.3.0', integrity: 'sha512-react' } },
    'node_modules/react',
  ],
  [
    'another content',
    react,
    { 'node_modules/react': { version: '19.3.1', integrity: 'sha512-x' } },
    'node_modules/react',
  ],
  ['a missing package', all, workspace, 'node_modules/react'],
  ['a missing workspace', all, react, 'shell'],
  ['a missing package of another platform', { ...react, ...ofWindows }, react, undefined],
])('a repository with %s has the right outdated package', (_what, lock, installed, expected) => {
  const root = mkdtempSync(path.join(tmpdir(), 'installed-packages-'));
  try {
    const write = (file: string, packages: Packages) =>
      writeFileSync(path.join(root, file), JSON.stringify({ lockfileVersion: 3, packages }));
    mkdirSync(path.join(root, 'node_modules'));
    write('package-lock.json', { '': { name: 'storefront' }, ...lock });
    if (installed) write('node_modules/.package-lock.json', installed);
    expect(findOutdatedPackage(root)).toBe(expected);
  } finally {
    rmSync(root, { recursive: true, force: true });
  }
});
