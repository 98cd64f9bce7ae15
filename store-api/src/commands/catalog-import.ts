import { createReadStream } from 'node:fs';
import { open } from 'node:fs/promises';
import { resolve } from 'node:path';
import { createInterface } from 'node:readline';
import { Readable } from 'node:stream';
import { parseArgs } from 'node:util';
import { hasErrorCode } from '@shop/file-lock/errno';
import type { CurrencyOptions } from '../catalog-import/import-currency';
import type { ImportLine } from '../operator/operator.routes';
import { type OperatorResult, runCatalogImport } from '../operator/operator-commands';
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
  // npm runs scripts in the package's folder. INIT_CWD is the operator's working directory.
  const path = resolve(process.env.INIT_CWD ?? '.', command.path);
  const problem = await findFileProblem(path);
  if (problem) return { ok: false, message: problem };
  return runOnDatabase(settings, {
    request: {
      path: `/operator/catalog-import?${formatOptions(command.options)}`,
      contentType: 'text/csv',
      body: Readable.toWeb(createReadStream(path)) as ReadableStream,
    },
    readResponse: readImportResponse,
    runDirectly: ({ db }) =>
      runCatalogImport(db, () => createReadStream(path), { ...command.options, onProgress: createProgress() }),
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
function formatOptions({ currency, rate }: CurrencyOptions): URLSearchParams {
  return new URLSearchParams({
    ...(currency !== undefined && { currency }),
    ...(rate !== undefined && { rate: String(rate) }),
  });
}

/** Creates the function that shows on a terminal how far the import is, once a second. Other outputs get a line every 10,000. */
function createProgress(): (products: number) => void {
  let shownAt = 0;
  let shown = 0;
  return (products) => {
    const { isTTY } = process.stderr;
    if (isTTY ? Date.now() - shownAt < 1000 : products - shown < 10_000) return;
    shownAt = Date.now();
    shown = products;
    // The console survives a reader that ends, such as "head". Only a terminal has a line to overwrite.
    if (isTTY) process.stderr.write(`\r${products} products read`);
    else console.error(`${products} products read`);
  };
}

/** Reads the lines that the server writes: its progress, then the result. */
async function readImportResponse(response: Response | undefined, owner: number): Promise<OperatorResult> {
  if (!response?.body || !response.ok) return readResult(response, owner);
  const showProgress = createProgress();
  for await (const text of createInterface({ input: Readable.fromWeb(response.body as never) })) {
    const line: ImportLine = JSON.parse(text);
    if ('ok' in line) return line;
    showProgress(line.products);
  }
  return { ok: false, message: `Process ${owner} ended before the import did. Import the file again to complete it.` };
}

async function findFileProblem(path: string): Promise<string | null> {
  try {
    const file = await open(path);
    const isFolder = (await file.stat()).isDirectory();
    await file.close();
    return isFolder ? `${path} is a folder: give the CSV file in it.` : null;
  } catch (error) {
    if (hasErrorCode(error, 'ENOENT')) return `There is no file ${path}: check its name and folder.`;
    return `The file ${path} cannot be read: check its permissions.`;
  }
}
