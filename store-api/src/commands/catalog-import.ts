import { readFile } from 'node:fs/promises';
import { resolve } from 'node:path';
import { runCatalogImport } from '../catalog-import/run-catalog-import';
import { hasCode } from '../errors/error-code';
import { runCommandLine } from './run-command-line';
import { runOperatorCommand } from './run-operator-command';

/**
 * `npm run catalog:import -- FILE`: imports a Shopify product export into the catalogue. How its columns become ours is
 * told in catalog-import/shopify-catalog.ts and in README.md.
 */
await runCommandLine(async (settings) => {
  const [file, ...rest] = process.argv.slice(2);
  if (!file || rest.length > 0) return { ok: false, message: 'Usage: npm run catalog:import -- FILE' };
  const read = await readText(file);
  if ('problem' in read) return { ok: false, message: read.problem };
  const { text } = read;
  return runOperatorCommand(settings, {
    path: '/operator/catalog-import',
    contentType: 'text/csv',
    body: text,
    directly: ({ db }) => runCatalogImport(db, text),
  });
});

async function readText(file: string): Promise<{ text: string } | { problem: string }> {
  // npm runs scripts in the folder of the package; the operator stands in INIT_CWD.
  const path = resolve(process.env.INIT_CWD ?? '.', file);
  const content = await readFile(path).catch((error: unknown) => error);
  if (!(content instanceof Buffer)) {
    if (hasCode(content, 'ENOENT')) return { problem: `There is no file ${path}: check its name and folder.` };
    if (hasCode(content, 'EISDIR')) return { problem: `${path} is a folder: name the CSV file in it.` };
    return { problem: `The file ${path} cannot be read: check who may read it.` };
  }
  try {
    return { text: new TextDecoder('utf-8', { fatal: true }).decode(content) };
  } catch {
    return { problem: `The file ${path} is not UTF-8 text: save it as "CSV UTF-8" and import it again.` };
  }
}
