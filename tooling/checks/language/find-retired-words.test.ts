import { findRetiredWords } from './find-retired-words';

const find = (file: string, content: string) =>
  findRetiredWords(file, content).map(({ line, word, instead }) => `${line} ${word}: ${instead}`);

test('finds a retired word in a comment and names its line and the replacement', () => {
  const source = '#!/usr/bin/env node\n/**\n * Reads a file.\n * Whoever asks.\n */\nconst a = 1; // starts anew\n';
  expect(find('platform/gateway/src/a.ts', source)).toEqual([
    '4 Whoever: name the actor: the release manager, the process, the caller',
    '6 anew: again',
  ]);
});

test('finds the line of a word after characters that are longer than one byte', () => {
  expect(find('platform/gateway/src/a.ts', "const label = '€ ₹ —';\n/* ₹ */ // asks anew\n")).toEqual([
    '2 anew: again',
  ]);
});

test('finds a retired word in the title of a test, also in one of each or step', () => {
  const source = "test('asks anew', () => {});\nit.each([1])('%s anew', () => {});\nawait test.step('anew', run);\n";
  expect(find('platform/gateway/src/a.test.ts', source)).toEqual(['1 anew: again', '2 anew: again', '3 anew: again']);
});

test('finds a retired word in a message of a server, and not in the texts that shoppers read', () => {
  const source = 'const message = `The list is read anew.`;\n';
  expect(find('platform/gateway/src/a.ts', source)).toEqual(['1 anew: again']);
  expect(find('mf-catalog/src/a.ts', source)).toEqual([]);
  expect(find('mf-catalog/src/a.tsx', '<p>Don’t start {what} anew // at all</p>;\n')).toEqual([]);
});

test('does not take code, regular expressions and addresses for comments', () => {
  const source = "const url = 'https://anew.example/a b c';\nconst pattern = /\\/\\/ anew/;\nconst nobody = 65_534;\n";
  expect(find('mf-catalog/src/a.ts', source)).toEqual([]);
});

test('finds a retired form of a name where the name is declared', () => {
  const source = 'const mostLines = 3;\nfunction refuseOld() {}\nfunction linesOf() {}\nlines.indexOf(mostLines);\n';
  expect(find('platform/gateway/src/a.ts', source)).toEqual([
    '1 mostLines: maxX, minX',
    '2 refuseOld: assertX',
    '3 linesOf: getX, findX',
  ]);
});

test('ignores code and quotations in a document', () => {
  expect(find('README.md', 'Run `anew`.\n\n```\nanew\n```\nThe button "Try anew" starts\nanew.\n')).toEqual([
    '7 anew: again',
  ]);
});
