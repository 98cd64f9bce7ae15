import { execFileSync, spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { writeRemote } from '../../remote-template/remote-files';
import { describeRemote, parseRemoteOptions } from '../../remote-template/remote-options';
import { createOutsideFiles, type ShopPackages } from './outside-files';

const text = { type: 'string' } as const;
const options = {
  folder: text,
  registry: text,
  react: text,
  repository: text,
  'no-install': { type: 'boolean' },
} as const;

/** `npm create @shop/remote -- reviews` writes a remote into the folder `mf-reviews` and installs its packages. */
function main(): void {
  const read = (file: string) => readFileSync(path.join(import.meta.dirname, file), 'utf8');
  const shop: ShopPackages = JSON.parse(read('shop.json'));
  const usage = `npm create ${shop.scope}/remote -- reviews --path /reviews`;
  const remote = parseRemoteOptions(process.argv.slice(2), usage, options);
  const registry = remote.registry ?? readConfiguredRegistry(shop.scope);
  if (!URL.canParse(registry)) {
    throw new Error(
      `npm has no registry for ${shop.scope}, and without one its packages would come from a public registry: run "npm config set ${shop.scope}:registry URL", or add --registry URL.`,
    );
  }
  const folder = path.resolve(remote.folder ?? '.', `mf-${remote.name}`);
  const files = createOutsideFiles({ ...remote, registry }, shop);
  writeRemote(folder, { ...files, 'package-lock.json': read('lock.json') });
  if (!remote['no-install']) install(folder);
  console.log(`${folder} ${describeRemote(remote)}. Its README.md lists the commands.`);
}

/** npm is a script on Windows, which needs a shell. */
const isWindows = process.platform === 'win32';
const npm = isWindows ? 'npm.cmd' : 'npm';

/** Reads the registry of a scope from npm's settings: "undefined" without one. */
const readConfiguredRegistry = (scope: string): string =>
  execFileSync(npm, ['config', 'get', `${scope}:registry`], { encoding: 'utf8', shell: isWindows }).trim();

function install(folder: string): void {
  const options = { cwd: folder, stdio: 'inherit', shell: isWindows } as const;
  const { status } = spawnSync(npm, ['install', '--no-audit', '--no-fund'], options);
  if (status !== 0) throw new Error(`${folder} is written, but npm could not install its packages: run "npm install".`);
}

try {
  main();
} catch (error) {
  console.error(error instanceof Error ? error.message : error);
  process.exitCode = 1;
}
