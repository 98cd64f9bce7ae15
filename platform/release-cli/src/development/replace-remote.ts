import type { ComposedRemote, Composition } from '@shop/remote-contract/composition';

/**
 * Puts the remote of a development server in the place of its released version, or adds it.
 *
 * @returns A composition of the environment `development`: only there does the page of a shell load an entry without a hash. The
 *   other apps keep theirs.
 */
export function replaceRemote(composition: Composition, local: ComposedRemote): Composition {
  const isNew = !composition.remotes.some(({ name }) => name === local.name);
  const remotes = composition.remotes.map((remote) => (remote.name === local.name ? local : remote));
  return { ...composition, env: 'development', remotes: isNew ? [...remotes, local] : remotes };
}
