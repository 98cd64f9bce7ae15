import { mkdirSync, mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { findOutdatedPackage, hasDevPackages } from './installed-packages.mjs';

type Packages = Record<string, Record<string, unknown>>;

const react = { 'node_modules/react': { version: '19.3.1', integrity: 'sha512-react' } };
const workspace = {
  shell: { name: '@shop/shell', version: '1.0.0' },
  'node_modules/@shop/shell': { resolved: 'shell', link: true },
};
const ofWindows = { 'node_modules/@swc/core-win32-x64-msvc': { version: '1.16.22', optional: true } };
const all = { ...react, ...workspace };
const ofTests = { 'node_modules/jest': { version: '30.5.2', integrity: 'sha512-jest', dev: true } };

/** Creates a repository with a lock file and npm's record of what it installed. @returns Its folder. */
function createRepository(lock: Packages, installed: Packages | null): string {
  const root = mkdtempSync(path.join(tmpdir(), 'installed-packages-'));
  const write = (file: string, packages: Packages) =>
    writeFileSync(path.join(root, file), JSON.stringify({ lockfileVersion: 3, packages }));
  mkdirSync(path.join(root, 'node_modules'));
  write('package-lock.json', { '': { name: 'storefront' }, ...lock });
  if (installed) write('node_modules/.package-lock.json', installed);
  return root;
}

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
  expect(findOutdatedPackage(createRepository(lock, installed), { dev: true })).toBe(expected);
});

test('a repository without development packages lacks them for tests only', () => {
  const root = createRepository({ ...all, ...ofTests }, all);
  expect(hasDevPackages(root)).toBe(false);
  expect(findOutdatedPackage(root, { dev: false })).toBeUndefined();
  expect(findOutdatedPackage(root, { dev: true })).toBe('node_modules/jest');
});

test('a lock file with merge conflicts is named', () => {
  const root = createRepository(all, all);
  const file = path.join(root, 'package-lock.json');
  writeFileSync(file, '<<<<<<< HEAD\n{}');
  expect(() => findOutdatedPackage(root, { dev: false })).toThrow(`${file} cannot be read (`);
});

test.each<[string, Packages | null, boolean]>([
  ['with development packages', { ...all, ...ofTests }, true],
  ['without packages', null, false],
])('knows whether a repository %s has development packages', (_what, installed, expected) => {
  expect(hasDevPackages(createRepository(all, installed))).toBe(expected);
});
