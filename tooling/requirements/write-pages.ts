import { mkdirSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { root } from './repository';
import { formatPages, pagesFolder } from './specification-pages';

/** Writes `docs/specification` again. @returns The paths of the written pages, from the root. */
export function writePages(): string[] {
  const folder = path.join(root, pagesFolder);
  rmSync(folder, { recursive: true, force: true });
  mkdirSync(folder, { recursive: true });
  return [...formatPages()].map(([name, text]) => {
    writeFileSync(path.join(folder, name), text);
    return `${pagesFolder}/${name}`;
  });
}
