import { readFileSync } from 'node:fs';
import path from 'node:path';
import { root } from '@shop/release-cli/build/workspace';

/** A text of the repository with its line breaks and comment stars taken out, so that sentences can be looked for. */
const textOf = (file: string) => readFileSync(path.join(root, file), 'utf8').replace(/\s+(\*\s+)?/g, ' ');

test('the client says why it sets no Host header [R.13-2]', () => {
  expect(textOf('shared/api-client/src/base-query.ts')).toContain(
    "The Host header of the specification cannot be set by a browser (it is on the fetch standard's forbidden list)",
  );
});

test('the README says that size and colour do not reach the server [R.20-3]', () => {
  const [, limits = ''] = textOf('README.md').split('## Known limits');
  expect(limits).toContain('size and colour that a shopper chose do not reach the server');
});
