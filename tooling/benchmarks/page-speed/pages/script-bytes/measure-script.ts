import { readFile } from 'node:fs/promises';
import { getLibraryShares } from './library-bytes';

const cache = new Map<string, Promise<ReadonlyMap<string, number>>>();

/** Divides a built script among libraries, by the source map in the same folder. Reads each file once. */
export function measureScript(file: string): Promise<ReadonlyMap<string, number>> {
  const measured = cache.get(file) ?? readShares(file);
  cache.set(file, measured);
  return measured;
}

async function readShares(file: string): Promise<ReadonlyMap<string, number>> {
  const [code, map] = await Promise.all([readFile(file, 'utf8'), readFile(`${file}.map`, 'utf8')]);
  return getLibraryShares(code, map);
}
