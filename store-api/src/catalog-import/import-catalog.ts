import { setImmediate as yieldToOthers } from 'node:timers/promises';
import { isDeepStrictEqual } from 'node:util';
import { getCategorySlug } from '@shop/product-search/category-slug';
import { sql } from 'kysely';
import type { StoreDatabase } from '../database/database';
import { createProductId } from '../products/product-id';
import { refreshProductStatistics } from '../products/product-list.query';
import type { StoredProduct } from '../products/products.repository';
import { beginSearchRows, writeSearchRows } from '../products/search-rows';
import { recordWithdrawnSeed } from '../seed/withdrawn-seed';
import { assignHandles, getChoiceHandle, getGroup } from './assign-handles';
import {
  type CatalogSource,
  type ColumnName,
  columnNames,
  getCell,
  type HasColumn,
  readCatalogRows,
} from './catalog-file';
import { type CurrencyOptions, collectCurrencies, getRupeesPerUnit } from './import-currency';
import { createImportReport, type ImportReport } from './import-report';
import { type CatalogEntry, type ImportedProduct, readCatalogEntry } from './shopify-catalog';
import { parseShopifyRow, type ShopifyRow } from './shopify-rows';
import { type Availability, listWithheldOffers, readAvailability, recordWithheldOffers } from './withheld-offers';

export interface ImportOptions extends CurrencyOptions {
  /** Receives the number of products read so far, after each batch. */
  onProgress?: (products: number) => void;
}

/** Key of the advisory lock of imports. */
const importLock = 8044;

/**
 * Products of the shop that one transaction stores, and those of one product of the file more. The calls of shoppers run between two
 * batches, and a statement of a database has 65,535 parameters at most.
 */
const batchSize = 50;

/**
 * Imports a Shopify product export.
 *
 * The whole file is checked first: a file that cannot be read changes nothing. Then the products are stored in batches, each in a
 * transaction of its own, so that a running shop answers in between. After a kill the shop has the batches that were stored; the
 * same import again completes the others. A repeated import of the same file changes nothing.
 *
 * Products that the file withdraws leave the sale, also products of the seed catalogue. Orders keep the title and the price of such a
 * product.
 *
 * @throws {NotAShopifyExportError} When the file is not a Shopify product export.
 * @throws {ImportCurrencyError} When the prices cannot become rupees.
 */
export async function importCatalog(
  db: StoreDatabase,
  source: CatalogSource,
  { onProgress, ...options }: ImportOptions = {},
): Promise<ImportReport> {
  const { scattered, currencies, hasColumn } = await checkFile(source);
  const rate = getRupeesPerUnit(currencies, options);
  const report = createImportReport();
  const withheld = await listWithheldOffers(db);
  const availabilities = new Map<string, Availability>();
  const readEntry = (handle: string, group: readonly ShopifyRow[]) => {
    const { availability, rows, isWithheld } = readAvailability(group, hasColumn, withheld.get(handle));
    const entry = readCatalogEntry(handle, rows);
    // A product that is skipped stays as it is.
    if (entry.kind === 'problem') return entry;
    availabilities.set(handle, availability);
    if (isWithheld) report.withheld += 1;
    return entry;
  };
  let batch: CatalogEntry[] = [];
  let batchRows = 0;
  const store = async () => {
    await db.transaction().execute(async (transaction) => {
      await storeBatch(transaction, batch, report, hasColumn);
      await recordWithheldOffers(transaction, withheld, availabilities);
    });
    availabilities.clear();
    batch = [];
    batchRows = 0;
    onProgress?.(report.read);
    await yieldToOthers();
  };
  for await (const entry of readEntries(source, rate, scattered, report, readEntry)) {
    report.read += 1;
    batch.push(entry);
    batchRows += entry.kind === 'products' ? entry.products.length : 1;
    if (batchRows >= batchSize) await store();
  }
  if (batch.length > 0) await store();
  const { total } = await db.selectFrom('productCount').select('total').executeTakeFirstOrThrow();
  report.others = Math.max(0, Number(total) - report.stored);
  if (report.others > 0 && report.stored >= report.others) report.missing = await listMissing(db, report.handles);
  // Statistics of a large table take long and change little with a few products.
  if (report.added + report.changed + report.withdrawn > Number(total) / 20) await refreshProductStatistics(db);
  return report;
}

/** Reads every row once. @returns The handles whose rows are not together, the currencies that the file names, and its columns. */
async function checkFile(source: CatalogSource) {
  let columns: ReadonlySet<string> = new Set();
  const handles = new Set<string>();
  const scattered = new Set<string>();
  const currencies = new Set<string>();
  let current = '';
  for await (const row of readCatalogRows(source)) {
    if (columns.size === 0) columns = new Set(Object.keys(row.cells));
    collectCurrencies(row, currencies);
    const handle = getCell(row, 'handle');
    if (handle === current || handle === '') continue;
    if (handles.has(handle)) scattered.add(handle);
    handles.add(handle);
    current = handle;
  }
  const hasColumn: HasColumn = (column) =>
    column === 'options' ? columns.has('option1 value') : columnNames[column].some((name) => columns.has(name));
  return { scattered, currencies, hasColumn };
}

