import type { ComposedApp, ComposedRemote, Composition } from '@shop/remote-contract/composition';
import type { OwnedPaths } from '@shop/remote-contract/remote-module';
import type { FilledSlots, SlotLinks } from '@shop/remote-contract/slots';

/** A remote of a test's composition: what it passes to `defineRemote`. */
export interface FakeRemote {
  /** Name of its package without the scope: `mf-reviews`. */
  name: string;
  paths?: OwnedPaths;
  slots?: FilledSlots;
  links?: SlotLinks;
  connect?: readonly string[];
}

const composeApp = (name: string): ComposedApp => ({
  name,
  version: '1.0.0',
  digest: '0123456789ab',
  base: `/r/${name}/1.0.0-0123456789ab/`,
  entry: { path: 'entry.js', integrity: 'sha384-test' },
});

const composeRemote = ({ name, paths = {}, slots, links, connect }: FakeRemote): ComposedRemote => ({
  ...composeApp(name),
  global: name.replaceAll('-', '_'),
  ...(connect && { connect: [...connect] }),
  paths: Object.entries(paths).map(([id, path]) => ({ id, ...path })),
  ...(slots && { slots: Object.entries(slots).map(([slot, { order }]) => ({ name: slot, order })) }),
  ...(links && {
    links: Object.entries(links).flatMap(([slot, added]) => added.map((link) => ({ slot, ...link }))),
  }),
});

/**
 * Creates the composition of a shop with these remotes at version 1.0.0. With `matchRemoteRoute` it tells which remote and path
 * an address belongs to, so that a test can check where a link leads.
 *
 * @example matchRemoteRoute(aComposition([{ name: 'mf-reviews', paths }]), '/reviews/7')?.params // { id: '7' }
 */
export const aComposition = (remotes: readonly FakeRemote[]): Composition => ({
  seq: 1,
  env: 'production',
  shell: composeApp('shell'),
  remotes: remotes.map(composeRemote),
});
