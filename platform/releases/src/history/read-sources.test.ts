import { publishBuild } from '../testing/fake-build';
import { createMemoryStore } from '../testing/memory-store';
import { readSources } from './read-sources';

const commit = 'c0ffee1234567890c0ffee1234567890c0ffee12';
const own = 'https://git.example/shop/-/commit/{commit}';

test('reads the sources of new releases, and leaves out those that are gone or name none', async () => {
  const store = createMemoryStore(new Map());
  const release = await publishBuild(store, { app: 'mf-a' }, { commit, pipeline: '812' });
  const unknown = await publishBuild(store, { app: 'mf-b' });
  const changes = [
    { app: 'mf-a', before: null, after: release },
    { app: 'mf-b', before: null, after: unknown },
    { app: 'mf-c', before: unknown, after: null },
    { app: 'mf-d', before: null, after: { app: 'mf-d', version: '1.0.0', digest: '0123456789ab' } },
  ];
  const rules = { slots: {}, connect: {}, links: { commit: own } };
  expect(await readSources({ store, loadRules: async () => rules }, changes)).toEqual([
    { app: 'mf-a', version: '1.0.0', commit, commitUrl: own.replace('{commit}', commit), pipeline: '812' },
  ]);
});
