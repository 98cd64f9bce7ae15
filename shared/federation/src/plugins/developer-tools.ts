import { existsSync, mkdirSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { DtsPlugin } from '@module-federation/dts-plugin';
import type { ModuleFederationPlugin } from '@module-federation/enhanced/rspack';
import { StatsPlugin } from '@module-federation/manifest';
import type { RspackPluginInstance } from '@rspack/core';
import { getFederationRuntimeVersion } from '../shared-modules';

type PluginOptions = ConstructorParameters<typeof ModuleFederationPlugin>[0];

const sourcesFolder = path.join(import.meta.dirname, '..');
/** Types of style sheets and pictures. A remote outside this repository has them in its compiler settings. */
const assetTypes = path.join(sourcesFolder, '../assets.d.ts');
/** Folder of the types of a remote, relative to the remote. */
export const typesFolder = '.cache/mf-types';

/** In this repository the compiler reads the sources of shared packages; in a published remote their declarations. */
const getCompiledRoot = (appRoot: string) =>
  path.extname(import.meta.filename) === '.ts' ? path.join(sourcesFolder, '../../..') : appRoot;

/**
 * Gives the options with which a development build writes what the tools of Module Federation read: `mf-manifest.json`, and for a
 * remote `@mf-types.zip` with the types of its exposed modules. A type error leaves out the types and never stops the build.
 *
 * @param appRoot Absolute folder of a remote. Absent for a shell, which exposes nothing.
 */
export function configureTools(appRoot: string | undefined): Pick<PluginOptions, 'manifest' | 'dts' | 'dev'> {
  return {
    manifest: true,
    dts: appRoot !== undefined && {
      generateTypes: {
        tsConfigPath: writeCompilerSettings(appRoot),
        outputDir: typesFolder,
        abortOnError: false,
        generateAPITypes: true,
      },
      consumeTypes: false,
      displayErrorInTerminal: false,
    },
    // Its servers would reload the pages and types of other apps. The development server of an app reloads its own.
    dev: false,
  };
}

/**
 * The plugins that write the same for a container with the thin runtime, which the plugin of Module Federation does not build.
 *
 * @param container Name, file name and exposed modules.
 */
export function createTools(appRoot: string, container: PluginOptions): RspackPluginInstance[] {
  const options = { ...container, ...configureTools(appRoot) };
  const stats = new StatsPlugin(options, { pluginVersion: getFederationRuntimeVersion('thin'), bundler: 'rspack' });
  // Its types know the compiler of webpack only.
  return [new DtsPlugin(options), stats as unknown as RspackPluginInstance];
}

/** The plugin compiles single files, which a project of the compiler with references does not allow. */
function writeCompilerSettings(appRoot: string): string {
  const file = path.join(appRoot, typesFolder, 'tsconfig.json');
  const settings = {
    extends: path.join(appRoot, 'tsconfig.json'),
    compilerOptions: {
      composite: false,
      incremental: false,
      declaration: true,
      noEmit: false,
      rootDir: getCompiledRoot(appRoot),
      outDir: path.dirname(file),
    },
    files: [path.join(appRoot, 'src/routes.ts'), ...(existsSync(assetTypes) ? [assetTypes] : [])],
    include: [],
  };
  mkdirSync(path.dirname(file), { recursive: true });
  writeFileSync(file, `${JSON.stringify(settings, null, 2)}\n`);
  return file;
}
