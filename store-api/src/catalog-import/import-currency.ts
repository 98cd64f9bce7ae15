import type { CsvRow } from './catalog-file';

/** How the amounts of a file become rupees. */
export interface CurrencyOptions {
  /** Currency of the file where the file names none: an ISO 4217 code. Default: rupees. */
  currency?: string | undefined;
  /** Rupees for one unit of the file's currency. */
  rate?: number | undefined;
}

/** The amounts of a file cannot become rupees. The message tells the operator what to do. */
export class ImportCurrencyError extends Error {
  override name = 'ImportCurrencyError';
}

/** Columns that name the currency of a row, without letter case: `Currency`, `Variant Price Currency`, `Currency Code`. */
const currencyColumn = /^(variant )?(price )?currency( code)?$/i;

const rupees = new Set(['INR', 'RS', 'RS.', '₹', 'RUPEE', 'RUPEES']);

/** Adds the currencies that a row names. */
export function collectCurrencies({ cells }: CsvRow, named: Set<string>): void {
  for (const column of Object.keys(cells)) {
    const value = currencyColumn.test(column) ? cells[column]?.trim().toUpperCase() : '';
    if (value) named.add(value);
  }
}

/**
 * Decides how many rupees one unit of a file's amounts is.
 *
 * @param inFile Currencies that the rows name. @see collectCurrencies
 * @throws {ImportCurrencyError} When the file has another currency than rupees and there is no rate, or several currencies.
 */
export function getRupeesPerUnit(inFile: ReadonlySet<string>, { currency = '', rate }: CurrencyOptions): number {
  const named = new Set(inFile);
  if (named.size === 0 && currency) named.add(currency.trim().toUpperCase());
  const currencies = [...new Set([...named].map((name) => (rupees.has(name) ? 'INR' : name)))];
  if (currencies.length > 1) {
    throw new ImportCurrencyError(
      `The file has prices in ${currencies.slice(0, 5).join(', ')}: import the products of each currency from a file of their own.`,
    );
  }
  const [foreign] = currencies.filter((name) => name !== 'INR');
  if (foreign !== undefined && rate === undefined) {
    throw new ImportCurrencyError(
      `The prices are in ${foreign.slice(0, 20)}, and the shop sells in rupees: add --rate with the rupees for one ${foreign.slice(0, 20)}, such as --rate 83.5.`,
    );
  }
  if (foreign === undefined && rate !== undefined) {
    throw new ImportCurrencyError(
      'There is a rate, but the prices are in rupees: remove --rate, or name the currency of the file, such as --currency USD.',
    );
  }
  return rate ?? 1;
}
