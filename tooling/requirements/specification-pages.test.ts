import { readdirSync } from 'node:fs';
import path from 'node:path';
import { root } from '@shop/release-cli/build/workspace';
import { formatPages, pagesFolder } from './specification-pages';
import { listTestFiles, readInterpretations, readStatements, readText, topics } from './statements';
import { findTaggedIds } from './tags';

const pages = formatPages();
const ids = readStatements().map(({ id }) => id);

it('the statements are sorted, each under a known topic, and every topic has one', () => {
  expect(ids).toEqual([...new Set(ids)].sort());
  const known = Object.entries(topics).flatMap(([section, own]) =>
    Object.keys(own).map((topic) => `${section}.${topic}`),
  );
  expect([...new Set(ids.map((id) => id.slice(0, id.lastIndexOf('-'))))].sort()).toEqual(known.sort());
});

it('the tags of all tests carry the ids of the statements, and no other', () => {
  const carried = new Set(listTestFiles().flatMap((file) => [...findTaggedIds(readText(file))]));
  expect([...carried].sort()).toEqual(ids);
});

it('names each interpretation and each list once, in order', () => {
  expect(readInterpretations().map(({ topic }) => topic)).toEqual(Object.keys(topics.R ?? {}).sort());
});

it('has no page in docs/specification that the generator does not write', () => {
  expect(readdirSync(path.join(root, pagesFolder)).sort()).toEqual([...pages.keys()].sort());
});

it.each([...pages.keys()])('finds %s as `npm run spec -- --write` writes it', (name) => {
  expect(readText(`${pagesFolder}/${name}`)).toBe(pages.get(name));
});
