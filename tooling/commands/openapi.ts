import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { root } from '@shop/release-cli/build/workspace';
import { openStoreDatabase } from '@shop/store-api/database/database';
import { loadApiDocuments } from '../openapi/api-documents';
import { parseOptions, readArguments } from '../read-arguments';

/** `node tooling/run.mjs openapi` writes `openapi.json` of the store API and of the release service from the schemas of their routes. */
readArguments((args) => parseOptions(args, {}));
const dataDir = mkdtempSync(path.join(tmpdir(), 'openapi-'));
const { db, close } = await openStoreDatabase({ dataDir, databaseUrl: undefined });
try {
  for (const { file, content } of await loadApiDocuments(db)) {
    writeFileSync(path.join(root, file), content);
    console.log(file);
  }
} finally {
  await close();
  rmSync(dataDir, { recursive: true });
}
