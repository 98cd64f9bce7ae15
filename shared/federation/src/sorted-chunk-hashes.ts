import { type Compiler, type RspackPluginInstance, rspack } from '@rspack/core';

/** The tables that SubresourceIntegrityPlugin writes into an entry, for scripts and style sheets: `sriHashes={982:"sha256-…",…}`. */
const table = /(sri(?:ExtractCss)?Hashes\s*=\s*\{)([^{}]*)(\})/g;

/** Sorts the rows of the table by chunk id and leaves everything else unchanged. */
const sortChunkHashes = (code: string): string =>
  code.replace(table, (_, head: string, rows: string, end: string) => head + sortRows(rows) + end);

const sortRows = (rows: string) =>
  rows
    .split(',')
    .sort((a, b) => Number.parseInt(a, 10) - Number.parseInt(b, 10))
    .join();

/**
 * Sorts the chunk hashes of an entry. SubresourceIntegrityPlugin writes them in an order that differs between builds. The
 * same commit would give two releases, and `publish`, which builds twice, would reject it.
 */
export class SortedChunkHashesPlugin implements RspackPluginInstance {
  apply(compiler: Compiler): void {
    compiler.hooks.thisCompilation.tap('SortedChunkHashesPlugin', (compilation) => {
      // This stage runs after the plugin has written the hashes.
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
