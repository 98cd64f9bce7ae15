import type { SingleBuildManifest } from '@shop/federation/define-single-build';
import { computeIntegrity } from '@shop/releases/release/integrity';
import type { Composition, PreloadFile } from '@shop/remote-contract/composition';

/**
 * Describes the single build as a composition, the input of the shell's `renderDocument` and `renderPage`. Every remote has
 * the entry of the single build, which the document loads in any case.
 *
 * @param base URL prefix of the files, with a slash at the end.
 * @param files Bytes of the browser build by file name.
 */
export function composeSingleBuild(
  manifest: SingleBuildManifest,
  base: string,
  files: ReadonlyMap<string, Uint8Array>,
): Composition {
  const getIntegrity = (file: string) => {
    const bytes = files.get(file);
    if (!bytes) throw new Error(`The single build has no file ${file}`);
    return computeIntegrity(bytes) as PreloadFile['integrity'];
  };
  const toPreload = (file: string): PreloadFile => ({ url: base + file, integrity: getIntegrity(file) });
  const [entryFile = 'main.js', ...furtherEntries] = manifest.entry;
  const version = { version: '1.0.0', digest: '000000000000', base };
  const entry = { path: entryFile, integrity: getIntegrity(entryFile) };
  return {
    seq: 1,
    env: 'production',
    shell: { name: 'single-build', ...version, entry, styles: manifest.styles.map(toPreload) },
    remotes: manifest.remotes.map(({ name, paths }) => ({
      name,
      ...version,
      entry,
      global: 'single_build',
      paths: paths.map(({ files: scripts, styles, ...path }) => ({
        ...path,
        preloads: [...furtherEntries, ...scripts].map(toPreload),
        styles: styles.map(toPreload),
      })),
    })),
  };
}
