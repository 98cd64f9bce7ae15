import { ReadRefusedError } from '../store/errors';
import { publishBuild } from '../testing/fake-build';
import { createMemoryStore } from '../testing/memory-store';
import { createFrameResolver } from './resolve-stack';

const sourceMap = { version: 3, file: 'remote-entry.js', sources: ['webpack://mf_a/./src/price.ts'], names: [] };

/** Publishes mf-a with a source map. @returns The result for a position of its script. */
async function resolveIn(map: object, position = '1:1') {
  const store = createMemoryStore(new Map());
  const { version, digest } = await publishBuild(store, { app: 'mf-a', sourceMap: map });
  return createFrameResolver(store)(`mf-a/${version}-${digest}/remote-entry.js:${position}`);
}

test('resolves a position to its source, and says that a map does not have a position', async () => {
  const map = { ...sourceMap, mappings: 'AAWI' };
  expect(await resolveIn(map)).toMatchObject({
    source: 'src/price.ts',
    line: 12,
    column: 5,
    name: null,
    problem: null,
  });
  for (const position of ['2:1', '0:1']) {
    expect(await resolveIn(map, position)).toMatchObject({ source: null, problem: 'no-position' });
  }
});

test('says that the reader may not read the map', async () => {
  const store = createMemoryStore(new Map());
  const { version, digest } = await publishBuild(store, { app: 'mf-a', sourceMap: { ...sourceMap, mappings: 'AAWI' } });
  const get = async () => {
    throw new ReadRefusedError('guest may not read it');
  };
  const resolved = await createFrameResolver({ ...store, get })(`mf-a/${version}-${digest}/remote-entry.js:1:1`);
  expect(resolved).toMatchObject({ source: null, problem: 'closed-map' });
});

test.each([
  ['names a source that it does not list', { ...sourceMap, mappings: 'ACAA' }],
  ['has no mappings', sourceMap],
  ['is not a source map', { version: 3 }],
  ['has mappings of another type', { ...sourceMap, mappings: { length: 1 } }],
])('leaves a position unresolved when its map %s', async (_what, map) => {
  expect(await resolveIn(map)).toMatchObject({ source: null, line: null, name: null, problem: 'unreadable-map' });
});
