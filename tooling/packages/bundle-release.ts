import { copyFile, readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { root } from '@shop/release-cli/build/workspace';
import { type BuildOptions, build as bundle, type Plugin } from 'esbuild';
import { type BuiltPackage, formatReadme, type PackageBuild, writePackage } from './package-folder';
import { createPackageJson } from './package-json';

/** CommonJS packages in a bundle use these names. */
export const bundleBanner = [
  "import { createRequire as createBundleRequire } from 'node:module';",
  "import { fileURLToPath as toBundlePath } from 'node:url';",
  'const require = createBundleRequire(import.meta.url);',
  'const __filename = toBundlePath(import.meta.url);',
].join(' ');

/** Settings of a bundle for Node. @param folder Absolute folder of the package. */
export const createBundleOptions = (folder: string) =>
  ({
    outdir: path.join(folder, 'dist'),
    outExtension: { '.js': '.mjs' },
    bundle: true,
    platform: 'node',
    format: 'esm',
    target: 'node20',
    logLevel: 'warning',
  }) as const satisfies BuildOptions;

/** Libraries that read files of their own: they stay packages. */
const externals = ['playwright-core', '@rspack/core', '@rspack/dev-server', '@swc/core', 'jiti'];

/** Optional packages of the SBOM library, for formats that the command does not write. It works without them. */
const absent = ['ajv-formats-draft2019', 'libxmljs2', 'xmlbuilder2'];

/** The command works on the remote in whose folder it is typed, and not on the apps of this repository. */
const outsideWorkspace: Plugin = {
  name: 'outside-workspace',
  setup: ({ onLoad }) => {
    onLoad({ filter: /release-cli\/src\/build\/workspace\.ts$/ }, () => ({
      contents: "export * from './outside-workspace';",
      loader: 'ts',
      resolveDir: path.join(root, 'platform/release-cli/src/build'),
    }));
  },
};

/** The command is started by its name; a test imports `expectFits`. */
const publicModules = {
  './expect-fits': { types: './dist/expect-fits.d.mts', default: './dist/expect-fits.mjs' },
  './package.json': './package.json',
};

/** Bundles the release command as `@shop/release`: it needs no file of this repository. */
export async function bundleRelease(build: PackageBuild): Promise<BuiltPackage> {
  const folder = path.join(build.target, 'release');
  const source = path.join(root, 'platform/release-cli/src');
  const options = createBundleOptions(folder);
  const banner = { js: bundleBanner };
  await bundle({
    ...options,
    banner,
    entryPoints: {
      main: path.join(source, 'main.ts'),
      'expect-fits': path.join(source, 'published/expect-fits.ts'),
      'dev-command': path.join(source, 'development/dev-command.ts'),
      'dev-server-process': path.join(source, 'development/dev-server-process.ts'),
      'collect-registered-names': path.join(source, 'build/collect-registered-names.ts'),
    },
    splitting: true,
    external: [...externals, ...absent, '@shop/federation/*'],
    plugins: [outsideWorkspace],
  });
  // The smoke test runs the code of releases in processes of its own, which may read this one folder.
  const rendererProcess = path.join(root, 'platform/gateway/src/rendering/process/renderer-process.mjs');
  await bundle({ ...options, banner, entryPoints: { 'process/renderer-process': rendererProcess } });
  // Its process reads its code from standard input, where the names of the banner mean nothing.
  const signerProcess = path.join(root, 'platform/releases/src/signer/signer-process.ts');
  await bundle({ ...options, entryPoints: { 'signer-process': signerProcess } });
  for (const file of ['build/empty-assets.mjs', 'build/plain-remote/container-adapter.ts']) {
    await copyFile(path.join(source, file), path.join(folder, 'dist', path.basename(file)));
  }
  await writeFile(path.join(folder, 'dist/bin.mjs'), "#!/usr/bin/env node\nimport './main.mjs';\n");
  await writeFile(path.join(folder, 'dist/shop.mjs'), "#!/usr/bin/env node\nimport './dev-command.mjs';\n");
  await writeFile(
    path.join(folder, 'dist/expect-fits.d.mts'),
    'export declare function expectFits(appRoot: string, shopUrl: string): Promise<void>;\n',
  );
  const version = build.versions['@shop/release'] ?? '';
  const dependencies = await readDependencies();
  const description =
    'The release command of a remote: publish, check, preview, promote, rollback and status; and shop dev.';
  const own = { name: '@shop/release', version, description, dependencies };
  const packageJson = createPackageJson(own, {}, { ...build, hasReactPeers: false });
  return writePackage(
    folder,
    { ...packageJson, bin: { release: './dist/bin.mjs', shop: './dist/shop.mjs' }, exports: publicModules },
    formatReadme(own, [], build.settings.scope),
    build,
  );
}

async function readDependencies(): Promise<Record<string, string>> {
  const read = async (name: string) =>
    JSON.parse(await readFile(path.join(root, 'platform', name, 'package.json'), 'utf8'));
  const [cli, releases] = await Promise.all(['release-cli', 'releases'].map(read));
  const all: Record<string, string> = { ...releases.dependencies, ...cli.dependencies };
  const needed = [...externals, '@shop/federation', '@rspack/cli'];
  return Object.fromEntries(needed.map((name) => [name, all[name] ?? '']));
}
