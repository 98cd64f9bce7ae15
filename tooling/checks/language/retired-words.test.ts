import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { root } from '@shop/release-cli/build/workspace';
import { listRepositoryFiles } from '../repository-files';
import { findRetiredWords } from './find-retired-words';

/** The specification's own words, and the licences of others. */
const quoted = /^docs\/specification\/|^THIRD-PARTY-NOTICES/;

const checkedFiles = listRepositoryFiles().filter(
  (file) => /\.(md|tsx?|mjs|cjs)$/.test(file) && !quoted.test(file) && existsSync(path.join(root, file)),
);

test('no comment, test title, message, name or document uses a retired word', () => {
  const found = checkedFiles
    .flatMap((file) => findRetiredWords(file, readFileSync(path.join(root, file), 'utf8')))
    .map(({ file, line, word, instead }) => `${file}:${line} "${word}": write ${instead}`);
  expect(found).toEqual([]);
});
