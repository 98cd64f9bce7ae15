import { promisify } from 'node:util';
import { brotliCompress, constants } from 'node:zlib';
import type { Release } from './release';

const compress = promisify(brotliCompress);

/** Text files. They are stored a second time in brotli, so that no request has to compress them. */
const compressible = /\.(js|css|svg|json)$/;

/** Compresses the text files of a build with brotli. @returns The compressed bytes by file name. */
export async function compressTextFiles(files: ReadonlyMap<string, Buffer>): Promise<Map<string, Buffer>> {
  const textFiles = [...files].filter(([name]) => compressible.test(name));
  const compressed = textFiles.map(async ([name, bytes]) => {
    const params = { [constants.BROTLI_PARAM_SIZE_HINT]: bytes.length };
    return [name, await compress(bytes, { params })] as const;
  });
  return new Map(await Promise.all(compressed));
}

/** Adds the compressed size of each text file, and of the first load of each path, to a release. */
export function addMeasurements(release: Release, compressed: ReadonlyMap<string, Buffer>): Release {
  const getSize = (name: string) => compressed.get(name)?.length;
  const files = Object.entries(release.files).map(([name, file]) => {
    const bytes = getSize(name);
    return [name, bytes === undefined ? file : { ...file, compressed: bytes }] as const;
  });
  const paths = Object.entries(release.paths).map(([id, path]) => {
    const firstLoad = [release.entry, ...path.files].reduce((sum, file) => sum + (getSize(file) ?? 0), 0);
    return [id, { ...path, firstLoad }] as const;
  });
  return { ...release, files: Object.fromEntries(files), paths: Object.fromEntries(paths) };
}