/** Reads the products of a file. Those whose rows are not together come last. */
async function* readEntries(
  source: CatalogSource,
  rate: number,
  scattered: ReadonlySet<string>,
  report: ImportReport,
  readEntry: typeof readCatalogEntry,
): AsyncGenerator<CatalogEntry> {
  const waiting = new Map<string, ShopifyRow[]>();
  let group: ShopifyRow[] = [];
  for await (const csvRow of readCatalogRows(source)) {
    const row = parseShopifyRow(csvRow, rate);
    const { handle, line, notices } = row;
    report.problems.push(...notices.map((reason) => ({ line, reason })));
    if (!handle) {
      report.problems.push({ line, reason: 'has no handle' });
      continue;
    }
    const known = scattered.has(handle) ? waiting.get(handle) : group[0]?.handle === handle ? group : undefined;
    if (known) known.push(row);
    else if (scattered.has(handle)) waiting.set(handle, [row]);
    else {
      if (group[0]) yield readEntry(group[0].handle, group);
      group = [row];
    }
  }
  if (group[0]) yield readEntry(group[0].handle, group);
  for (const [handle, rows] of waiting) yield readEntry(handle, rows);
}

/** Stores the products of a batch, and takes those off sale that the file withdraws. */
async function storeBatch(
  db: StoreDatabase,
  read: readonly CatalogEntry[],
  report: ImportReport,
  hasColumn: HasColumn,
): Promise<void> {
  // Concurrent imports would add the same product twice. The second import waits for the batch of the first.
  await sql`select pg_advisory_xact_lock(${importLock})`.execute(db);
  await beginSearchRows(db);
  const handles = read.map(({ handle }) => handle);
  const proposed = read.flatMap((entry) =>
    entry.kind === 'products'
      ? entry.products.flatMap((product) => [product.handle, getChoiceHandle(entry.handle, product)])
      : [],
  );
  const stored = await db
    .selectFrom('product')
    .selectAll()
    .where((eb) =>
      eb.or([eb('handle', 'in', [...handles, ...proposed]), eb('groupHandle', 'in', [...handles, ...proposed])]),
    )
    .execute();
  const hasOptions = hasColumn('options');
  const entries = assignHandles(hasOptions ? read : markSplitAsProblems(read, stored), stored, hasOptions);
  const products = listProducts(entries);
  const known = new Map(stored.map((product) => [product.handle, product]));
  const unmoved = new Set<string>();
  const written: string[] = [];
  const created: ReturnType<typeof createRow>[] = [];
  for (const product of products) {
    const before = known.get(product.handle);
    known.delete(product.handle);
    // A new price of a product has the texts and pictures of its other prices.
    const model = before ?? stored.find((one) => one.source === 'import' && getGroup(one) === getGroup(product));
    const content = model ? keepMissing(product, model, hasColumn) : createContent(product);
    if (content.category !== product.category) unmoved.add(getGroup(product));
    if (before && isSame(before, content)) continue;
    const id = before?.id ?? createProductId(product.handle);
    written.push(id);
    if (before) await db.updateTable('product').set(toColumns(content)).where('id', '=', id).execute();
    else created.push(createRow(id, content));
  }
  if (created.length > 0) await db.insertInto('product').values(created).execute();
  await writeSearchRows(db, written);
  // What is left of the handles of the file is withdrawn, unreadable, or a price that its product has no more.
  const unreadable = new Set(entries.flatMap((entry) => (entry.kind === 'problem' ? [entry.handle] : [])));
  const named = new Set(handles);
  const left = [...known.values()].filter((one) => named.has(getGroup(one)) && !unreadable.has(getGroup(one)));
  const removed = left.map(({ id }) => id);
  if (removed.length > 0) await db.deleteFrom('product').where('id', 'in', removed).execute();
  // The choice with the handle of the file may be sold out. The seed must not add a product of its own there.
  const isSold = (entry: CatalogEntry) =>
    entry.kind === 'products' && entry.products.some(({ handle }) => handle === entry.handle);
  const listHandles = (isListed: (entry: CatalogEntry) => boolean) =>
    entries.filter(isListed).map(({ handle }) => handle);
  await recordWithdrawnSeed(db, {
    withdrawn: listHandles((entry) => entry.kind !== 'problem' && !isSold(entry)),
    sold: listHandles(isSold),
  });
  report.addBatch(entries, {
    stored: known,
    products,
    unmoved,
    added: created.length,
    changed: written.length - created.length,
  });
  report.withdrawn += removed.length;
}

const listProducts = (entries: readonly CatalogEntry[]): ImportedProduct[] =>
  entries.flatMap((entry) => (entry.kind === 'products' ? entry.products : []));

