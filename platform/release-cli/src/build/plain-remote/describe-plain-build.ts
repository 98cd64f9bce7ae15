import path from 'node:path';
import type { BuildManifest } from '@shop/federation/build-manifest';
import { remoteContractVersion } from '@shop/remote-contract/remote-module';
import semver from 'semver';
import { isOfShell, type PlainBuild } from './read-plain-build';

/**
 * Describes the build of a plain remote as a manifest of the shop's own builds.
 *
 * @param global Global variable that the adapted entry defines.
 * @param entryImports Scripts that the entry imports, which every path needs.
 * @param endpoints Names of the endpoints in its code.
 */
export function describePlainBuild(
  { app, facts, manifest, entry }: PlainBuild,
  version: string,
  global: string,
  entryImports: readonly string[],
  endpoints: readonly string[],
): BuildManifest & { isBrowserOnly: true } {
  const consumes = describeConsumed(manifest);
  const lazyShared = Object.keys(consumes).filter((key) => key.startsWith('@shop/'));
  const exposed = manifest.exposes.find((module) => module.path === facts.exposes);
  const ids = Object.keys(facts.paths);
  /** A chunk that is named after another route does not belong to the first view. */
  const isOf = (id: string) => (file: string) => [id, undefined].includes(findNamesake(file, ids));
  const describePath = (id: string) => {
    const { js, css } = exposed?.assets ?? { js: { sync: [], async: [] }, css: { sync: [], async: [] } };
    const scripts = new Set([...entryImports, ...js.sync, ...js.async.filter(isOf(id))]);
    scripts.delete(entry);
    const styles = [...css.sync, ...css.async.filter(isOf(id))];
    return { files: [...scripts], ...(styles.length > 0 && { styles }), lazyShared };
  };
  return {
    app,
    version,
    kind: 'remote' as const,
    entry,
    global,
    styleScope: `_${app}_`,
    paths: Object.fromEntries(
      Object.entries(facts.paths).map(([id, owned]) => [id, { ...owned, ...describePath(id) }]),
    ),
    ...(facts.connect && { connect: facts.connect }),
    provides: {},
    consumes,
    // The official runtime is a part of the remote, and needs nothing but the share scope of a shell.
    federationRuntime: `${manifest.metaData.pluginVersion}+self-contained`,
    testedFederationRuntimes: '*',
    remoteContract: remoteContractVersion,
    contractRequired: facts.contract,
    names: { endpoints: [...new Set(endpoints)].sort(), slices: [] },
    isBrowserOnly: true,
  };
}

/** Finds the route that a chunk is named after: `reviews-new-3f2a.js` belongs to `reviews-new`, not to `reviews`. */
function findNamesake(file: string, ids: readonly string[]): string | undefined {
  const name = path.posix.basename(file);
  const fitting = ids.filter((id) => name.startsWith(`${id}.`) || name.startsWith(`${id}-`));
  return fitting.sort((a, b) => b.length - a.length)[0];
}

/**
 * Describes the shared modules that the shell must provide. What a remote shares besides has a fallback, which stays its own. The
 * manifest does not tell which exports are used.
 */
function describeConsumed({ shared }: PlainBuild['manifest']): BuildManifest['consumes'] {
  const consumed = shared.filter(
    ({ name, assets: { js } }) => isOfShell(name) || [...js.sync, ...js.async].length === 0,
  );
  return Object.fromEntries(
    consumed.map(({ name, version, requiredVersion }) => {
      const range = requiredVersion || (version ? `^${version.replace(/\.\d+$/, '.0')}` : '*');
      const used = version || semver.minVersion(range)?.version || '0.0.0';
      return [name, { range, version: used, exports: { '*': used } }];
    }),
  );
}
