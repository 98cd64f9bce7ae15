import { decodedMappings, TraceMap } from '@jridgewell/trace-mapping';

/** Libraries that the benchmark reports by name, by the packages that belong to them. */
const libraries: readonly (readonly [name: string, packages: RegExp])[] = [
  ['React', /^(react|react-dom|scheduler)$/],
  ['MUI and Emotion', /^(@mui\/|@emotion\/|stylis$|react-transition-group$|@popperjs\/|clsx$)/],
  ['Redux Toolkit', /^(@reduxjs\/|react-redux$|redux|immer$|reselect$|use-sync-external-store$)/],
  ['React Router', /^(react-router|@remix-run\/)/],
  ['forms', /^(formik|yup|property-expr|tiny-case|toposort|lodash|react-fast-compare|hoist-non-react-statics)/],
  ['federation runtime', /^@module-federation\//],
];

const ownCode = 'own code';
const otherLibraries = 'other libraries';
const bundlerCode = 'bundler runtime';

/** Names of all libraries, in the sequence of tables. */
export const libraryNames: readonly string[] = [
  ...libraries.map(([name]) => name),
  otherLibraries,
  ownCode,
  bundlerCode,
];

/**
 * Finds the library of a source.
 *
 * @param source Path as a source map names it: `webpack://shell/../node_modules/react-dom/index.js`.
 */
export function findLibrary(source: string): string {
  const packageName = source.match(/.*node_modules\/((?:@[^/]+\/)?[^/]+)/)?.[1];
  if (packageName) return libraries.find(([, packages]) => packages.test(packageName))?.[0] ?? otherLibraries;
  if (/shared\/federation\/src\/runtime\//.test(source)) return 'federation runtime';
  if (/webpack\/(runtime|bootstrap)|\/rspack\//.test(source)) return bundlerCode;
  return /^data:|\/src\/|\/catalog\//.test(source) ? ownCode : bundlerCode;
}

/**
 * Divides the characters of a script among the libraries that they come from.
 *
 * @param code The script as it is served, minified.
 * @param sourceMap Its source map as JSON.
 * @returns Share of each library, 0 to 1. The shares add up to 1.
 */
export function getLibraryShares(code: string, sourceMap: string): Map<string, number> {
  const map = new TraceMap(sourceMap);
  const librariesOfSources = map.sources.map((source) => findLibrary(source ?? ''));
  const lines = code.split('\n');
  const characters = new Map<string, number>();
  const add = (library: string, count: number) => characters.set(library, (characters.get(library) ?? 0) + count);
  for (const [index, line] of lines.entries()) {
    const segments = decodedMappings(map)[index] ?? [];
    add(bundlerCode, segments[0]?.[0] ?? line.length);
    for (const [position, [column, source]] of segments.entries()) {
      const end = segments[position + 1]?.[0] ?? line.length;
      add(source === undefined ? bundlerCode : (librariesOfSources[source] ?? bundlerCode), end - column);
    }
  }
  const total = [...characters.values()].reduce((sum, count) => sum + count, 0) || 1;
  return new Map([...characters].filter(([, count]) => count > 0).map(([library, count]) => [library, count / total]));
}

/** Adds up what each library contributes to several scripts. @param scripts Transferred bytes and shares of each script. */
export function sumLibraryBytes(
  scripts: readonly { bytes: number; shares: ReadonlyMap<string, number> }[],
): Map<string, number> {
  const sums = new Map<string, number>();
  for (const { bytes, shares } of scripts) {
    for (const [library, share] of shares) sums.set(library, (sums.get(library) ?? 0) + bytes * share);
  }
  return sums;
}
