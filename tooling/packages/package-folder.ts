import { cp, mkdir, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { root } from '@shop/release-cli/build/workspace';
import { toPublishedName, type Versions, type WorkspacePackage } from './package-json';
import type { PackageSettings } from './package-settings';

/** A folder that `npm publish` can publish. */
export interface BuiltPackage {
  /** Published name, with the scope of the settings. */
  name: string;
  version: string;
  /** Absolute folder. */
  folder: string;
}

/** What every package is built with. */
export interface PackageBuild {
  settings: PackageSettings;
  versions: Versions;
  /** Absolute folder for the packages. */
  target: string;
}

/** Writes package.json, README and licence of a package. */
export async function writePackage(
  folder: string,
  packageJson: Record<string, unknown>,
  readme: string,
  { versions, settings }: PackageBuild,
): Promise<BuiltPackage> {
  await mkdir(folder, { recursive: true });
  await writeFile(path.join(folder, 'package.json'), `${JSON.stringify(packageJson, null, 2)}\n`);
  await writeFile(path.join(folder, 'README.md'), readme);
  await cp(path.join(root, 'LICENSE'), path.join(folder, 'LICENSE'));
  const version = String(packageJson.version);
  const name = String(packageJson.name);
  const isKnown = Object.entries(versions).some(
    ([known, knownVersion]) => toPublishedName(known, settings.scope) === name && knownVersion === version,
  );
  if (!isKnown) throw new Error(`${name}@${version} has no version that other packages could name.`);
  return { name, version, folder };
}

/**
 * Formats the README of a package: what it is, and how to import it.
 *
 * @param scope Scope of the published packages: npm would take `create-remote` of another scope from a public registry.
 * @param introduction The README in the repository: what the package is for, with an example. Default: the description.
 */
export function formatReadme(
  { name, description }: Pick<WorkspacePackage, 'name' | 'description'>,
  subpaths: readonly string[],
  scope: string,
  introduction = `# ${name}\n\n${description}\n`,
): string {
  const modules = subpaths.map((subpath) => `- \`${name}${subpath.slice(1)}\`\n`);
  return [
    introduction,
    `Part of the shop. \`npm create ${scope}/remote\` creates a remote that uses it.\n`,
    ...(modules.length > 0
      ? [`## Modules\n`, modules.join(''), '`api-report.md` lists the exports of each module.\n']
      : []),
  ].join('\n');
}
