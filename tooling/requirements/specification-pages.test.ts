import { existsSync, readdirSync } from 'node:fs';
import path from 'node:path';
import { readInterpretations } from './interpretations';
import { readText, root } from './repository';
import { formatPages, pagesFolder } from './specification-pages';
import { topics } from './statements';

const pages = formatPages();

it('names each interpretation and each list once, in order', () => {
  expect(readInterpretations().map(({ topic }) => topic)).toEqual(Object.keys(topics.R ?? {}).sort());
});

it('has no page in docs/specification that the generator does not write', () => {
  expect(readdirSync(path.join(root, pagesFolder)).sort()).toEqual([...pages.keys()].sort());
});

it.each([...pages.keys()])('finds %s as `npm run spec -- --write` writes it', (name) => {
  expect(readText(`${pagesFolder}/${name}`)).toBe(pages.get(name));
});

it.each([...pages])('links %s to files that exist', (_name, text) => {
  const targets = [...text.matchAll(/\]\((?<target>[^)#]+)/g)].map((match) => match.groups?.target ?? '');
  expect(targets.filter((target) => !existsSync(path.join(root, pagesFolder, target)))).toEqual([]);
});
