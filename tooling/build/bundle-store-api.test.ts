import { readFileSync, realpathSync } from 'node:fs';
import path from 'node:path';
import { gateSources, root } from '@shop/release-cli/build/workspace';
import { listBundleSources } from './bundle-store-api';

/** Lists the folders of the packages of the workspace that packages depend on, also through others. */
function listDependencies(folders: readonly string[], found = new Set<string>()): Set<string> {
  for (const folder of folders) {
    const { dependencies = {} } = JSON.parse(readFileSync(path.join(root, folder, 'package.json'), 'utf8'));
    const own = Object.keys(dependencies).filter((name) => name.startsWith('@shop/'));
    const used = own.map((name) => path.relative(root, realpathSync(path.join(root, 'node_modules', name))));
    const added = used.filter((dependency) => !found.has(dependency));
    for (const dependency of added) found.add(dependency);
    listDependencies(added, found);
  }
  return found;
}

test.each([
  ['the bundle of the store API', ['store-api'], listBundleSources],
  ['the gates', ['platform/gateway', 'platform/releases', 'platform/release-cli'], async () => gateSources.inputs],
])('the fingerprint of %s covers every package that it depends on', async (_, folders, listSources) => {
  const sources = await listSources();
  const isCovered = (folder: string) =>
    sources.some((source) => `${folder}/`.startsWith(`${source}/`) || source === `${folder}/src`);
  const dependencies = [...listDependencies(folders)];
  expect(dependencies.length).toBeGreaterThan(5);
  expect(dependencies.filter((folder) => !isCovered(folder))).toEqual([]);
});
