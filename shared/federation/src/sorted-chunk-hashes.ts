import { type Compiler, type RspackPluginInstance, rspack } from '@rspack/core';

/** The table of chunk hashes that SubresourceIntegrityPlugin writes into an entry: `sriHashes={982:"sha384-…",…}`. */
const table = /(sriHashes\s*=\s*\{)([^{}]*)(\})/g;

/** The table's rows in the order of their chunks' ids; everything else as it is. */
const sortChunkHashes = (code: string): string =>
  code.replace(table, (_, head: string, rows: string, end: string) => head + sortRows(rows) + end);

const sortRows = (rows: string) =>
  rows
    .split(',')
    .sort((one, other) => Number.parseInt(one, 10) - Number.parseInt(other, 10))
    .join();

/**
 * Writes an entry's chunk hashes in one order. SubresourceIntegrityPlugin writes them in another one at every other build:
 * the same commit would make two releases, and `publish`, which builds twice, would refuse it.
 */
export class SortedChunkHashesPlugin implements RspackPluginInstance {
  apply(compiler: Compiler): void {
    compiler.hooks.thisCompilation.tap('SortedChunkHashesPlugin', (compilation) => {
      // After the hashes were written, which is the last that happens to a file.
      const stage = rspack.Compilation.PROCESS_ASSETS_STAGE_REPORT;
      compilation.hooks.processAssets.tap({ name: 'SortedChunkHashesPlugin', stage }, (assets) => {
        for (const [name, asset] of Object.entries(assets)) {
          if (!name.endsWith('.js')) continue;
          const code = asset.source().toString();
          const sorted = sortChunkHashes(code);
          if (sorted !== code) compilation.updateAsset(name, new rspack.sources.RawSource(sorted));
        }
      });
    });
  }
}
