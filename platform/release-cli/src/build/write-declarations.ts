import { readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { readApiReport } from '@shop/federation/api-report';
import { type BuildManifest, buildManifestFile } from '@shop/federation/build-manifest';
import { type Declarations, declarationsFile } from '@shop/releases/release/declarations';
import { root } from './workspace';

/**
 * Writes the declarations of the modules that a shell shares into its build. They come from the API reports of the packages in
 * `shared/`; `npm test` compares the reports with the sources. It writes nothing for a remote.
 *
 * @param appRoot Absolute folder of the app, which holds its build.
 */
export async function writeDeclarations(appRoot: string): Promise<void> {
  const manifest: BuildManifest = JSON.parse(
    await readFile(path.join(appRoot, 'dist/browser', buildManifestFile), 'utf8'),
  );
  if (manifest.kind !== 'shell') return;
  const text = JSON.stringify(collectDeclarations(Object.keys(manifest.provides)));
  await writeFile(path.join(appRoot, 'dist', declarationsFile), `${text}\n`);
}

/** Collects the declarations of shared modules. @param keys Import specifiers. Modules of libraries have their own declarations. */
function collectDeclarations(keys: readonly string[]): Declarations {
  const modules: Record<string, string> = {};
  const files: Record<string, string> = {};
  for (const key of keys) {
    const [, packageName, folder] = key.match(/^(@shop\/([^/]+))\//) ?? [];
    const report = folder ? readApiReport(path.join(root, 'shared', folder)) : null;
    const entry = report?.entries[key];
    if (!report || !entry) continue;
    modules[key] = `${packageName}/${entry}`;
    for (const [file, text] of Object.entries(report.declarations)) files[`${packageName}/${file}`] = text;
  }
  return { schema: 1, modules, files };
}
