import type { ComposedApp } from '@shop/remote-contract/composition';

/** Composes an app of this workspace. */
export const composeApp = (name: string): ComposedApp => ({
  name,
  version: '1.0.0',
  digest: '0123456789ab',
  base: `/r/${name}/1.0.0-0123456789ab/`,
  entry: { path: 'entry.js', integrity: 'sha384-test' },
});
