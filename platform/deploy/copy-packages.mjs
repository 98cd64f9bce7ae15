import { cpSync, existsSync, readFileSync } from 'node:fs';
import path from 'node:path';

/**
 * Copies the packages that bundles import, with their dependencies, so that the image `server` has nothing else. Each bundle's
 * folder lists them in `external-packages.json`.
 *
 * `node platform/deploy/copy-packages.mjs TARGET BUNDLE…`
 */
const [target = '', ...bundles] = process.argv.slice(2);
const root = process.cwd();

/** Finds the folder of a package as Node does: in `node_modules` of the folder and of those above. */
function findPackage(name, from) {
  const folder = path.join(from, 'node_modules', name);
  if (existsSync(path.join(folder, 'package.json'))) return folder;
  return from === root ? null : findPackage(name, path.dirname(from));
}

/** Paths of the copies. */
const copied = new Set();

/** Files of a package that no server loads: source maps, types, tests. They are a third of all. */
const unused = /\.map$|\.d\.[cm]?ts$|^(?:tests?|benchmarks?|\.github)(?:\/|$)/;

function copyPackage(folder) {
  // At the path that it has in `node_modules`.
  const destination = path.join(target, path.relative(path.join(root, 'node_modules'), folder));
  if (copied.has(destination)) return;
  copied.add(destination);
  cpSync(folder, destination, {
    recursive: true,
    filter: (file) => {
      const name = path.relative(folder, file);
      return !name.split(path.sep).includes('node_modules') && !unused.test(name);
    },
  });
  const {
    dependencies = {},
    optionalDependencies = {},
    peerDependencies = {},
    peerDependenciesMeta = {},
  } = JSON.parse(readFileSync(path.join(folder, 'package.json'), 'utf8'));
  const peers = Object.keys(peerDependencies).filter((name) => !peerDependenciesMeta[name]?.optional);
  for (const name of new Set([...Object.keys({ ...dependencies, ...optionalDependencies }), ...peers])) {
    const dependency = findPackage(name, folder);
    if (dependency) copyPackage(dependency);
    else if (!(name in optionalDependencies)) throw new Error(`${name}, which ${folder} needs, is not installed.`);
  }
}

for (const bundle of bundles) {
  for (const name of JSON.parse(readFileSync(path.join(bundle, 'external-packages.json'), 'utf8'))) {
    const folder = findPackage(name, path.resolve(bundle));
    if (!folder) throw new Error(`${name}, which ${bundle} imports, is not installed.`);
    copyPackage(folder);
  }
}
