import { readFile } from 'node:fs/promises';
import { resolve } from 'node:path';
import { hasErrorCode } from '@shop/file-lock/errno';
import { runCatalogImport } from '../operator/operator-commands';
import { readResult, runCommandLine, runOnDatabase } from './run-command';

/**
 * `npm run catalog-import -w store-api -- FILE`: imports a Shopify product export into the catalogue.
 *
 * @see catalog-import/shopify-catalog.ts for the mapping of the columns.
 */
await runCommandLine(async (settings) => {
  const [path, ...rest] = process.argv.slice(2);
  if (!path || rest.length > 0) return { ok: false, message: 'Usage: npm run catalog-import -w store-api -- FILE' };
  const file = await readText(path);
  if ('error' in file) return { ok: false, message: file.error };
  const { text } = file;
  return runOnDatabase(settings, {
    request: { path: '/operator/catalog-import', contentType: 'text/csv', body: text },
    readResponse: readResult,
    runDirectly: ({ db }) => runCatalogImport(db, text),
  });
});

async function readText(argument: string): Promise<{ text: string } | { error: string }> {
  // npm runs scripts in the package's folder. INIT_CWD is the operator's working directory.
  const path = resolve(process.env.INIT_CWD ?? '.', argument);
  const content = await readFile(path).catch((error: unknown) => error);
  if (!(content instanceof Buffer)) {
    if (hasErrorCode(content, 'ENOENT')) return { error: `There is no file ${path}: check its name and folder.` };
    if (hasErrorCode(content, 'EISDIR')) return { error: `${path} is a folder: give the CSV file in it.` };
    return { error: `The file ${path} cannot be read: check its permissions.` };
  }
  try {
    return { text: new TextDecoder('utf-8', { fatal: true }).decode(content) };
  } catch {
    return { error: `The file ${path} is not UTF-8 text: save it as "CSV UTF-8" and import it again.` };
  }
}
