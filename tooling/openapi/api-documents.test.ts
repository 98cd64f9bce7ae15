import { readFileSync } from 'node:fs';
import path from 'node:path';
import { root } from '@shop/release-cli/build/workspace';
import { openTestDatabase } from '@shop/store-api/testing/test-databases';
import { type ApiDocument, loadApiDocuments } from './api-documents';

/** Says whether a file of the repository is the document, and what to do when it is not. */
function compareWithFile({ file, content }: ApiDocument): string {
  const isCurrent = readFileSync(path.join(root, file), 'utf8') === content;
  return isCurrent ? `${file} is current` : `${file} is outdated: run \`node tooling/run.mjs openapi\` to update it`;
}

test('the OpenAPI documents of the repository are those of the servers', async () => {
  const { db, close } = await openTestDatabase();
  const documents = await loadApiDocuments(db);
  await close();
  expect(documents.map(compareWithFile)).toEqual([
    'store-api/openapi.json is current',
    'platform/release-console/openapi.json is current',
  ]);
});

test('a document with another schema is outdated, and the message names the command', async () => {
  expect(compareWithFile({ file: 'store-api/openapi.json', content: '{}\n' })).toBe(
    'store-api/openapi.json is outdated: run `node tooling/run.mjs openapi` to update it',
  );
});
