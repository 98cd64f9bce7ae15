import { execFileSync, spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { parseArgs } from 'node:util';
import {
  assertOwnedPath,
  assertRemoteName,
  assertSlotName,
  RemoteOptionsError,
} from '../../remote-template/remote-name';
import { createOutsideFiles, type ShopPackages } from './outside-files';

const usage = 'npm create @shop/remote -- reviews --path /reviews';
const optionNames = ['path', 'slot', 'folder', 'registry', 'react', 'repository'] as const;

/** `npm create @shop/remote -- reviews` writes a remote into the folder `mf-reviews` and installs its packages. */
function main(): void {
  const shop: ShopPackages = JSON.parse(readFileSync(path.join(import.meta.dirname, 'shop.json'), 'utf8'));
  const { name, ownedPath, slot, options } = readOptions();
  const registry = options.registry ?? readConfiguredRegistry(shop.scope);
  if (!URL.canParse(registry)) {
    throw new RemoteOptionsError(
      `npm has no registry for ${shop.scope}, and without one its packages would come from a public registry: run "npm config set ${shop.scope}:registry URL", or add --registry URL.`,
    );
  }
  const folder = path.resolve(options.folder ?? '.', `mf-${name}`);
  if (existsSync(folder)) throw new RemoteOptionsError(`${folder} exists already: choose another name or --folder.`);
  const { react, repository } = options;
  const remote = {
    ...{ name, registry },
    ...(ownedPath && { path: ownedPath }),
    ...(slot && { slot }),
    ...(react && { react }),
    ...(repository && { repository }),
  };
  const files = createOutsideFiles(remote, shop);
  for (const [file, content] of Object.entries(files)) {
    mkdirSync(path.dirname(path.join(folder, file)), { recursive: true });
    writeFileSync(path.join(folder, file), content);
  }
  if (!options['no-install']) install(folder);
  const parts = [ownedPath && `owns ${ownedPath}`, slot && `fills ${slot}`].filter(Boolean).join(' and ');
  console.log(`${folder} ${parts}. Its README.md lists the commands.`);
}

function readOptions() {
  const strings = Object.fromEntries(optionNames.map((option) => [option, { type: 'string' as const }]));
  const { values, positionals } = parse(strings);
  const [name = '', ...more] = positionals;
  if (more.length > 0) {
    throw new RemoteOptionsError(`A remote has one name, and "${more.join(' ')}" is left over. Write: ${usage}`);
  }
  assertRemoteName(name, usage);
  const options = values as Partial<Record<(typeof optionNames)[number], string>> & {
    'no-install'?: boolean;
  };
  const { slot } = options;
  if (slot !== undefined) assertSlotName(slot);
  const ownedPath = options.path ?? (slot ? undefined : `/${name}`);
  if (ownedPath !== undefined) assertOwnedPath(ownedPath);
  return { name, ownedPath, slot, options };
}

function parse(strings: Record<string, { type: 'string' }>) {
  try {
    return parseArgs({ options: { ...strings, 'no-install': { type: 'boolean' } }, allowPositionals: true });
  } catch (error) {
    throw new RemoteOptionsError(`${error instanceof Error ? error.message : String(error)}. Write: ${usage}`);
  }
}

/** Reads the registry of a scope from npm's settings: "undefined" without one. */
const readConfiguredRegistry = (scope: string): string =>
  execFileSync('npm', ['config', 'get', `${scope}:registry`], { encoding: 'utf8' }).trim();

function install(folder: string): void {
  const { status } = spawnSync('npm', ['install', '--no-audit', '--no-fund'], { cwd: folder, stdio: 'inherit' });
  if (status !== 0) throw new Error(`${folder} is written, but npm could not install its packages: run "npm install".`);
}

try {
  main();
} catch (error) {
  console.error(error instanceof Error ? error.message : error);
  process.exitCode = error instanceof RemoteOptionsError ? 2 : 1;
}
