import fs from 'node:fs';
import path from 'node:path';
import { listSharedModules } from './shared-modules';

const setEntries = (names: readonly string[]) => jest.spyOn(fs, 'readdirSync').mockReturnValue([...names] as never);
afterEach(() => jest.restoreAllMocks());

test('an entry without package.json next to the packages is not a package', () => {
  const names = fs.readdirSync(path.join(import.meta.dirname, '../..'));
  const modules = listSharedModules();
  setEntries(['.DS_Store', 'left-over', ...names]);
  expect(listSharedModules()).toEqual(modules);
});

test('packages that are not next to each other, as pnpm installs them, are an error with its remedy', () => {
  setEntries(['federation', 'harness', 'remote-contract']);
  expect(() => listSharedModules()).toThrow('install them with npm, or set node-linker=hoisted for pnpm');
});
