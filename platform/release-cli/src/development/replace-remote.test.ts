import type { Composition } from '@shop/remote-contract/composition';
import { replaceRemote } from './replace-remote';

const local = {
  name: 'mf-a',
  version: '1.0.0',
  digest: 'source',
  base: 'http://127.0.0.1:3101/',
  global: 'mf_a',
  paths: [],
  entry: { path: 'remote-entry.js', integrity: '' as const },
};

test('the remote of a development server keeps the place of its released version, and a new one comes last', () => {
  const released = ['mf-a', 'mf-b'].map((name) => ({ ...local, name, version: '0.9.0' }));
  const composition: Composition = { seq: 3, env: 'staging', shell: local, remotes: released };
  expect(replaceRemote(composition, local)).toMatchObject({
    seq: 3,
    env: 'development',
    remotes: [local, released[1]],
  });
  const added = { ...local, name: 'mf-c' };
  expect(replaceRemote(composition, added).remotes).toEqual([...released, added]);
});
