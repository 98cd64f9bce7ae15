import { sql } from 'kysely';
import { importCatalog } from '../catalog-import/import-catalog';
import { fromText } from '../testing/catalog-text';
import { describeOnEachDatabase } from '../testing/test-databases';
import { useTestStore } from '../testing/test-store';
import { createCountQuery, createPageQuery, refreshProductStatistics } from './product-list.query';
import { createProductsRepository } from './products.repository';

const addedCount = 3000;
const limit = 12;

/** A node of PostgreSQL's query plan. */
interface PlanNode {
  'Node Type': string;
  'Relation Name'?: string;
  'Index Name'?: string;
  'Actual Rows': number;
  'Actual Loops': number;
  Plans?: PlanNode[];
}

describeOnEachDatabase('product list queries', (open) => {
  const store = useTestStore(open);
  let total: number;
  beforeAll(async () => {
    const rows = Array.from(
      { length: addedCount },
      (_, index) => `plan-${index},Sample ${index},Cookware,${index % 40 === 0 ? 'featured' : ''},true,10`,
    );
    await importCatalog(store.db, fromText(['Handle,Title,Type,Tags,Published,Variant Price', ...rows].join('\n')));
    // An import gives products of the shop's own categories no sub-category.
    await sql`update product set parent_category = 'Pans', parent_category_key = 'pans'
      where handle like 'plan-%5'`.execute(store.db);
    await refreshProductStatistics(store.db);
    total = await countRows();
  });

  async function countRows(): Promise<number> {
    const { rows } = await sql<{ count: number }>`select count(*)::int as count from product`.execute(store.db);
    return rows[0]?.count ?? 0;
  }
  async function readCount(): Promise<number> {
    return Number((await createCountQuery(store.db, {}).executeTakeFirstOrThrow()).total);
  }

  /** Runs a query and returns all nodes of its plan, with the number of rows that each node read. */
  async function explain(query: { compile(): { sql: string; parameters: readonly unknown[] } }) {
    const { sql: text, parameters } = query.compile();
    const literals = [...parameters];
    const inlined = text.replace(/\$(\d+)/g, (_, position) => {
      const literal = literals[Number(position) - 1];
      return typeof literal === 'string' ? `'${literal}'` : String(literal);
    });
    const { rows } = await sql<{ 'QUERY PLAN': { Plan: PlanNode }[] }>`${sql.raw(
      `explain (analyze, timing off, format json) ${inlined}`,
    )}`.execute(store.db);
    const nodes: PlanNode[] = [];
    const visit = (node: PlanNode) => {
      nodes.push(node);
      node.Plans?.forEach(visit);
    };
    const [plan] = rows[0]?.['QUERY PLAN'] ?? [];
    if (plan) visit(plan.Plan);
    return nodes.map((node) => ({
      type: node['Node Type'],
      relation: node['Relation Name'],
      index: node['Index Name'],
      rows: node['Actual Rows'] * node['Actual Loops'],
    }));
  }
  const explainPage = (offset: number) => explain(createPageQuery(store.db, {}, { offset, limit, total }));
  const getLastOffset = () => Math.floor((total - 1) / limit) * limit;

  it('reads the first page from the index in the order of the list, without a scan of the products', async () => {
    const nodes = await explainPage(0);
    expect(nodes.filter(({ type }) => type === 'Seq Scan')).toEqual([]);
    expect(nodes.filter(({ index }) => index === 'product_order')).toEqual([
      expect.objectContaining({ type: 'Index Only Scan', rows: limit }),
    ]);
  });

  it('reads no more rows for the last page than for the first', async () => {
    const offset = getLastOffset();
    const nodes = await explainPage(offset);
    expect(nodes.filter(({ type }) => type === 'Seq Scan')).toEqual([]);
    expect(Math.max(...nodes.map(({ rows }) => rows))).toBe(total - offset);
    expect(nodes.map(({ index }) => index)).toContain('product_order');
  });

  it('reads at most half of the index for a page in the middle, and only the products of the page', async () => {
    const offset = Math.floor(total / 2 / limit) * limit;
    const nodes = await explainPage(offset);
    const [scan] = nodes.filter(({ index }) => index === 'product_order');
    expect(scan?.type).toBe('Index Only Scan');
    expect(scan?.rows).toBeLessThanOrEqual(total / 2 + limit);
    const reads = nodes.filter(({ relation, index }) => relation === 'product' && index !== 'product_order');
    expect(reads.map(({ type, rows }) => [type, rows])).toEqual([['Index Scan', limit]]);
  });

  it('counts the products of the unfiltered list without reading them', async () => {
    const nodes = await explain(createCountQuery(store.db, {}));
    expect(nodes.map(({ relation, rows }) => [relation, rows])).toEqual([['product_count', 1]]);
  });

  it.each([
    { category: 'cookware' },
    { category: 'cookware', parentCategory: 'Pans' },
    { parentCategory: 'Pans' },
    { category: 'men', gender: 'Men' },
    { category: 'accessories', filter: 'Accessories,Personal Care,Home,null,Unisex' },
    { featured: true },
  ])('counts the products of %j from an index, without reading their rows', async (filter) => {
    const query = createCountQuery(store.db, filter);
    const counted = Number((await query.executeTakeFirstOrThrow()).total);
    const scans = (await explain(query)).filter(({ relation }) => relation !== undefined);
    expect(scans).toEqual([expect.objectContaining({ type: 'Index Only Scan', rows: counted })]);
  });

  it('maintains the count when products are added, replaced and deleted, also after a rollback', async () => {
    const before = await countRows();
    expect(await readCount()).toBe(before);
    await store.db.deleteFrom('product').where('handle', 'in', ['plan-1', 'plan-2', 'no-such-product']).execute();
    expect(await readCount()).toBe(before - 2);
    const failure = store.db.transaction().execute(async (transaction) => {
      await transaction.deleteFrom('product').where('handle', '=', 'plan-3').execute();
      throw new Error('rolled back');
    });
    await expect(failure).rejects.toThrow('rolled back');
    expect(await readCount()).toBe(before - 2);
    const restored = 'Handle,Title,Type,Variant Price\nplan-1,Sample 1,Cookware,10\nplan-2,Sample 2,Cookware,10\n';
    await importCatalog(store.db, fromText(restored));
    expect(await readCount()).toBe(before);
    expect(await countRows()).toBe(before);
  });

  it('returns every product once over all pages, in one order from either end', async () => {
    const repository = createProductsRepository(store.db);
    const size = 100;
    const ids: string[] = [];
    for (let page = 1; page <= Math.ceil(total / size); page += 1) {
      ids.push(...(await repository.list({}, page, size)).products.map(({ id }) => id));
    }
    const expected = await store.db
      .selectFrom('product')
      .select('id')
      .orderBy('featured', 'desc')
      .orderBy('createdAt', 'desc')
      .orderBy('id')
      .execute();
    expect(ids).toEqual(expected.map(({ id }) => id));
  });
});
