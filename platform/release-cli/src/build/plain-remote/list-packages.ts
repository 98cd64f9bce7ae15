import { readFileSync } from 'node:fs';
import path from 'node:path';
import type { BundledPackage } from '@shop/releases/release/sbom';
import { findUpwards } from '../find-upwards';
import type { PlainBuild } from './read-plain-build';

/** Lists the packages in the source maps of a build. @throws When a package is not installed. */
export function listPackages({ maps, root, app }: PlainBuild): BundledPackage[] {
  const sources = [...maps.values()].flatMap((map) => (JSON.parse(map) as { sources: (string | null)[] }).sources);
  const folders = sources.flatMap((source) => {
    const [, folder] = source?.match(/^(?:(?!data:).)*?(node_modules\/.*)/) ?? [];
    const [found] = folder?.match(/^.*node_modules\/(?:@[^/]+\/)?[^/]+(?=\/)/) ?? [];
    const name = found?.replace(/^.*node_modules\//, '') ?? '';
    // The plugins keep code that they generate in folders that are no packages.
    return found && !/^(\.|__mf|@shop\/)/.test(name) ? [found] : [];
  });
  const packages = [...new Set(folders)].map((folder): BundledPackage => {
    const file = path.join(folder, 'package.json');
    const owner = findUpwards(root, file);
    if (!owner) throw new Error(`${app} contains ${folder}, which is not installed: run npm install.`);
    const { name, version, license } = JSON.parse(readFileSync(path.join(owner, file), 'utf8'));
    return { name, version, license: typeof license === 'string' ? license : '' };
  });
  return [...new Map(packages.map((entry) => [`${entry.name}@${entry.version}`, entry])).values()].sort((a, b) =>
    a.name.localeCompare(b.name),
  );
}
