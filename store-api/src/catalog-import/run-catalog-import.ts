import type { StoreDatabase } from '../database/database';
import type { OperatorResult } from '../operator/operator-result';
import { type ImportReport, importCatalog } from './import-catalog';
import { NotAShopifyExportError } from './shopify-catalog';

const noProduct =
  'The file contains no product that can be imported: correct the lines above, or export the file again.';

/** Imports a Shopify product export for the shop's operator. The message lists the problems and the totals. */
export async function runCatalogImport(db: StoreDatabase, text: string): Promise<OperatorResult> {
  try {
    const report = await importCatalog(db, text);
    const isEmpty = report.added + report.changed + report.unchanged + report.unpublished === 0;
    return { ok: !isEmpty, message: [...formatReport(report), ...(isEmpty ? [noProduct] : [])].join('\n') };
  } catch (error) {
    if (!(error instanceof NotAShopifyExportError)) throw error;
    return { ok: false, message: error.message };
  }
}

/** Formats a report: one line for each problem, then the totals. */
function formatReport({ added, changed, unchanged, unpublished, problems }: ImportReport): string[] {
  const skipped = unpublished > 0 ? `, ${unpublished} unpublished skipped` : '';
  return [
    ...problems.map(({ line, reason }) => `line ${line} ${reason}`),
    `${added} new, ${changed} changed, ${unchanged} unchanged${skipped}`,
  ];
}
