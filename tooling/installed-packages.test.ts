import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { root as repository } from '@shop/release-cli/build/workspace';
import { findOutdatedPackage } from './installed-packages.mjs';

let root: string;
beforeEach(() => {
  root = mkdtempSync(path.join(tmpdir(), 'installed-packages-'));
});
afterEach(() => rmSync(root, { recursive: true, force: true }));

type Packages = Record<string, Record<string, unknown>>;

const react = { 'node_modules/react': { version: '19.3.1', integrity: 'sha512-react' } };
const workspace = {
  shell: { name: '@shop/shell', version: '1.0.0' },
  'node_modules/@shop/shell': { resolved: 'shell', link: true },
};

const writePackages = (file: string, packages: Packages) =>
  writeFileSync(path.join(root, file), JSON.stringify({ lockfileVersion: 3, packages }));

/** Writes the lock file and npm's record of the installed packages. */
function writeFixture({ lock, installed }: { lock: Packages; installed: Packages }): void {
  mkdirSync(path.join(root, 'node_modules'));
  writePackages('package-lock.json', { '': { name: 'storefront' }, ...lock });
  writePackages('node_modules/.package-lock.json', installed);
}

test('finds that nothing is installed when there is no record of npm', () => {
  writePackages('package-lock.json', react);
  expect(findOutdatedPackage(root)).toBe('node_modules');
});

test('finds no difference when the record equals the lock file', () => {
  writeFixture({ lock: { ...react, ...workspace }, installed: { ...react, ...workspace } });
  expect(findOutdatedPackage(root)).toBeUndefined();
});

test.each([
  ['another version', { version: '19.3.0', integrity: 'sha512-react' }],
  ['another content', { version: '19.3.1', integrity: 'sha512-other' }],
])('finds a package that is installed with %s', (_, entry) => {
  writeFixture({ lock: react, installed: { 'node_modules/react': entry } });
  expect(findOutdatedPackage(root)).toBe('node_modules/react');
});

test('finds a package that is not installed', () => {
  writeFixture({ lock: { ...workspace, ...react }, installed: workspace });
  expect(findOutdatedPackage(root)).toBe('node_modules/react');
});

test('finds a workspace that was added', () => {
  writeFixture({ lock: { ...react, ...workspace }, installed: react });
  expect(findOutdatedPackage(root)).toBe('shell');
});

test('finds no difference when optional packages of other platforms are missing', () => {
  const optional = { 'node_modules/@swc/core-win32-x64-msvc': { version: '1.16.22', optional: true, os: ['win32'] } };
  writeFixture({ lock: { ...react, ...optional }, installed: react });
  expect(findOutdatedPackage(root)).toBeUndefined();
});

test('ignores installed packages that are not in the lock file', () => {
  writeFixture({ lock: react, installed: { ...react, 'node_modules/extra': { version: '1.0.0' } } });
  expect(findOutdatedPackage(root)).toBeUndefined();
});

test('finds no difference in this repository, whose tests run with installed packages', () => {
  expect(findOutdatedPackage(repository)).toBeUndefined();
});
