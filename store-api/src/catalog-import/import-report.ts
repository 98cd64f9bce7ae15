import { formatInr } from '@shop/money/format';
import type { StoredProduct } from '../products/products.repository';
import { getGroup } from './assign-handles';
import type { CatalogEntry, ImportedProduct, WithdrawalCause } from './shopify-catalog';
import type { ImportProblem } from './shopify-rows';

/** What an import has done. */
export interface ImportReport {
  /** Products of the file. */
  read: number;
  /** Products of the shop that come from the file. */
  stored: number;
  added: number;
  changed: number;
  unchanged: number;
  /** Products that left the sale. */
  withdrawn: number;
  /** Products that are withheld as in an earlier import, or choices of them, because the file does not say whether they are sold. */
  withheld: number;
  problems: ImportProblem[];
  /** Products of the file that the shop does not sell, by cause. */
  notSold: Record<WithdrawalCause, number>;
  /** Products that became several, because their variants have several prices, with an example. */
  split: { count: number; example: string };
  /** Products by the name of an option that the shop does not store. */
  options: Map<string, number>;
  /** Products by the name of a category of the file, and the category of the shop that they have. */
  categories: Map<string, { from: string; to: string; isFallback: boolean; products: number }>;
  /** Products of the shop that the file does not name. */
  others: number;
  /** Handles of imported products that the file does not name, at most ten. Empty when the file names only a part of the shop. */
  missing: string[];
  handles: Set<string>;
  addBatch: (entries: readonly CatalogEntry[], batch: StoredBatch) => void;
}

interface StoredBatch {
  /** Products of the database that the batch did not write, by handle. */
  stored: ReadonlyMap<string, StoredProduct>;
  products: readonly ImportedProduct[];
  /** Handles of the products of the file that have the category of an earlier import. */
  unmoved: ReadonlySet<string>;
  added: number;
  changed: number;
}

export function createImportReport(): ImportReport {
  const report: ImportReport = {
    read: 0,
    stored: 0,
    added: 0,
    changed: 0,
    unchanged: 0,
    withdrawn: 0,
    withheld: 0,
    others: 0,
    problems: [],
    missing: [],
    split: { count: 0, example: '' },
    notSold: { unpublished: 0, 'no-offer': 0, 'sold-out': 0 },
    options: new Map(),
    categories: new Map(),
    handles: new Set(),
    addBatch: (entries, batch) => {
      const { products, added, changed } = batch;
      report.stored += products.length;
      report.added += added;
      report.changed += changed;
      report.unchanged += products.length - added - changed;
      for (const entry of entries) addEntry(report, entry, batch);
    },
  };
  return report;
}

function addEntry(report: ImportReport, entry: CatalogEntry, { stored, unmoved }: StoredBatch): void {
  report.handles.add(entry.handle);
  switch (entry.kind) {
    case 'withdrawn':
      report.notSold[entry.cause] += 1;
      return;
    case 'problem': {
      const paise = [...stored.values()]
        .filter((one) => getGroup(one) === entry.handle)
        .map(({ discountedPaise, regularPaise }) => discountedPaise ?? regularPaise);
      const price = paise.length > 0 && formatInr(Math.min(...paise) / 100);
      const { line, reason } = entry.problem;
      report.problems.push({ line, reason: price ? `${reason}: still on sale at ${price}` : reason });
      return;
    }
    case 'products':
      for (const note of entry.notes) {
        if (note.kind === 'split') {
          report.split.count += 1;
          report.split.example ||= entry.products
            .map(({ title }) => title)
            .slice(0, 2)
            .join(' and ');
        } else if (note.kind === 'option') report.options.set(note.name, (report.options.get(note.name) ?? 0) + 1);
        else if (!unmoved.has(entry.handle)) {
          const { from, to, isFallback } = note;
          const key = `${from}\n${to}`;
          const known = report.categories.get(key) ?? { from, to, isFallback, products: 0 };
          report.categories.set(key, { ...known, products: known.products + 1 });
        }
      }
  }
}

/** Lines of one kind in a report. */
const maxLines = 8;

const count = (number: number, one: string, many = `${one}s`) => `${number} ${number === 1 ? one : many}`;

/** Formats a report so that it fits a screen: at most eight problems and eight categories, then the totals. */
export function formatImportReport(report: ImportReport): string[] {
  const { added, changed, unchanged, withdrawn, withheld, notSold, split, others, missing } = report;
  const problems = [...report.problems]
    .sort((a, b) => a.line - b.line)
    .map(({ line, reason }) => `line ${line} ${reason}`);
  const categories = [...report.categories.values()].map(({ from, to, products, isFallback }) =>
    isFallback
      ? `category "${from}" fits none of the shop: ${count(products, 'product')} in ${to}, with the name as sub-category`
      : `category "${from}" is ${to}: ${count(products, 'product')}`,
  );
  const options = [...report.options].map(([name, products]) =>
    `option "${name}" is not stored: ${count(products, 'product')} lose the choice`.replace(
      '1 product lose',
      '1 product loses',
    ),
  );
  const notOffered = [
    [notSold.unpublished, 'not published'],
    [notSold['no-offer'], 'without a price above 0'],
    [notSold['sold-out'], 'sold out'],
  ] as const;
  return [
    ...limit(problems, 'more lines with problems'),
    ...limit(categories, 'more categories of other shops'),
    ...limit(options, 'more options that are not stored'),
    ...(split.count > 0
      ? [
          `${count(split.count, 'product')} with several prices became a product for each price, such as ${split.example}`,
        ]
      : []),
    ...notOffered.flatMap(([products, why]) =>
      products > 0 ? [`${count(products, 'product')} not for sale: ${why}`] : [],
    ),
    ...(withheld > 0
      ? [
          `${count(withheld, 'product')} withheld as in an earlier import, or choices of them: the file lacks the columns Published and Status, or Variant Inventory Qty and Variant Inventory Policy`,
        ]
      : []),
    ...(withdrawn > 0 ? [`${count(withdrawn, 'product')} left the sale`] : []),
    ...(missing.length > 0
      ? [
          `Not in the file and still on sale: ${missing.join(', ')}${others > missing.length ? ' and others' : ''}. To take them off sale, import them with the status draft.`,
        ]
      : []),
    `${added} new, ${changed} changed, ${unchanged} unchanged`,
  ];
}

const limit = (lines: readonly string[], rest: string): string[] =>
  lines.length <= maxLines ? [...lines] : [...lines.slice(0, maxLines), `… and ${lines.length - maxLines} ${rest}`];
