import type { Composition } from '@shop/remote-contract/composition';

/** Hash of every file of the composition. */
export const integrity = 'sha384-abc';

/** A composition with a shell and the home page of one remote, for tests of documents. */
export const documentComposition: Composition = {
  seq: 3,
  env: 'production',
  shell: { name: 'shell', version: '1', digest: 'd', base: '/r/shell/1-d/', entry: { path: 'main.js', integrity } },
  remotes: [
    {
      name: 'mf-catalog',
      version: '1',
      digest: 'd',
      base: '/r/mf-catalog/1-d/',
      entry: { path: 'remote-entry.js', integrity },
      global: 'mf_catalog_1',
      paths: [
        { id: 'home', pattern: '/', access: 'open', preloads: [{ url: '/r/mf-catalog/1-d/home.js', integrity }] },
      ],
    },
  ],
};
