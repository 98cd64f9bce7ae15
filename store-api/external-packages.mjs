import { isBuiltin } from 'node:module';

/** Lists the packages that a bundle imports at run time. @param metafile What esbuild reports about the bundle. */
export function listExternalPackages({ outputs }) {
  const imports = Object.values(outputs).flatMap((output) => output.imports);
  const names = imports
    .filter(({ external, path }) => external && !isBuiltin(path))
    .map(({ path }) => path.split('/', path.startsWith('@') ? 2 : 1).join('/'));
  return [...new Set(names)].sort();
}
