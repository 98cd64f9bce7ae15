import { ProductSearchJson } from '@shop/api-contract/schemas/product-search';
import { foldingVersion } from '@shop/product-search/folding/fold-text';
import { createProductIndex } from '@shop/product-search/product-index';
import { waitUntil } from '@shop/testing/wait-until';
import { sql } from 'kysely';
import { Check } from 'typebox/value';
import { importCatalog } from '../catalog-import/import-catalog';
import { readStoreApiSettings } from '../settings';
import { fromText } from '../testing/catalog-text';
import { describeOnEachDatabase, describeOnPostgres } from '../testing/test-databases';
import { useTestStore } from '../testing/test-store';

describeOnEachDatabase('GET /search', (open) => {
  const store = useTestStore(open);
  const search = async (query: string) => (await store.get(`/search?${query}`)).json<ProductSearchJson>();

  it('finds products by words, with the response of the contract', async () => {
    const result = await search('q=tawa&limit=3');
    expect(Check(ProductSearchJson, result)).toBe(true);
    expect(result.data[0]?.title).toMatch(/tawa/i);
    const { data } = await store.get(`/products?limit=100`).then((response) => response.json());
    expect(data).toContainEqual(result.data[0]);
  });

  it('filters, sorts and counts', async () => {
    const { data, facets, sorts } = await search('category=men&maxPrice=2000&sort=price-asc&limit=100');
    const prices = data.map(({ regularPrice, discountedPrice }) => discountedPrice ?? regularPrice);
    expect(prices).toEqual([...prices].sort((a, b) => a - b));
    expect(prices.at(-1)).toBeLessThanOrEqual(2000);
    expect(facets.categories.find(({ value }) => value === 'Men')?.count).toBe(data.length);
    expect(sorts).toEqual(['relevance', 'featured', 'price-asc', 'price-desc', 'newest', 'discount']);
  });

  it('is announced to every page', async () => {
    const { headers } = await store.get('/storeInfo', { origin: 'http://localhost:3000' });
    expect(headers).toMatchObject({
      'accept-search': 'true',
      'access-control-expose-headers': expect.stringContaining('accept-search'),
    });
  });

  it('limits the searches of a network in a minute, and none of a gateway', async () => {
    const { limits } = readStoreApiSettings({});
    const settings = { limits: { ...limits, searchesPerAddress: 2 }, trustedProxies: ['10.0.0.0/8'] };
    const { app } = await store.reopen({ settings });
    const count = async (remoteAddress: string, headers = {}) => {
      const statuses: number[] = [];
      for (let call = 0; call < 3; call++) {
        const url = '/api/v1/search?q=tawa&limit=1';
        statuses.push((await app.inject({ url, remoteAddress, headers })).statusCode);
      }
      return statuses;
    };
    expect(await count('2001:db8:1:2::5')).toEqual([200, 200, 429]);
    expect(await count('2001:db8:1:2::6')).toEqual([429, 429, 429]);
    // An edge passes on the searches of a shopper.
    expect(await count('10.0.0.7', { 'x-forwarded-for': '198.51.100.7' })).toEqual([200, 200, 429]);
    // A gateway calls for the pages of its shoppers.
    expect(await count('10.0.0.8')).toEqual([200, 200, 200]);
    expect(await count('127.0.0.1')).toEqual([200, 200, 200]);
    expect((await app.inject({ url: '/api/v1/products?limit=1', remoteAddress: '2001:db8:1:2::5' })).statusCode).toBe(
      200,
    );
  });

  it('rejects a parameter that is not valid, and says what to write', async () => {
    const response = await store.get('/search?sort=mood');
    expect([response.statusCode, response.json()]).toEqual([
      400,
      { error: 'sort is not known: write one of relevance, featured, price-asc, price-desc, newest, discount.' },
    ]);
  });

  it('finds products that were changed without their search rows, and says so until then', async () => {
    await sql`update product set title = 'Bandicoot Bell' where handle = 'cotton-lungi'`.execute(store.db);
    await waitUntil(async () => (await search('q=bandicoot')).data.length === 1, { message: 'the change is found' });
    await sql`delete from product_search where product_id = (select id from product where handle = 'cotton-lungi')`.execute(
      store.db,
    );
    await sql`insert into product_search (product_id) select id from product where handle = 'cotton-lungi'`.execute(
      store.db,
    );
    const before = await search('limit=0');
    if (!before.isComplete) expect(before.indexed).toBe(before.pagination.total);
    await waitUntil(async () => (await search('q=bandicoot')).data.length === 1, { message: 'the new row is written' });
    expect(await search('limit=0')).toMatchObject({ isComplete: true });
  });

  it.each([
    ['lunchbox', ['Four-Tier Steel Tiffin']],
    ['lunch box', ['Four-Tier Steel Tiffin']],
    ['water bottle', []],
    ['qwertz yxcvb asdfg hjkle poiuz trewq mnbvc lkjhg fdsay plokm', []],
    ['masaladabba', ['Masala Dabba with Seven Bowls']],
    ['karahi', ['Cast-Iron Kadhai']],
    ['कढ़ाई', ['Cast-Iron Kadhai']],
    ['कढ़ाई', ['Cast-Iron Kadhai']],
    ['masala daba', ['Masala Dabba with Seven Bowls']],
    ["' & | ! :* \\ tawa'", ['Cast-Iron Dosa Tawa']],
  ])('finds for %s what the index of a gateway finds', async (q, titles) => {
    const found = (await search(new URLSearchParams({ q }).toString())).data.map(({ title }) => title);
    expect(found).toEqual(titles);
    const { data } = await store.get('/products?limit=100').then((response) => response.json());
    async function* listBatches() {
      yield { products: data, total: data.length };
    }
    const inMemory = await (await createProductIndex(listBatches())).search({ q });
    expect(inMemory.data.map(({ title }) => title)).toEqual(found);
  });

  it('corrects a word that no product has any more', async () => {
    // A search corrects typing errors, so it may find a product whose row is still the earlier one.
    const isWritten = async () => {
      const { rows } = await sql`select from product_search where version < ${foldingVersion}`.execute(store.db);
      return rows.length === 0;
    };
    for (const title of ['Bandikoot Bell', 'Bandicoot Bell']) {
      await sql`update product set title = ${title} where handle = 'cotton-lungi'`.execute(store.db);
      await waitUntil(isWritten, { message: `the search has the title ${title}` });
    }
    expect((await search('q=bandikoot')).data.map(({ title }) => title)).toEqual(['Bandicoot Bell']);
  });

  it.each([
    [19.99, 19.99, 1],
    [19.98, 19.98, 0],
    [1.1, 19.99, 1],
    [20, 1.1, 0],
  ])('finds a price of 19.99 between %d and %d', async (minPrice, maxPrice, count) => {
    await importCatalog(store.db, fromText('Handle,Title,Variant Price\npaise,Ochre Paise,19.99\n'));
    const find = async () => (await search('q=ochre+paise')).data.length === 1;
    await waitUntil(find, { message: 'the product is found' });
    expect((await search(`q=ochre+paise&minPrice=${minPrice}&maxPrice=${maxPrice}`)).data).toHaveLength(count);
  });

  it('finds a product whose long word ends in the middle of a character', async () => {
    await importCatalog(
      store.db,
      fromText(`Handle,Title,Variant Price\ngothic,Quokka a${'\u{10330}'.repeat(20)},10\n`),
    );
    await waitUntil(async () => (await search('q=quokka')).data.length === 1, { message: 'the product is found' });
  });

  it('finds imported and changed products', async () => {
    expect((await search('q=zeppelin')).data).toEqual([]);
    const text = 'Handle,Title,Variant Price\nz,Zeppelin,900\n';
    for (const [title, content] of [
      ['Zeppelin', text],
      ['Airship', text.replace('Zeppelin', 'Airship')],
    ]) {
      await importCatalog(store.db, fromText(content ?? ''));
      const find = async () => (await search(`q=${title}`)).data.some((product) => product.title === title);
      await waitUntil(find, { message: `the search finds ${title}` });
    }
  });
});

describeOnPostgres('GET /search of a slow database', (open) => {
  let log = '';
  const logStream = { write: (line: string) => (log += line) };
  const store = useTestStore(open, { settings: { logLevel: 'error' }, logStream });

  it('ends the statement after two seconds with 503, and searches when the database is fast again', async () => {
    const started = performance.now();
    const refused = await store.db.transaction().execute(async (transaction) => {
      // A statement that waits for a lock takes as long as one that reads a large table.
      await sql`lock table product_search in access exclusive mode`.execute(transaction);
      return store.get('/search?q=tawa');
    });
    // A busy machine is slow, too. Without the limit of the search, that of a connection is 50 seconds.
    expect(performance.now() - started).toBeLessThan(20_000);
    expect([refused.statusCode, refused.headers['retry-after']]).toEqual([503, '3']);
    expect(log).toContain('"code":"57014"');
    expect((await store.get('/search?q=tawa')).statusCode).toBe(200);
  });
});
