import * as v from 'valibot';
import { parseJson } from '../store/parse-json';
import type { ReleaseStore } from '../store/release-store';
import { hasPublishedBytes } from './integrity';
import { getReleasePrefix, type Release } from './release';

/** Path of the declarations in the build and in the release of a shell. It is next to the Node bundle, which no browser gets. */
export const declarationsFile = 'node/declarations.json';

export const Declarations = v.object({
  schema: v.literal(1),
  /** Declaration file by import specifier: `@shop/cart/use-cart` → `@shop/cart/src/use-cart.d.ts`. */
  modules: v.record(v.string(), v.string()),
  /** Text of each declaration file, by package and path in the package. */
  files: v.record(v.string(), v.string()),
});
export type Declarations = v.InferOutput<typeof Declarations>;

/**
 * Reads the declarations of a shell.
 *
 * @returns Null for a release without declarations.
 * @throws When the stored file is missing or has other bytes than the published ones.
 */
export async function readDeclarations(store: ReleaseStore, release: Release): Promise<Declarations | null> {
  const listed = release.files[declarationsFile];
  if (!listed) return null;
  const key = getReleasePrefix(release) + declarationsFile;
  const stored = await store.get(key);
  if (!stored || !hasPublishedBytes(stored.bytes, listed)) {
    throw new Error(`${key} is missing or was changed in the store: publish ${release.app} again under a new version.`);
  }
  return parseJson(Declarations, stored.bytes, key);
}
