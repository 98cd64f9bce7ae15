import type { RawNode } from 'kysely';
import { demoAccount, demoOrders } from '../../catalog/demo-account';
import { seedCatalog } from '../../catalog/seed-catalog';
import { importCatalog } from '../catalog-import/import-catalog';
import type { StoreDatabase } from '../database/database';
import { createProductId } from '../products/product-id';
import { fromText } from '../testing/catalog-text';
import { describeOnEachDatabase } from '../testing/test-databases';
import { useTestStore } from '../testing/test-store';
import { seedDemoAccount } from './demo-account';
import { seedProducts } from './seed-products';

const products = seedCatalog.flatMap((category) => category.products);

describe('seed catalogue', () => {
  it('contains every kind of product that the specification mentions', () => {
    const expectSome = (test: (product: (typeof products)[number]) => boolean) =>
      expect(products.some(test)).toBe(true);
    expect(products.length).toBeGreaterThanOrEqual(54);
    expect(new Set(products.map(({ handle }) => handle)).size).toBe(products.length);
    expectSome(({ sizes }) => (sizes?.length ?? 0) > 1);
    expectSome(({ sizes }) => sizes?.length === 1 && sizes[0] === 'One Size');
    expectSome(({ sizes }) => !sizes);
    expectSome(({ description, sizes }) => description.includes('shoe') && (sizes?.length ?? 0) > 1);
    expectSome(({ colors }) => (colors?.length ?? 0) > 1);
    expectSome(({ colors }) => colors?.length === 1);
    expectSome(({ colors }) => !colors);
    expectSome(({ title }) => title.length > 80);
    expectSome(({ withoutPicture }) => withoutPicture === true);
    expect(Math.max(...seedCatalog.map((category) => category.products.length))).toBeGreaterThan(24);
  });

  it('has only sale prices below the price and only past dates', () => {
    for (const { handle, price, salePrice, addedOn } of products) {
      expect([handle, salePrice === undefined || salePrice < price]).toEqual([handle, true]);
      expect(Date.parse(addedOn)).toBeLessThan(Date.now());
    }
  });

  it('states what Indian law asks about each product', () => {
    for (const { details: ofCategory, products: ofProducts } of seedCatalog) {
      for (const { handle, details } of ofProducts) {
        const { material, netQuantity, care } = { ...ofCategory, ...details };
        expect([handle, material, netQuantity, care]).toEqual([handle, ...Array(3).fill(expect.stringMatching(/\S/))]);
      }
    }
  });

  it('keeps the ids of its products', () => {
    // The UUID (version 5) of the handle in the namespace of products, computed independently.
    expect(createProductId('copper-saucepan')).toBe('9e3851c9-8573-59e8-9acd-d2c12419c808');
  });
});

