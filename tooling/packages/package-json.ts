import type { PackageSettings } from './package-settings';

/** The fields of a workspace's package.json that a published package is made from. */
export interface WorkspacePackage {
  name: string;
  version: string;
  description: string;
  exports: Record<string, string>;
  dependencies?: Record<string, string>;
  federation?: unknown;
  testedFederationRuntimes?: unknown;
}

/** Versions of the packages of the workspace by name, and of React. */
export type Versions = Readonly<Record<string, string>>;

const ownScope = '@shop/';

/** What a package contains. Build information of the compiler and caches stay out. */
const publishedFiles = ['dist', 'LICENSE', '*.md', '*.json', '*.cjs', '*.d.ts'];

/** Packages that a page contains once. A remote chooses their version; the gate compares it with the shell's. */
const peers = ['react', 'react-dom'];

/**
 * Names a package of the shop as a dependency. Another scope is an alias of npm, so that imports keep the names of the shared
 * modules, which shell and remotes have in common.
 *
 * @example formatDependency('@shop/ui', '2.0.0', '@acme') // 'npm:@acme/ui@^2.0.0'
 */
export function formatDependency(name: string, version: string, scope: string): string {
  const range = `^${version}`;
  return `${scope}/` === ownScope ? range : `npm:${toPublishedName(name, scope)}@${range}`;
}

/** Gives the name under which a package is published: `@acme/ui` for `@shop/ui`. */
export const toPublishedName = (name: string, scope: string): string =>
  name.startsWith(ownScope) ? `${scope}/${name.slice(ownScope.length)}` : name;

/** Gives the range of React that a package or a remote takes: every later version of the same major. */
const formatReactRange = (version: string): string => `^${version.replace(/\.\d+$/, '.0')}`;

/**
 * Creates the package.json of a published package. Packages of the shop become ranges, and React a peer. Other dependencies keep
 * the exact version that the shop is tested with.
 *
 * @param exports The exports that point to built files.
 * @param versions The versions of the workspace.
 */
export function createPackageJson(
  source: Omit<WorkspacePackage, 'exports'>,
  exports: Record<string, unknown>,
  { settings, versions, hasReactPeers }: { settings: PackageSettings; versions: Versions; hasReactPeers: boolean },
): Record<string, unknown> {
  const { name, version, description, dependencies = {}, federation, testedFederationRuntimes } = source;
  const required = Object.entries(dependencies)
    .filter(([dependency]) => !peers.includes(dependency))
    .map(([dependency, range]) => [
      dependency,
      dependency.startsWith(ownScope)
        ? formatDependency(dependency, versions[dependency] ?? range, settings.scope)
        : range,
    ]);
  const reactPeers = Object.fromEntries(peers.map((peer) => [peer, formatReactRange(versions[peer] ?? '')]));
  return {
    name: toPublishedName(name, settings.scope),
    version,
    description,
    license: 'MIT',
    type: 'module',
    repository: { type: 'git', url: settings.repository },
    publishConfig: { registry: settings.registry },
    files: publishedFiles,
    exports,
    ...(federation !== undefined && { federation }),
    ...(testedFederationRuntimes !== undefined && { testedFederationRuntimes }),
    dependencies: Object.fromEntries(required),
    ...(hasReactPeers && { peerDependencies: reactPeers }),
  };
}
