import { readFile } from 'node:fs/promises';
import { resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { hasErrorCode } from '@shop/file-lock/errno';
import type { CurrencyOptions } from '../catalog-import/import-currency';
import { runCatalogImport } from '../operator/operator-commands';
import { readResult, runCommandLine, runOnDatabase } from './run-command';

const usage =
  'Usage: npm run catalog-import -w store-api -- FILE [--currency CODE] [--rate RUPEES], such as FILE --currency USD --rate 83.5';

/**
 * `npm run catalog-import -w store-api -- FILE [--currency CODE] [--rate RUPEES]`: imports a Shopify product export into the catalogue.
 *
 * @see catalog-import/shopify-catalog.ts for the mapping of the columns.
 */
await runCommandLine(async (settings) => {
  const command = readArguments(process.argv.slice(2));
  if (!command) return { ok: false, message: usage };
  const { path, options } = command;
  const file = await readText(path);
  if ('error' in file) return { ok: false, message: file.error };
  const { text } = file;
  return runOnDatabase(settings, {
    request: { path: `/operator/catalog-import?${formatOptions(options)}`, contentType: 'text/csv', body: text },
    readResponse: readResult,
    runDirectly: ({ db }) => runCatalogImport(db, text, options),
  });
});

/** Returns null for arguments that are not valid. */
function readArguments(args: string[]): { path: string; options: CurrencyOptions } | null {
  try {
    const { positionals, values } = parseArgs({
      args,
      allowPositionals: true,
      options: { currency: { type: 'string' }, rate: { type: 'string' } },
    });
    const [path, ...rest] = positionals;
    const rate = values.rate === undefined ? undefined : Number(values.rate);
    if (!path || rest.length > 0 || (rate !== undefined && !(rate > 0 && rate < 1e6))) return null;
    return { path, options: { currency: values.currency, rate } };
  } catch {
    return null;
  }
}

/** Formats the options as the query of the request to a running server. */
function formatOptions({ currency = '', rate }: CurrencyOptions): URLSearchParams {
  return new URLSearchParams({ currency, rate: rate === undefined ? '' : String(rate) });
}

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
