import { existsSync, readFileSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import path from 'node:path';
import { findUpwards } from './find-upwards';

/*
 * Takes the place of `workspace.ts` in the package `@shop/release`. The command then works on the remote in whose folder it is
 * typed. docs/decisions/0041-remotes-outside.md
 */

/** Absolute folder of the remote: the nearest folder with a package.json. */
export const root = findUpwards(process.cwd(), 'package.json') ?? process.cwd();

/** The command has no shop of its own: store and keys are settings. */
export const hasOwnShop = false;

export function listApps(): string[] {
  const file = path.join(root, 'package.json');
  if (!existsSync(file)) return [];
  return [String(JSON.parse(readFileSync(file, 'utf8')).name).replace(/^@[^/]+\//, '')];
}

export const getAppFolder = (_app: string): string => root;

/**
 * Finds a file of a package that the remote installs. In a workspace of npm, it may be in the folder of the workspace.
 *
 * @throws When the package is not installed.
 */
function findInstalled(appFolder: string, name: string, file: string): string {
  const require = createRequire(path.join(appFolder, 'package.json'));
  try {
    return path.join(path.dirname(require.resolve(`${name}/package.json`)), file);
  } catch {
    throw new Error(`${name} is not installed for ${appFolder}: run npm install --save-dev ${name} there.`);
  }
}

export const findBundler = (appFolder: string): string => findInstalled(appFolder, '@rspack/cli', 'bin/rspack.js');

export const findCompiler = (appFolder: string): string => findInstalled(appFolder, 'typescript', 'bin/tsc');

/** Finds a program of this package. @param name Path in `src`, without its extension. */
export const findProgram = (name: string): { file: string; execArgv: string[] } => ({
  file: path.join(import.meta.dirname, `${path.basename(name)}.mjs`),
  execArgv: [],
});

/** Reads the version of the package `@shop/release`. */
export const readVersion = (): string =>
  JSON.parse(readFileSync(path.join(import.meta.dirname, '../package.json'), 'utf8')).version;

export const gateSources = { folder: import.meta.dirname, inputs: ['.'] };

export const loadSignerCode = (): Promise<Uint8Array> => readFile(findProgram('signer-process').file);
