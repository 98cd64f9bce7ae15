import type { StoreDatabase } from '../database/database';
import type { OperatorResult } from '../operator/operator-result';
import { type ImportReport, importCatalog } from './import-catalog';
import { NotAShopifyExportError } from './shopify-catalog';

const noProduct = 'The file holds no product that can be imported: mend the lines named above, or export it again.';

/** Imports a Shopify product export for the operator of the shop, and says what came of it. */
export async function runCatalogImport(db: StoreDatabase, text: string): Promise<OperatorResult> {
  try {
    const report = await importCatalog(db, text);
    const isUseless = report.added + report.changed + report.unchanged + report.unpublished === 0;
    return { ok: !isUseless, message: [...reportLines(report), ...(isUseless ? [noProduct] : [])].join('\n') };
  } catch (error) {
    if (!(error instanceof NotAShopifyExportError)) throw error;
    return { ok: false, message: error.message };
  }
}

/** A line for each problem, and a last one of totals. */
function reportLines({ added, changed, unchanged, unpublished, problems }: ImportReport): string[] {
  const leftOut = unpublished > 0 ? `, ${unpublished} unpublished left out` : '';
  return [
    ...problems.map(({ line, reason }) => `line ${line} ${reason}`),
    `${added} new, ${changed} changed, ${unchanged} unchanged${leftOut}`,
  ];
}
