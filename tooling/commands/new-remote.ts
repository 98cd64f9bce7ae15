import { spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { parseArgs } from 'node:util';
import { listApps, root } from '@shop/release-cli/build/workspace';
import { getPatternShape } from '@shop/releases/gates/route-ownership.gate';
import type { OwnedPaths } from '@shop/remote-contract/remote-module';
import { isReserved } from '@shop/remote-contract/reserved-paths';
import { appWorkflow } from '../remote-template/app-workflow';
import { remoteFiles } from '../remote-template/remote-files';

const usage = 'npm run new:remote -- reviews --path /reviews';

/** Ends the process with one sentence. */
function refuse(sentence: string): never {
  console.error(sentence);
  process.exit(2);
}

function readOptions() {
  try {
    const { values, positionals } = parseArgs({
      options: { path: { type: 'string' }, folder: { type: 'string' } },
      allowPositionals: true,
    });
    return { words: positionals, ...values };
  } catch (error) {
    return refuse(`${error instanceof Error ? error.message : String(error)}. Write: ${usage}`);
  }
}

/** @returns The remote of this checkout that owns a path, whatever its parameters are called. */
async function findOwner(pattern: string): Promise<string | undefined> {
  for (const app of listApps().filter((one) => one !== 'shell')) {
    const module: { paths: OwnedPaths } = await import(path.join(root, app, 'src/paths.ts'));
    if (Object.values(module.paths).some((own) => getPatternShape(own.pattern) === getPatternShape(pattern)))
      return app;
  }
  return undefined;
}

const { words, path: asked, folder: parent } = readOptions();
const [name = '', ...more] = words;
const owned = asked ?? `/${name}`;
if (more.length > 0) refuse(`A remote has one name, and "${more.join(' ')}" is left over. Write: ${usage}`);
if (!/^[a-z][a-z0-9]*(-[a-z0-9]+)*$/.test(name)) {
  refuse(`"${name}" is no name for a remote: give small letters, digits and dashes. Write: ${usage}`);
}
if (name === 'shell' || name.startsWith('mf-')) {
  refuse(`"${name}" is no name for a remote: say what it shows, such as reviews; mf- is put before it.`);
}
if (!/^(\/:?[A-Za-z0-9-]+)+$/.test(owned)) refuse(`"${owned}" is no path: give one such as /reviews or /reviews/:id.`);
if (isReserved(owned)) refuse(`${owned} is answered by the gateway, the store API or the shell: choose another path.`);
const owner = await findOwner(owned);
if (owner) refuse(`${owner} owns ${owned} already: choose another path, or change ${owner}/src/paths.ts.`);
const folder = path.join(parent ? path.resolve(root, parent) : root, `mf-${name}`);
if (existsSync(folder)) refuse(`${path.relative(root, folder)} is there already: choose another name, or change it.`);

const readJson = (file: string) => JSON.parse(readFileSync(path.join(root, file), 'utf8'));
const { dependencies, devDependencies } = readJson('mf-content/package.json');
const files = remoteFiles({
  name,
  path: owned,
  toRoot: path.relative(folder, root),
  versions: { ...dependencies, ...devDependencies },
});
for (const [file, content] of Object.entries(files)) {
  const target = path.join(folder, file);
  mkdirSync(path.dirname(target), { recursive: true });
  writeFileSync(target, content);
}
// The templates leave line breaks to the formatter.
spawnSync(path.join(root, 'node_modules/.bin/biome'), ['check', '--write', folder], { cwd: root, stdio: 'ignore' });
if (!parent) {
  const project = readJson('tsconfig.json');
  project.references = [...project.references, { path: `mf-${name}` }];
  writeFileSync(path.join(root, 'tsconfig.json'), `${JSON.stringify(project, null, 2)}\n`);
  writeFileSync(path.join(root, `.github/workflows/mf-${name}.yml`), appWorkflow(`mf-${name}`));
  // The lock file names every workspace; nothing new is downloaded.
  const { status } = spawnSync('npm', ['install', '--no-audit', '--no-fund'], { cwd: root, stdio: 'inherit' });
  if (status !== 0) refuse('The remote is written, but npm could not link it: run "npm install".');
}
console.log(`${path.relative(root, folder)} owns ${owned}. Next:
  npm run standalone -- mf-${name}                 look at it
  npm run release -- publish mf-${name}       then check, preview, promote; or push, and its workflow does (CONTRIBUTING.md)`);
