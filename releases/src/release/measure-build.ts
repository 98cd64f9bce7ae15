import { promisify } from 'node:util';
import { brotliCompress, constants } from 'node:zlib';
import type { Release } from './release';

const compress = promisify(brotliCompress);

/** Files a browser asks for as text; they are stored a second time, compressed, so that no request compresses anything. */
const compressible = /\.(js|css|svg|json)$/;

export async function compressTextFiles(files: ReadonlyMap<string, Buffer>): Promise<Map<string, Buffer>> {
  const texts = [...files].filter(([name]) => compressible.test(name));
  const made = texts.map(async ([name, bytes]) => {
    const params = { [constants.BROTLI_PARAM_SIZE_HINT]: bytes.length };
    return [name, await compress(bytes, { params })] as const;
  });
  return new Map(await Promise.all(made));
}

/** A release with the bytes of its texts in brotli, and with what the first load of each path takes of it. */
export function addMeasurements(release: Release, compressed: ReadonlyMap<string, Buffer>): Release {
  const sizeOf = (name: string) => compressed.get(name)?.length;
  const files = Object.entries(release.files).map(([name, file]) => {
    const bytes = sizeOf(name);
    return [name, bytes === undefined ? file : { ...file, compressed: bytes }] as const;
  });
  const paths = Object.entries(release.paths).map(([id, path]) => {
    const firstLoad = [release.entry, ...path.files].reduce((sum, file) => sum + (sizeOf(file) ?? 0), 0);
    return [id, { ...path, firstLoad }] as const;
  });
  return { ...release, files: Object.fromEntries(files), paths: Object.fromEntries(paths) };
}
