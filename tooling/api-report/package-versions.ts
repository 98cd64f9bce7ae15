import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import type { ApiChange } from './compare-api';

interface PackageJson {
  name: string;
  version: string;
  dependencies?: Record<string, string>;
  devDependencies?: Record<string, string>;
}

interface LockFile {
  packages: Record<string, Partial<PackageJson>>;
}

const readJson = <Content>(file: string): Content => JSON.parse(readFileSync(file, 'utf8'));
const writeJson = (file: string, content: unknown) => writeFileSync(file, `${JSON.stringify(content, null, 2)}\n`);

const dependencyKinds = ['dependencies', 'devDependencies'] as const;

/**
 * Sets the version of a package of the workspace: in its package.json, in the packages that depend on it, and in
 * package-lock.json. npm takes a workspace package only when the version fits; otherwise it asks the registry.
 *
 * @param root Absolute folder of the repository.
 * @param folder Absolute folder of the package.
 */
export function setPackageVersion(root: string, folder: string, version: string): void {
  const lockFile = path.join(root, 'package-lock.json');
  const lock = readJson<LockFile>(lockFile);
  const location = path.relative(root, folder).split(path.sep).join('/');
  const file = path.join(folder, 'package.json');
  const { name } = readJson<PackageJson>(file);
  writeJson(file, { ...readJson<PackageJson>(file), version });
  const locked = lock.packages[location];
  if (locked) locked.version = version;
  for (const [workspace, entry] of Object.entries(lock.packages)) {
    if (!workspace || workspace.includes('node_modules')) continue;
    const dependent = path.join(root, workspace, 'package.json');
    if (!existsSync(dependent)) continue;
    const packageJson = readJson<PackageJson>(dependent);
    const used = dependencyKinds.filter((kind) => packageJson[kind]?.[name] !== undefined);
    for (const kind of used) {
      Object.assign(packageJson[kind] ?? {}, { [name]: version });
      if (entry[kind]?.[name] !== undefined) Object.assign(entry[kind], { [name]: version });
    }
    if (used.length > 0) writeJson(dependent, packageJson);
  }
  writeJson(lockFile, lock);
}

/** File name of the changelog in the folder of a package. */
export const changelogFile = 'CHANGELOG.md';

/** Whether the changelog of a package has an entry for a version. */
export function hasChangelogEntry(folder: string, version: string): boolean {
  const file = path.join(folder, changelogFile);
  return existsSync(file) && readFileSync(file, 'utf8').includes(`\n## ${version}\n`);
}

const headings: Record<ApiChange['kind'], string> = {
  removed: 'Removed',
  changed: 'Changed, not compatible',
  extended: 'Changed, compatible',
  added: 'Added',
  deprecated: 'Deprecated or no longer deprecated',
};

/** Adds the entry of a version to the changelog of a package, with its changes by kind. A person adds the reasons. */
export function addChangelogEntry(
  folder: string,
  packageName: string,
  version: string,
  changes: readonly ApiChange[],
): void {
  const file = path.join(folder, changelogFile);
  const title = `# Changelog of ${packageName}\n`;
  const [, earlier = ''] = existsSync(file) ? readFileSync(file, 'utf8').split(title) : [];
  const kinds = Object.entries(headings).flatMap(([kind, heading]) => {
    const lines = changes
      .filter((change) => change.kind === kind)
      .map(({ key, name }) => `\`${name}\` of \`${key.slice(packageName.length + 1)}\``);
    return lines.length > 0 ? [`- ${heading}: ${lines.join(', ')}.`] : [];
  });
  const entry = `\n## ${version}\n\n${kinds.length > 0 ? kinds.join('\n') : '- No change of the API.'}\n`;
  writeFileSync(file, `${title}${entry}${earlier}`);
}
