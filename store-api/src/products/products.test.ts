import { ProductJson, ProductListJson } from '@shop/api-contract/schemas/product';
import { Check } from 'typebox/value';
import { describeOnEachDatabase } from '../testing/test-databases';
import { useTestStore } from '../testing/test-store';
import { createProductId } from './product-id';

describeOnEachDatabase('GET /products', (open) => {
  const store = useTestStore(open);

  const list = async (query: string) => (await store.get(`/products?${query}`)).json<ProductListJson>();
  const titles = async (query: string) => (await list(`limit=100&${query}`)).data.map(({ title }) => title);

  it('returns a valid list with twelve products on the first page', async () => {
    const response = await store.get('/products');
    const body = response.json<ProductListJson>();
    expect(response.statusCode).toBe(200);
    expect(Check(ProductListJson, body)).toBe(true);
    expect(body.data).toHaveLength(12);
    expect(body.pagination).toEqual({ page: 1, limit: 12, total: body.count, totalPages: Math.ceil(body.count / 12) });
  });

  it.each([
    ['kitchen-storage', 'Kitchen Storage and Containers'],
    ['kitchen storage and containers', 'Kitchen Storage and Containers'],
    ['kitchen-storage-and-containers', 'Kitchen Storage and Containers'],
    ['Kitchen-Tools', 'Kitchen Tools'],
    ['COOKWARE', 'Cookware'],
    ['men', 'Men'],
    ['women', 'Women'],
    ['accessories', 'Accessories'],
  ])('finds the category %p by its name or a slug as %p [R.05-2]', async (requested, name) => {
    const { data } = await list(`category=${encodeURIComponent(requested)}`);
    expect(data.length).toBeGreaterThanOrEqual(6);
    expect(new Set(data.map(({ category }) => category))).toEqual(new Set([name]));
  });

  it('does not find a category by a part of its name', async () => {
    expect((await list('category=kitchen')).count).toBe(0);
  });

  it('returns each product of a category once over three pages', async () => {
    const pages = await Promise.all([1, 2, 3].map((page) => list(`category=women&page=${page}`)));
    const ids = pages.flatMap(({ data }) => data.map(({ id }) => id));
    expect(pages.map(({ pagination }) => pagination.totalPages)).toEqual([3, 3, 3]);
    expect(ids).toHaveLength(pages[0]?.count ?? 0);
    expect(new Set(ids).size).toBe(ids.length);
  });

  it('sorts featured products first, then the newest', async () => {
    const { data } = await list('limit=100');
    const isFeatured = ({ attributes }: ProductJson) => attributes.some(({ key }) => key === 'featured');
    const sorted = [...data].sort(
      (a, b) => Number(isFeatured(b)) - Number(isFeatured(a)) || b.createdAt.localeCompare(a.createdAt),
    );
    expect(data.map(({ createdAt }) => createdAt)).toEqual(sorted.map(({ createdAt }) => createdAt));
    expect(data.map(isFeatured)).toEqual(sorted.map(isFeatured));
  });

  describe('with ids', () => {
    const [toaster, hat, kurta] = ['toaster', 'straw-hat', 'block-print-kurta'].map(createProductId);

    it('returns exactly the named products, each once, in the order of the call', async () => {
      const response = await store.get(`/products?id=${hat}&id=nothing&id=${toaster}&id=${hat}`);
      const body = response.json<ProductListJson>();
      expect(Check(ProductListJson, body)).toBe(true);
      expect(body.data.map(({ id }) => id)).toEqual([hat, toaster]);
      expect(response.headers['accept-product-ids']).toBe('true');
    });

    it('returns each product as its own call does, with other prices and images of colours', async () => {
      const setGroup = (groupHandle: string | null) =>
        store.db
          .updateTable('product')
          .set({ groupHandle })
          .where('handle', 'in', ['block-print-kurta', 'toaster'])
          .execute();
      await setGroup('group');
      const { data } = await list(`id=${kurta}&id=${hat}&id=${toaster}`);
      const named = await Promise.all(
        data.map(async ({ id }) => (await store.get(`/products/${id}`)).json<ProductJson>()),
      );
      await setGroup(null);
      expect(data).toEqual(named);
      expect(data.map(({ otherPrices }) => otherPrices?.map(({ id }) => id))).toEqual([[toaster], undefined, [kurta]]);
      expect(data.map(({ colorImages }) => colorImages !== undefined)).toEqual([true, false, true]);
    });

    it.each([
      [`id=${toaster}&category=men`, 'id goes without other parameters: send them in a call of their own.'],
      [Array.from({ length: 101 }, (_, index) => `id=${index}`).join('&'), 'id must have at most 100 entries.'],
      [`id=${'x'.repeat(101)}`, 'id.0 must have at most 100 characters.'],
    ])('rejects the query %p', async (query, error) => {
      const response = await store.get(`/products?${query}`);
      expect(response.statusCode).toBe(400);
      expect(response.json()).toEqual({ error });
    });
  });

  it('filters featured products', async () => {
    const featured = await list('featured=true&limit=100');
    const plain = await list('featured=false&limit=100');
    expect(featured.count).toBeGreaterThanOrEqual(4);
    expect(featured.count + plain.count).toBe((await list('')).count);
  });

  it('filters by category or gender, and treats the word null as no gender', async () => {
    const all = await titles('category=accessories');
    const shopPage = await titles('category=accessories&filter=Accessories,Personal%20Care,Home,null,Unisex');
    expect(shopPage).toEqual(all);
    expect(await titles('category=accessories&filter=unisex')).toEqual(
      expect.arrayContaining(['Linen Cross-Back Apron', 'Leather Wallet', 'Kullu Wool Stole']),
    );
    expect(await titles('category=accessories&filter=null')).toEqual(
      expect.not.arrayContaining(['Linen Cross-Back Apron']),
    );
    expect(await titles('filter=MEN')).toHaveLength(6);
    expect(await titles('category=cookware&filter=unisex')).toEqual([]);
  });

  it('filters by gender and by sub-category in any case', async () => {
    expect(await titles('category=men&gender=men')).toHaveLength(6);
    expect(await titles('category=men&gender=Women')).toEqual([]);
    expect(await titles('category=cookware&parentCategory=everyday%20iron')).toHaveLength(2);
    expect(await titles('category=cookware&parentCategory=Everyday')).toEqual([]);
  });

  it('treats empty parameters as absent', async () => {
    expect((await list('category=&gender=&filter=&parentCategory=&page=')).count).toBe((await list('')).count);
  });

  it.each([
    ...['page=0', 'page=-1', 'page=x', 'page=999999999', 'limit=0', 'limit=101', 'page=1&page=2', 'featured=maybe'],
    ...['page=1.9', 'page=true', 'page=+1', 'limit=0x10', 'limit=1e1'],
  ])('rejects %p with a message that names the field', async (query) => {
    const response = await store.get(`/products?${query}`);
    expect(response.statusCode).toBe(400);
    expect(response.json()).toEqual({ error: expect.stringMatching(/^(page|limit|featured) must be /) });
  });

  it('returns no products and the total for a page after the last page', async () => {
    const { data, count, pagination } = await list('category=men&page=100000');
    expect(data).toEqual([]);
    expect(count).toBe(6);
    expect(pagination.totalPages).toBe(1);
  });

  it('returns a product by its id, and 404 for an unknown id', async () => {
    const response = await store.get(`/products/${createProductId('silicone-spatula')}`);
    expect(Check(ProductJson, response.json())).toBe(true);
    expect(response.json()).toMatchObject({ title: 'Silicone Spatula', regularPrice: 420, discountedPrice: 349.5 });
    for (const id of ['nothing', '%2e%2e', `${createProductId('silicone-spatula')}x`]) {
      const missing = await store.get(`/products/${id}`);
      expect(missing.statusCode).toBe(404);
      expect(missing.json()).toEqual({ error: expect.any(String) });
    }
  });

  it('allows caches to store anonymous responses and revalidates them by ETag', async () => {
    const first = await store.get('/products?category=men');
    expect(first.headers['cache-control']).toMatch(/^public, max-age=\d+$/);
    const again = await store.get('/products?category=men', { 'if-none-match': String(first.headers.etag) });
    expect(again.statusCode).toBe(304);
    expect(again.body).toBe('');
    const signedIn = await store.get('/products?category=men', (await store.signUp()).headers);
    expect(signedIn.headers['cache-control']).toMatch(/^private/);
    expect(signedIn.body).toBe(first.body);
  });
});
