import { execFile } from 'node:child_process';
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, realpathSync, rmSync, symlinkSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { promisify } from 'node:util';
import { root } from '@shop/release-cli/build/workspace';
import { writeRemote } from '../remote-template/remote-files';
import { buildPackages } from './build-packages';
import { createOutsideFiles } from './create-remote/outside-files';

/*
 * A company publishes the packages under a scope of its own. Code imports @shop all the same, through aliases of npm. The
 * journey in outside-remote.slow.test.ts publishes and installs @shop; this test links the packages as npm would.
 */

const folder = mkdtempSync(path.join(realpathSync(tmpdir()), 'other-scope-'));
const packagesFolder = path.join(folder, 'packages');
const modules = path.join(folder, 'node_modules');
const remote = path.join(folder, 'mf-reviews');

interface PackageJson {
  name: string;
  version: string;
  exports?: Record<string, string | Record<string, string>>;
  dependencies?: Record<string, string>;
  devDependencies?: Record<string, string>;
}
const readJson = (file: string): PackageJson => JSON.parse(readFileSync(file, 'utf8'));

let built: PackageJson[] = [];
beforeAll(async () => {
  const settings = { registry: 'https://packages.example/', repository: 'https://git.example/acme/storefront' };
  const packages = await buildPackages({ scope: '@acme', ...settings }, packagesFolder);
  built = packages.map((one) => readJson(path.join(one.folder, 'package.json')));
  mkdirSync(path.join(modules, '@shop'), { recursive: true });
  for (const name of readdirSync(path.join(root, 'node_modules')).filter((entry) => !/^(@shop|\.)/.test(entry))) {
    symlinkSync(path.join(root, 'node_modules', name), path.join(modules, name));
  }
  const shop = JSON.parse(readFileSync(path.join(packagesFolder, 'create-remote/dist/shop.json'), 'utf8'));
  const files = createOutsideFiles(
    { name: 'reviews', path: '/reviews', slot: 'product.below', registry: settings.registry },
    shop,
  );
  writeRemote(remote, files);
});

test('packages of another scope depend on each other by aliases, which name packages and versions that were built', () => {
  const aliases = [...built, readJson(path.join(remote, 'package.json'))].flatMap((found) =>
    Object.entries({ ...found.dependencies, ...found.devDependencies }).filter(([name]) => name.startsWith('@shop/')),
  );
  expect(aliases.length).toBeGreaterThan(30);
  for (const { name } of built) expect(name).toMatch(/^@acme\//);
  for (const [name, range] of aliases) {
    const target = built.find((found) => found.name === name.replace('@shop/', '@acme/'));
    expect([name, range]).toEqual([name, `npm:${target?.name}@^${target?.version}`]);
  }
});

test('packages of another scope name the command of that scope, which npm does not take from a public registry', async () => {
  for (const { name } of built) {
    const own = path.join(packagesFolder, name.replace('@acme/', ''));
    const texts = ['README.md', 'package.json'].map((file) => readFileSync(path.join(own, file), 'utf8'));
    const commands = new Set(texts.join('\n').match(/npm create @[\w/-]+/g));
    expect([name, [...commands]]).toEqual([name, ['npm create @acme/remote']]);
  }
  const program = path.join(packagesFolder, 'create-remote/dist/main.mjs');
  await expect(promisify(execFile)(process.execPath, [program, 'Reviews'])).rejects.toMatchObject({
    stderr: expect.stringContaining('Write: npm create @acme/remote -- reviews'),
  });
});

test('the exports of a built package are files that it contains, and no file names the folder of this repository', () => {
  for (const { name, exports = {} } of built) {
    const own = path.join(packagesFolder, name.replace('@acme/', ''));
    const entries = readdirSync(own, { recursive: true, withFileTypes: true }).filter((entry) => entry.isFile());
    const files = entries.map((entry) => path.join(entry.parentPath, entry.name));
    const contained = new Set(files.map((file) => `./${path.relative(own, file)}`));
    expect(files.filter((file) => readFileSync(file).includes(root))).toEqual([]);
    const targets = Object.values(exports).flatMap((target) =>
      typeof target === 'string' ? [target] : Object.values(target),
    );
    expect([name, targets.filter((target) => !contained.has(target))]).toEqual([name, []]);
  }
});

test('the compiler resolves the imports of a new remote in packages of another scope', async () => {
  for (const { name } of built) {
    const short = name.replace('@acme/', '');
    symlinkSync(path.join(packagesFolder, short), path.join(modules, '@shop', short));
  }
  const compile = (): Promise<string> =>
    promisify(execFile)(path.join(root, 'node_modules/.bin/tsc'), [], { cwd: remote }).then(
      ({ stdout }) => stdout,
      ({ stdout }: { stdout: string }) => stdout,
    );
  expect(await compile()).toBe('');
  rmSync(path.join(modules, '@shop/ui'));
  expect(await compile()).toContain("Cannot find module '@shop/ui/core'");
});
