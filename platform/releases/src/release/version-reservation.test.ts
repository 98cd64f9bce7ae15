import { createMemoryStore } from '../testing/memory-store';
import { findFreeVersion } from './version-reservation';

test.each([
  ['1.0.0', []],
  ['1.0.1', ['v/shell/1.0.0.json']],
  ['1.10.1', ['v/mf-a/1.9.0.json', 'v/mf-b/1.10.0.json', 'v/shell/1.0.0.json']],
  ['2.0.0', ['v/mf-a/2.0.0-beta.1.json', 'v/mf-a/1.0.0.json']],
  ['1.0.0', ['v/mf-a/readme.json']],
])('finds the free version %s beside %j', async (version, keys) => {
  const store = createMemoryStore(new Map(keys.map((key) => [key, Buffer.from('{}')])));
  expect(await findFreeVersion(store)).toBe(version);
});
