import { spawnSync } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { listApps, root } from '@shop/release-cli/build/workspace';
import { listPatternShapes } from '@shop/releases/gates/route-ownership.gate';
import type { OwnedPaths } from '@shop/remote-contract/remote-module';
import { formatAppWorkflow } from './app-workflow';
import { createRemoteFiles, writeRemote } from './remote-files';
import type { RemoteOptions } from './remote-options';

const readJson = (file: string) => JSON.parse(readFileSync(path.join(root, file), 'utf8'));

/**
 * Writes a new remote. One that is written into the repository itself is added to the TypeScript project, gets a workflow
 * and is linked by npm.
 *
 * @param parent Folder for the remote, relative to the repository. Undefined: the repository itself, which then lists the remote.
 * @returns Folder of the remote, relative to the repository.
 * @throws When the folder exists already, or another remote owns the path.
 */
export async function createRemote({
  name,
  path: ownedPath,
  slot,
  folder: parent,
}: RemoteOptions & { folder?: string | undefined }): Promise<string> {
  const owner = ownedPath && (await findOwner(ownedPath));
  if (owner) {
    throw new Error(`${owner} owns ${ownedPath} already: choose another path, or change ${owner}/src/paths.ts.`);
  }
  const app = `mf-${name}`;
  const folder = path.join(parent ? path.resolve(root, parent) : root, app);
  const { dependencies, devDependencies } = readJson('mf-content/package.json');
  const versions = { ...dependencies, ...devDependencies };
  const toRoot = path.relative(folder, root);
  writeRemote(folder, createRemoteFiles({ name, path: ownedPath, slot, toRoot, versions }));
  // The formatter breaks the lines of the templates.
  spawnSync(path.join(root, 'node_modules/.bin/biome'), ['check', '--write', folder], { cwd: root, stdio: 'ignore' });
  if (!parent) addToRepository(app);
  return path.relative(root, folder);
}

/** Finds the remote of this checkout that owns a path. The names of path parameters do not count. */
async function findOwner(pattern: string): Promise<string | undefined> {
  const shapes = listPatternShapes(pattern);
  for (const app of listApps().filter((name) => name !== 'shell')) {
    const { paths }: { paths: OwnedPaths } = await import(path.join(root, app, 'src/paths.ts'));
    const owned = Object.values(paths).flatMap((path) => listPatternShapes(path.pattern));
    if (owned.some((shape) => shapes.includes(shape))) return app;
  }
  return undefined;
}

function addToRepository(app: string): void {
  const project = readJson('tsconfig.json');
  project.references = [...project.references, { path: app }];
  writeFileSync(path.join(root, 'tsconfig.json'), `${JSON.stringify(project, null, 2)}\n`);
  writeFileSync(path.join(root, `.github/workflows/${app}.yml`), formatAppWorkflow(app));
  // The lock file lists every workspace. npm adds this one and downloads nothing.
  const { status } = spawnSync('npm', ['install', '--no-audit', '--no-fund'], { cwd: root, stdio: 'inherit' });
  if (status !== 0) throw new Error('The remote is written, but npm could not link it: run "npm install".');
}
