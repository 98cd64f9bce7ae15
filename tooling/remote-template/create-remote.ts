import { spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { root } from '@shop/release-cli/build/workspace';
import { formatAppWorkflow } from './app-workflow';
import { createRemoteFiles } from './remote-files';
import { RemoteOptionsError } from './remote-name';
import type { RemoteOptions } from './remote-options';

const readJson = (file: string) => JSON.parse(readFileSync(path.join(root, file), 'utf8'));

/**
 * Writes a new remote. One that is written into the repository itself is added to the TypeScript project, gets a workflow
 * and is linked by npm.
 *
 * @returns Folder of the remote, relative to the repository.
 * @throws {RemoteOptionsError} When the folder exists already.
 */
export function createRemote({ name, path: ownedPath, slot, folder: parent }: RemoteOptions): string {
  const app = `mf-${name}`;
  const folder = path.join(parent ? path.resolve(root, parent) : root, app);
  const relative = path.relative(root, folder);
  if (existsSync(folder))
    throw new RemoteOptionsError(`${relative} exists already: choose another name, or change it.`);
  const { dependencies, devDependencies } = readJson('mf-content/package.json');
  const versions = { ...dependencies, ...devDependencies };
  const files = createRemoteFiles({
    name,
    ...(ownedPath && { path: ownedPath }),
    ...(slot && { slot }),
    toRoot: path.relative(folder, root),
    versions,
  });
  for (const [file, content] of Object.entries(files)) {
    const target = path.join(folder, file);
    mkdirSync(path.dirname(target), { recursive: true });
    writeFileSync(target, content);
  }
  // The formatter breaks the lines of the templates.
  spawnSync(path.join(root, 'node_modules/.bin/biome'), ['check', '--write', folder], { cwd: root, stdio: 'ignore' });
  if (!parent) addToRepository(app);
  return relative;
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
