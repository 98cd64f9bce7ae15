import { existsSync, readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';

/** Absolute folder of the repository. */
export const root = path.resolve(import.meta.dirname, '../../../..');

/** Whether this checkout has a shop of its own, whose release store and keys are the defaults. */
export const hasOwnShop: boolean = true;

export const getAppFolder = (app: string): string => path.join(root, app);

/** Finds the program of the bundler. @param _appFolder Absolute folder of the app; every app here has the same bundler. */
export const findBundler = (_appFolder: string): string => path.join(root, 'node_modules/@rspack/cli/bin/rspack.js');

/** Finds the program of the compiler. @param _appFolder Absolute folder of the app; every app here has the same compiler. */
export const findCompiler = (_appFolder: string): string => path.join(root, 'node_modules/typescript/bin/tsc');

/**
 * Finds a program of this package, which runs as a process of its own.
 *
 * @param name Path in `src`, without its extension.
 */
export const findProgram = (name: string): { file: string; execArgv: string[] } => ({
  file: path.join(import.meta.dirname, '..', `${name}.ts`),
  execArgv: ['--import', 'tsx'],
});

/** Reads the version of the command line. */
export const readVersion = (): string =>
  JSON.parse(readFileSync(path.join(import.meta.dirname, '../../package.json'), 'utf8')).version;

/** The code of the gates, relative to `folder`. A passed smoke test is valid for the code that ran it. */
export const gateSources = {
  folder: root,
  inputs: ['platform/gateway/src', 'platform/releases/src', 'platform/release-cli/src', 'shared', 'package-lock.json'],
};

/** Loads the code of the signer's process in one file: it may read no other. */
export async function loadSignerCode(): Promise<Uint8Array> {
  const { build, stop } = await import('esbuild');
  const { outputFiles } = await build({
    entryPoints: [path.join(root, 'platform/releases/src/signer/signer-process.ts')],
    bundle: true,
    write: false,
    platform: 'node',
    format: 'esm',
    target: 'node20',
  });
  await stop();
  return outputFiles[0]?.contents ?? new Uint8Array();
}

/** Names of the apps that are built and released: the shell first, then every remote (`mf-*`). */
export function listApps(): string[] {
  return readdirSync(root)
    .filter((folder) => /^(shell|mf-.+)$/.test(folder) && existsSync(path.join(root, folder, 'rspack.config.ts')))
    .sort((a, b) => Number(b === 'shell') - Number(a === 'shell') || a.localeCompare(b));
}
