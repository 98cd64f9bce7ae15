import { readFile } from 'node:fs/promises';
import { resolve } from 'node:path';
import { importForOperator } from '../catalog-import/import-report';
import { commandLine } from './command-line';
import { runCommand } from './running-server';

/**
 * `npm run catalog:import -- FILE`: imports a Shopify product export into the catalogue. How its columns become ours is
 * told in catalog-import/shopify-catalog.ts and in README.md.
 */
await commandLine(async (settings) => {
  const [file, ...rest] = process.argv.slice(2);
  if (!file || rest.length > 0) return { ok: false, sentence: 'Usage: npm run catalog:import -- FILE' };
  const text = await readText(file);
  if (text === undefined) return { ok: false, sentence: `The file ${file} cannot be read as text.` };
  return runCommand(settings, {
    path: '/operator/catalog-import',
    contentType: 'text/csv',
    body: text,
    directly: ({ db }) => importForOperator(db, text),
  });
});

async function readText(file: string): Promise<string | undefined> {
  try {
    // npm runs scripts in the folder of the package; the operator stands in INIT_CWD.
    const path = resolve(process.env.INIT_CWD ?? '.', file);
    return new TextDecoder('utf-8', { fatal: true }).decode(await readFile(path));
  } catch {
    return undefined;
  }
}
