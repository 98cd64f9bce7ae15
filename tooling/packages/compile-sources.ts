import { existsSync } from 'node:fs';
import { copyFile, cp, mkdir, readdir, readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { build, type Plugin, transform } from 'esbuild';

const isTest = (file: string) => /\.test\.(tsx?|d\.ts)$/.test(file) || file.split(path.sep).includes('testing');
const isSource = (file: string) => /\.tsx?$/.test(file) && !file.endsWith('.d.ts');

/**
 * Packages whose few used functions become part of the compiled modules: a remote would install thousands of files, and
 * dozens of packages, for them.
 */
const inlinedPackages = ['lucide-react', 'msw'];
const isInlined = (specifier: string) =>
  inlinedPackages.some((name) => specifier === name || specifier.startsWith(`${name}/`));

/** Leaves out of `dependencies` what {@link compileSources} writes into the modules. */
export const omitInlined = (dependencies: Readonly<Record<string, string>> = {}): Record<string, string> =>
  Object.fromEntries(Object.entries(dependencies).filter(([name]) => !isInlined(name)));

/** A relative import in the output of the compiler. */
const relativeImport = /(\bfrom\s*|\bimport\s*\(?\s*)(["'])(\.{1,2}\/[^"']+)\2/g;

/** Adds the extension of the built file to a relative import: Node and strict bundlers need it. */
function addExtension(specifier: string, folder: string): string {
  const target = path.join(folder, specifier);
  if (['.ts', '.tsx'].some((extension) => existsSync(target + extension))) return `${specifier}.js`;
  return specifier;
}

/** Lists the files of a package's `src` without its tests. */
export async function listSourceFiles(folder: string): Promise<string[]> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true });
  const files = entries.filter((entry) => entry.isFile());
  return files.map((entry) => path.relative(folder, path.join(entry.parentPath, entry.name))).filter((f) => !isTest(f));
}

/**
 * Compiles the sources of a package to JavaScript modules, file by file, so that a consumer's build drops what it does not use.
 * Style sheets, pictures and other files are copied. Tests are left out.
 *
 * @param packageFolder Absolute folder of the package, with declarations from `tsc -b`.
 * @param target Absolute folder of the built files.
 * @throws When the declarations are missing.
 */
export async function compileSources(packageFolder: string, target: string): Promise<void> {
  const source = path.join(packageFolder, 'src');
  const types = path.join(packageFolder, '.cache/types/src');
  if (!existsSync(types)) throw new Error(`${types} is missing: run "npx tsc -b" first.`);
  await cp(types, target, { recursive: true, filter: (file) => !isTest(path.relative(types, file)) });
  await Promise.all(
    (await listSourceFiles(source)).map(async (file) => {
      const from = path.join(source, file);
      await mkdir(path.dirname(path.join(target, file)), { recursive: true });
      if (!isSource(file)) return copyFile(from, path.join(target, file));
      const code = await compile(from);
      const linked = code.replace(relativeImport, (_, start: string, quote: string, specifier: string) => {
        return `${start}${quote}${addExtension(specifier, path.dirname(from))}${quote}`;
      });
      return writeFile(path.join(target, file.replace(/\.tsx?$/, '.js')), linked);
    }),
  );
}

const compilerOptions = {
  format: 'esm',
  target: 'es2022',
  jsx: 'automatic',
  tsconfigRaw: { compilerOptions: { verbatimModuleSyntax: true, jsx: 'react-jsx' } },
} as const;

async function compile(file: string): Promise<string> {
  const source = await readFile(file, 'utf8');
  const { code } = await transform(source, { ...compilerOptions, loader: file.endsWith('x') ? 'tsx' : 'ts' });
  if (![...code.matchAll(/\bfrom\s*"([^"]+)"/g)].some(([, specifier = '']) => isInlined(specifier))) return code;
  const { outputFiles } = await build({
    ...compilerOptions,
    stdin: { contents: code, resolveDir: path.dirname(file), loader: 'js' },
    plugins: [keepOtherImports],
    bundle: true,
    write: false,
    platform: 'node',
    logLevel: 'warning',
  });
  return outputFiles[0]?.text ?? '';
}

/** Modules that a page or a test has once stay imports: those of the source itself, and React. */
const keepOtherImports: Plugin = {
  name: 'keep-other-imports',
  setup: ({ onResolve }) => {
    onResolve({ filter: /^react(\/|$)/ }, ({ path: specifier }) => ({ path: specifier, external: true }));
    onResolve({ filter: /./ }, ({ path: specifier, importer }) =>
      importer === '<stdin>' && !isInlined(specifier) ? { path: specifier, external: true } : undefined,
    );
  },
};

/**
 * Points the exports of a package to built files. A pattern becomes one export for each file.
 *
 * @param exports `{ './*': './src/*.ts' }`
 * @param files Files of the package's `src`, relative to it.
 */
export function resolveExports(
  exports: Record<string, string>,
  files: readonly string[],
): Record<string, string | { types: string; default: string }> {
  const entries = Object.entries(exports).flatMap(([subpath, target]) => {
    const [before = '', after = ''] = target.replace('./src/', '').split('*');
    if (!target.includes('*')) return files.includes(before) ? [[subpath, before] as const] : [];
    return files
      .filter((file) => file.startsWith(before) && file.endsWith(after))
      .map((file) => [subpath.replace('*', file.slice(before.length, file.length - after.length)), file] as const);
  });
  return Object.fromEntries(
    entries.sort(([a], [b]) => a.localeCompare(b, 'en')).map(([key, file]) => [key, toBuilt(file)]),
  );
}

function toBuilt(file: string) {
  if (!/\.tsx?$/.test(file)) return `./dist/${file}`;
  const name = `./dist/${file.replace(/\.tsx?$/, '')}`;
  return { types: `${name}.d.ts`, default: `${name}.js` };
}
