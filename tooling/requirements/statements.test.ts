import { listTestFiles, readStatements, readText } from './statements';
import { findTaggedIds } from './tags';

it('the tags of all tests carry the ids of the statements, each of which stands once in docs/specification, and no other', () => {
  const carried = new Set(listTestFiles().flatMap((file) => [...findTaggedIds(readText(file))]));
  const ids = readStatements().map(({ id }) => id);
  expect(ids.sort()).toEqual([...carried].sort());
});