/** Refuses products that have several prices in the shop: a file without options cannot say which of the prices it means. */
function markSplitAsProblems(entries: readonly CatalogEntry[], stored: readonly StoredProduct[]): CatalogEntry[] {
  const groups = stored.flatMap(({ groupHandle }) => groupHandle ?? []);
  const split = new Set(groups.filter((group, index) => groups.indexOf(group) !== index));
  return entries.map((entry) => {
    if (entry.kind !== 'products' || !split.has(entry.handle)) return entry;
    const { handle, line } = entry;
    const reason = `names no option, so ${handle} with its several prices is skipped`;
    return { kind: 'problem', handle, problem: { line, reason } };
  });
}

/** Lists imported products that the file does not name, at most ten. It reads the index of the handles in steps. */
async function listMissing(db: StoreDatabase, inFile: ReadonlySet<string>): Promise<string[]> {
  const missing: string[] = [];
  for (let last = ''; missing.length < 10; ) {
    const rows = await db
      .selectFrom('product')
      .select(['handle', 'groupHandle', 'source'])
      .where('handle', '>', last)
      .orderBy('handle')
      .limit(1000)
      .execute();
    const unnamed = rows.filter((product) => product.source === 'import' && !inFile.has(getGroup(product)));
    missing.push(...unnamed.map(({ handle }) => handle));
    last = rows.at(-1)?.handle ?? '';
    if (rows.length < 1000) break;
    await yieldToOthers();
  }
  return missing.slice(0, 10);
}

/** Creates the columns that an import sets. A product without images shows the photographs of its handle, if there are any. */
function createContent({ isFallback: _isFallback, ...product }: ImportedProduct) {
  return {
    ...product,
    categorySlug: getCategorySlug(product.category),
    parentCategoryKey: product.parentCategory?.toLowerCase() ?? null,
    genderKey: product.gender?.toLowerCase() ?? null,
    ownPictures: product.images.length === 0,
    source: 'import' as const,
  };
}

type Content = Omit<ReturnType<typeof createContent>, 'gender'> & Pick<StoredProduct, 'gender'>;

const isFeatured = ({ key }: { key: string }) => key === 'featured';

/**
 * Keeps what a file has no column for: a list of prices takes no texts, pictures and sizes away, and ends no sale.
 *
 * @param before  The stored product, or another price of it.
 */
function keepMissing(product: ImportedProduct, before: StoredProduct, hasColumn: HasColumn): Content {
  const content = createContent(product);
  const { description, images, colorImages, ownPictures, featured, attributes } = before;
  const isStillReduced =
    before.handle === content.handle && before.discountedPaise !== null && before.regularPaise > content.regularPaise;
  const hasTags = hasColumn('tags');
  const choice = hasColumn('options') ? content : before;
  const options = choice.attributes.filter((one) => !isFeatured(one));
  return {
    ...content,
    choices: choice.choices,
    attributes: [...options, ...(hasTags ? content.attributes : attributes).filter(isFeatured)],
    ...(!hasTags && { featured }),
    ...(!hasColumn('compareAt') &&
      isStillReduced && { regularPaise: before.regularPaise, discountedPaise: content.regularPaise }),
    ...(!hasColumn('body') && { description }),
    ...(!hasColumn('image') && !hasColumn('variantImage') && { images, colorImages, ownPictures }),
    ...keepClassification(product, before, hasColumn),
  };
}

/** Keeps the parts of a classification that a file does not name, when it lacks a column that may name them. */
function keepClassification(product: ImportedProduct, before: StoredProduct, hasColumn: HasColumn): Partial<Content> {
  const { category, categorySlug, parentCategory, parentCategoryKey, gender, genderKey } = before;
  const lacks = (...columns: ColumnName[]) => columns.some((column) => !hasColumn(column));
  const hasSameCategory = product.isFallback
    ? lacks('type', 'tags', 'gender', 'category')
    : !hasColumn('type') && !hasColumn('category');
  // The gender of the categories Men and Women is that of the category.
  const hasSameGender =
    category === gender ? hasSameCategory : product.gender === null && lacks('type', 'tags', 'gender');
  const isInCategory = hasSameCategory || product.category === category;
  const hasSameParent = lacks('type') || (lacks('tags') && product.parentCategory === null && isInCategory);
  return {
    ...(hasSameCategory && { category, categorySlug }),
    ...(hasSameGender && { gender, genderKey }),
    ...(hasSameParent && { parentCategory, parentCategoryKey }),
  };
}

const toColumns = (content: Content) => ({
  ...content,
  choices: JSON.stringify(content.choices),
  images: JSON.stringify(content.images),
  attributes: JSON.stringify(content.attributes),
  colorImages: JSON.stringify(content.colorImages),
});

const createRow = (id: string, content: Content) => ({ ...toColumns(content), id, createdAt: new Date() });

function isSame(before: StoredProduct, content: Content): boolean {
  const { id: _id, createdAt: _createdAt, ...stored } = before;
  return isDeepStrictEqual(stored, content);
}
