import { readFileSync } from 'node:fs';
import path from 'node:path';
import { root } from '@shop/release-cli/build/workspace';
import { listRepositoryFiles } from '../repository-files';
import { findRetiredWords } from './find-retired-words';

/** The specification's own words, and the licences of others. */
const quoted = /^docs\/specification\/|^THIRD-PARTY-NOTICES/;

const checkedFiles = listRepositoryFiles().filter((file) => /\.(md|tsx?|mjs|cjs)$/.test(file) && !quoted.test(file));

test.each([
  [
    'comment',
    'gateway/a.ts',
    '/**\n * Reads it\n * anew.\n */\nconst a = 1;\n',
    ['gateway/a.ts:1 "anew": write again'],
  ],
  ['title', 'a.test.ts', "it.each([1])(\n  '%s asks anew', run);", ['a.test.ts:2 "anew": write again']],
  ['message of a server', 'gateway/a.ts', 'report(`It is read anew.`);', ['gateway/a.ts:1 "anew": write again']],
  ['message that shoppers read', 'mf-catalog/a.ts', 'report(`It is read anew.`);', []],
  ['quotation', 'README.md', 'Run `anew`.\n"Try anew" starts', []],
  ['declared name', 'gateway/a.ts', 'const mostLines = 3;', ['gateway/a.ts:1 "mostLines": write maxX, minX']],
])('finds a retired word in a %s where the language rules apply', (_kind, file, content, expected) => {
  expect(findRetiredWords(file, content)).toEqual(expected);
});

test('no comment, test title, message, name or document uses a retired word', () => {
  const found = checkedFiles.flatMap((file) => findRetiredWords(file, readFileSync(path.join(root, file), 'utf8')));
  expect(found).toEqual([]);
});