describeOnEachDatabase('seedProducts and seedDemoAccount', (open) => {
  const store = useTestStore(open);

  const stored = () => store.db.selectFrom('product').selectAll().orderBy('id').execute();
  const [first, ...others] = seedCatalog;
  const [, ...kept] = first?.products ?? [];

  it('writes nothing when the catalogue has not changed, so that changes by the operator stay', async () => {
    await store.db.updateTable('product').set({ title: 'Renamed' }).where('handle', '=', 'toaster').execute();
    await seedProducts(store.db, seedCatalog);
    expect((await stored()).find(({ handle }) => handle === 'toaster')?.title).toBe('Renamed');
  });

  it('adds and deletes products with the catalogue, and keeps orders and imports', async () => {
    const { headers } = await store.signUp();
    const orderId = await store.placeOrder(headers);
    await store.db.updateTable('product').set({ source: 'import' }).where('handle', '=', 'straw-hat').execute();
    await seedProducts(store.db, [{ name: 'Cookware', details: {}, products: kept }]);
    expect((await stored()).map(({ handle }) => handle).sort()).toEqual(
      [...kept.map(({ handle }) => handle), 'straw-hat'].sort(),
    );
    expect((await store.get(`/orders/${orderId}`, headers)).json().items[0].productTitle).toBe(
      'Hammered Copper Saucepan',
    );
    await seedProducts(store.db, [{ name: 'Cookware', details: {}, products: first?.products ?? [] }, ...others]);
    expect(await stored()).toHaveLength(products.length);
    expect((await stored()).flatMap(({ handle, source }) => (source === 'import' ? handle : []))).toEqual([
      'straw-hat',
    ]);
  });

  it('gives a product the details of its category and of itself in a database that has the product already', async () => {
    const [product] = kept;
    if (!product) throw new Error('The first category has one product only.');
    const details = { care: 'Oil it.', material: 'Iron' };
    await seedProducts(store.db, [
      { name: 'Cookware', details: { ...details, material: 'Steel' }, products: [{ ...product, details }] },
    ]);
    const { attributes } = (await store.get(`/products/${createProductId(product.handle)}`)).json();
    expect(attributes).toEqual(
      expect.arrayContaining([
        { key: 'material', value: ['Iron'] },
        { key: 'care', value: ['Oil it.'] },
        { key: 'countryOfOrigin', value: ['India'] },
      ]),
    );
    await seedProducts(store.db, seedCatalog);
  });

  const rows = Array.from({ length: 20 }, (_, index) => `pan-${index},Pan,10\n`).join('');
  it.each<[string, (db: StoreDatabase) => Promise<unknown>]>([
    ['the seed', (db) => seedProducts(db, others)],
    ['an import', (db) => importCatalog(db, fromText(`Handle,Title,Variant Price\n${rows}`))],
  ])('%s is complete when its statistics take too long, and logs one line', async (_what, write) => {
    const log = jest.spyOn(console, 'error').mockImplementation(() => undefined);
    const before = await stored();
    const db = store.db.withPlugin({
      transformQuery: ({ node }) => {
        const isVacuum = node.kind === 'RawNode' && (node as RawNode).sqlFragments[0]?.startsWith('vacuum');
        if (isVacuum) throw new Error('canceling statement due to statement timeout');
        return node;
      },
      transformResult: async ({ result }) => result,
    });
    await write(db);
    expect(log.mock.calls).toEqual([
      [
        'The statistics of the products cannot be updated (canceling statement due to statement timeout): run VACUUM ANALYZE when lists are slow.',
      ],
    ]);
    log.mockRestore();
    expect((await stored()).length).not.toBe(before.length);
    await seedProducts(store.db, seedCatalog);
  });

  it('adds the demo account and its orders once', async () => {
    await seedDemoAccount(store.db);
    await store.db
      .updateTable('customerOrder')
      .set({ status: 4 })
      .where('id', '=', demoOrders[2]?.id ?? '')
      .execute();
    await seedDemoAccount(store.db);
    const { email, password } = demoAccount;
    const { token } = (await store.post('/users/authorize', { email, password })).json();
    const orders = (await store.get('/orders', { authorization: `Bearer ${token}` })).json();
    expect(orders.map(({ id, status }: { id: string; status: number }) => [id, status])).toEqual([
      [demoOrders[2]?.id, 4],
      [demoOrders[1]?.id, 2],
      [demoOrders[0]?.id, 3],
    ]);
  });

  it('adds no demo order whose product an import took off sale', async () => {
    const ids = demoOrders.map(({ id }) => id);
    await store.db.deleteFrom('orderLine').where('orderId', 'in', ids).execute();
    await store.db.deleteFrom('customerOrder').where('id', 'in', ids).execute();
    await store.db.deleteFrom('session').execute();
    await store.db.deleteFrom('account').where('email', '=', demoAccount.email).execute();
    await importCatalog(store.db, fromText('Handle,Title,Published,Variant Price\ncopper-saucepan,Pan,false,9\n'));
    await seedDemoAccount(store.db);
    const added = await store.db.selectFrom('customerOrder').select('id').where('id', 'in', ids).execute();
    expect(added.map(({ id }) => id).sort()).toEqual(ids.slice(0, 2).sort());
  });
});
