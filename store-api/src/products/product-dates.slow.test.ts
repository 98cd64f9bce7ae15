import { ProductDatesJson } from '@shop/api-contract/schemas/product-dates';
import { Check } from 'typebox/value';
import { importCatalog } from '../catalog-import/import-catalog';
import { fromText } from '../testing/catalog-text';
import { describeOnEachDatabase } from '../testing/test-databases';
import { useTestStore } from '../testing/test-store';

describeOnEachDatabase('GET /product-dates', (open) => {
  const store = useTestStore(open);
  const read = async (query = '') => (await store.get(`/product-dates${query}`)).json<ProductDatesJson>();

  it('lists every product once, in pages', async () => {
    const all = await read();
    expect(Check(ProductDatesJson, all)).toBe(true);
    const ids: string[] = [];
    for (let page = await read('?limit=30'); page.data.length > 0; ) {
      ids.push(...page.data.map(([id]) => id));
      page = await read(`?limit=30&after=${encodeURIComponent(ids.at(-1) ?? '')}`);
    }
    expect(ids).toEqual(all.data.map(([id]) => id));
    const { data, count } = (await store.get('/products?limit=100')).json();
    expect([...ids].sort()).toEqual(data.map(({ id }: { id: string }) => id).sort());
    expect(ids).toHaveLength(count);
  });

  it('dates a new and a changed product, and changes its version with every change only', async () => {
    const find = async (id: string) => (await read()).data.find(([found]) => found === id)?.[1];
    const text = 'Handle,Title,Variant Price\nz,Zeppelin,900\n';
    const versions = [(await read()).version];
    for (const [content, isChange] of [
      [text, true],
      [text, false],
      [text.replace('Zeppelin', 'Airship'), true],
    ] as const) {
      const startedAt = Date.now();
      await importCatalog(store.db, fromText(content));
      const { data, count } = (await store.get('/products?limit=100')).json();
      const { id } = data.find(({ title }: { title: string }) => /Zeppelin|Airship/.test(title));
      // The database and this process have the clock of one machine.
      const isDated = Date.parse((await find(id)) ?? '') >= startedAt;
      expect(isDated).toBe(isChange);
      expect((await read()).data).toHaveLength(count);
      versions.push((await read()).version);
      expect(versions.at(-1) !== versions.at(-2)).toBe(isChange);
    }
  });

  it('is announced to every page, and rejects a limit out of its range', async () => {
    const { headers } = await store.get('/storeInfo', { origin: 'http://localhost:3000' });
    expect(headers['accept-product-dates']).toBe('true');
    expect((await store.get('/product-dates?limit=2001')).statusCode).toBe(400);
  });
});
