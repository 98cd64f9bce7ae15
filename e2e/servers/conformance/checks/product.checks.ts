import { productDecoder } from '@shop/api-contract/decoders/product';
import { isRecord, toNumber, toText } from '@shop/api-contract/decoders/values';
import * as v from 'valibot';
import { hostileTexts } from '../../api/kit/hostile-values';
import { assertStatus, assertSuccess, assertThat, decode, hasErrorText, NotChecked, show } from '../assertions';
import type { Check } from '../check';
import type { ProductObject, Shop } from '../shop';
import { readCategories } from './store-info.checks';

const query = (parameters: Record<string, string | number>) =>
  `?${new URLSearchParams(Object.entries(parameters).map(([name, value]) => [name, String(value)])).toString()}`;

/** Fails for the first product of the catalogue that is not as expected. */
async function assertEachProduct(
  { catalogue }: Shop,
  expected: string,
  isExpected: (product: ProductObject) => boolean,
  parts: readonly string[],
): Promise<void> {
  const { products, response } = await catalogue();
  const wrong = products.find((product) => !isExpected(product));
  const shown = Object.fromEntries(['id', ...parts].map((part) => [part, wrong?.[part]]));
  assertThat(wrong === undefined, `each product: ${expected}`, `${response.call}: ${show(shown)}`);
}

/** Tells whether a value is an amount in rupees: a number, or its digits as text, with two decimals at most. */
function isAmount(value: unknown): boolean {
  const amount = toNumber(value);
  return amount !== undefined && amount >= 0 && Math.abs(amount * 100 - Math.round(amount * 100)) < 1e-6;
}

const isAbsent = (value: unknown) => value === undefined || value === null || value === '';

/** Only an absolute address works on the shop's origin. */
const isImageUrl = (value: unknown) => typeof value === 'string' && /^(https?:)?\/\/|^data:image\//.test(value);

const isImageList = (images: unknown) =>
  Array.isArray(images) && images.every((image) => isRecord(image) && isImageUrl(image.url));

const isAttributeList = (attributes: unknown) =>
  Array.isArray(attributes) &&
  attributes.every((attribute) => isRecord(attribute) && typeof attribute.key === 'string' && 'value' in attribute);

async function findProduct({ catalogue }: Shop, isWanted: (product: ProductObject) => boolean): Promise<ProductObject> {
  const product = (await catalogue()).products.find(isWanted);
  if (!product) throw new NotChecked('the first hundred products have none for it');
  return product;
}

/** The slugs of a category. The footer has a shorter one for the longest name. */
const listSlugs = (name: string): string[] => [
  name.toLowerCase().replace(/[^\p{L}\p{N}]+/gu, '-'),
  ...(name === 'Kitchen Storage and Containers' ? ['kitchen-storage'] : []),
];

/** Hostile texts of a few kinds. Each costs a call. */
const texts = hostileTexts
  .filter((text) => !/\p{Cs}/u.test(text) && text.trim() !== '' && text.length < 100)
  .slice(0, 30);
const fewTexts = texts.filter((_text, index) => index % 5 === 0);

export const productChecks: readonly Check[] = [
  {
    statement: '3.list-01',
    title: 'GET /products returns the list data and a total',
    run: async ({ catalogue }) => {
      const { response, products, total } = await catalogue();
      assertThat(total !== undefined, 'a number in pagination.total or in count', response.text.slice(-200));
      assertThat(products.length === Math.min(total, 100), `${Math.min(total, 100)} products`, `${products.length}`);
      assertThat(products.length > 0, 'products: the check needs some', 'an empty list');
    },
  },
  {
    statement: '3.product-09',
    title: 'Each product has an id of its own, a title and texts',
    run: async (shop) => {
      const isText = (value: unknown) => isAbsent(value) || typeof value === 'string';
      await assertEachProduct(
        shop,
        'id and title, and texts in description, category and parentCategory',
        ({ id, title, description, category, parentCategory }) =>
          [id, title, category].map(toText).every(Boolean) && [description, category, parentCategory].every(isText),
        ['title', 'category', 'parentCategory'],
      );
      const { ids } = await shop.catalogue();
      const twice = ids.find((id, index) => ids.indexOf(id) !== index);
      assertThat(twice === undefined, 'each id once', `${twice} twice`);
    },
  },
  {
    statement: '3.product-02',
    title: 'Each product has its prices as numbers in rupees',
    run: (shop) =>
      assertEachProduct(
        shop,
        'a number in regularPrice, and a number or null in discountedPrice, with two decimals at most',
        ({ regularPrice, discountedPrice }) =>
          isAmount(regularPrice) && (isAbsent(discountedPrice) || isAmount(discountedPrice)),
        ['regularPrice', 'discountedPrice'],
      ),
  },
  {
    statement: '3.product-04',
    title: 'Each product has absolute addresses of its images',
    run: (shop) =>
      assertEachProduct(
        shop,
        'an address in imgUrl or nothing, and a list of objects with url in images',
        ({ imgUrl, images }) => (isAbsent(imgUrl) || isImageUrl(imgUrl)) && (isAbsent(images) || isImageList(images)),
        ['imgUrl', 'images'],
      ),
  },
  {
    statement: '3.product-06',
    title: 'The attributes of each product are pairs of key and value',
    run: (shop) =>
      assertEachProduct(
        shop,
        'a list of objects with key and value in attributes',
        ({ attributes }) => isAbsent(attributes) || isAttributeList(attributes),
        ['attributes'],
      ),
  },
  {
    statement: '7.calls-09',
    title: 'GET /products without parameters returns page 1 with 12 products',
    run: async ({ listProducts }) => {
      const [usual, first] = [await listProducts(''), await listProducts(query({ page: 1, limit: 12 }))];
      assertThat(first.ids.length <= 12, '12 products at most', `${first.ids.length}`);
      assertThat(show(usual.ids) === show(first.ids), `the products of page 1: ${show(first.ids)}`, usual.ids);
    },
  },
  {
    statement: '7.calls-09',
    title: 'Pages follow each other without gaps and repetitions, in one sequence',
    run: async ({ listProducts, catalogue }) => {
      const { ids, total = 0 } = await catalogue();
      const size = Math.max(1, Math.min(4, Math.floor(ids.length / 3)));
      const pages = [];
      for (const page of [1, 2, 3]) pages.push(await listProducts(query({ page, limit: size })));
      const joined = pages.flatMap((page) => page.ids);
      const sequence = ids.slice(0, Math.min(total, 3 * size));
      assertThat(show(joined) === show(sequence), `three pages of ${size}: ${show(sequence)}`, joined);
      const totals = pages.map((page) => page.total);
      assertThat(
        totals.every((each) => each === total),
        `the total ${total} on each page`,
        totals,
      );
    },
  },
  {
    statement: '7.calls-09',
    title: 'A page after the last one repeats no products',
    run: async ({ get, catalogue }) => {
      const { total = 0 } = await catalogue();
      const response = await get(`/products${query({ page: total + 2, limit: 12 })}`);
      const isEmpty = isRecord(response.json) && Array.isArray(response.json.data) && response.json.data.length === 0;
      assertThat(isEmpty || hasErrorText(response.json), 'an empty list, or an error', response.text.slice(0, 200));
    },
  },
  {
    statement: '9.constants-02',
    title: 'GET /products returns as many products as limit says',
    run: async ({ listProducts, catalogue }) => {
      const { ids } = await catalogue();
      const { ids: four } = await listProducts(query({ page: 1, limit: 4 }));
      assertThat(four.length === Math.min(4, ids.length), `${Math.min(4, ids.length)} products`, `${four.length}`);
    },
  },
  {
    statement: 'R.05-2',
    title: 'A category is found by its name in any case',
    run: async (shop) => {
      const { category, id } = await findProduct(shop, (product) => toText(product.category) !== '');
      const name = toText(category);
      const lower = await shop.listProducts(query({ page: 1, limit: 100, category: name.toLowerCase() }));
      const isListed = lower.ids.includes(toText(id)) || (lower.total ?? 0) > 100;
      assertThat(isListed, `the product ${toText(id)} in the category ${name.toLowerCase()}`, lower.ids);
      const { ids } = await shop.listProducts(query({ page: 1, limit: 100, category: name }));
      assertThat(show(lower.ids) === show(ids), `the same products for ${name} in any case`, show([lower.ids, ids]));
    },
  },
  {
    statement: 'R.05-2',
    title: 'A category is found by its slug',
    run: async (shop) => {
      const { category } = await findProduct(shop, (product) => /\w \w/.test(toText(product.category)));
      const name = toText(category);
      const { ids } = await shop.listProducts(query({ category: name }));
      for (const slug of listSlugs(name)) {
        const bySlug = await shop.listProducts(query({ category: slug }));
        assertThat(show(bySlug.ids) === show(ids), `the products of ${name} for ${slug}: ${show(ids)}`, bySlug.ids);
      }
    },
  },
  {
    statement: '2.products-13',
    title: 'A category that does not exist has no products',
    run: async ({ listProducts }) => {
      const { ids } = await listProducts(query({ page: 1, limit: 12, category: 'no such category' }));
      assertThat(ids.length === 0, 'an empty list', ids);
    },
  },
  {
    statement: '7.notes-01',
    title: 'The categories of store information have products',
    run: async (shop) => {
      const names = (await readCategories(shop)).slice(0, 3);
      if (names.length === 0) throw new NotChecked('store information has no categories');
      const counts = [];
      for (const name of names) {
        counts.push((await shop.listProducts(query({ page: 1, limit: 4, category: name.toLowerCase() }))).ids.length);
      }
      assertThat(
        counts.some((count) => count > 0),
        `products in one of ${names.join(', ')}`,
        'none',
      );
    },
  },
  {
    statement: '7.notes-04',
    title: 'A parentCategory filters the list',
    run: async (shop) => {
      const product = await findProduct(shop, ({ parentCategory }) => toText(parentCategory) !== '');
      const [parentCategory, category] = [toText(product.parentCategory), toText(product.category)];
      const { products } = await shop.listProducts(query({ page: 1, limit: 100, category, parentCategory }));
      const other = products.find((each) => toText(each.parentCategory) !== parentCategory);
      assertThat(products.length > 0, `products of ${parentCategory}`, 'none');
      assertThat(other === undefined, `products of ${parentCategory} only`, show(other?.parentCategory));
    },
  },
  {
    statement: '7.notes-02',
    title: 'The list accepts a gender',
    run: async ({ listProducts }) => {
      for (const [category, gender] of [
        ['men', 'Men'],
        ['women', 'Women'],
      ] as const) {
        await listProducts(query({ page: 1, limit: 12, category, gender }));
      }
    },
  },
  {
    statement: '7.notes-03',
    title: 'The list accepts the filter of accessories',
    run: async ({ listProducts }) => {
      const filter = 'Accessories,Personal Care,Home,null,Unisex';
      await listProducts(query({ page: 1, limit: 12, category: 'accessories', filter }));
    },
  },
  {
    statement: '7.calls-10',
    title: 'GET /products/{id} returns the product that the list has',
    run: async (shop) => {
      const listed = await findProduct(shop, ({ id }) => toText(id) !== '');
      const response = await shop.get(`/products/${encodeURIComponent(toText(listed.id))}`);
      const expected = v.safeParse(productDecoder, listed);
      const received = decode(productDecoder, response);
      const pick = ({ id, name, price, originalPrice }: v.InferOutput<typeof productDecoder>) =>
        show({ id, name, price, originalPrice });
      if (expected.success) assertThat(pick(received) === pick(expected.output), pick(expected.output), pick(received));
    },
  },
  {
    statement: 'R.30-1',
    title: 'GET /products/{id} responds with 404 or nothing for an unknown product',
    run: async ({ get }) => {
      const response = await get('/products/no-such-product');
      const isEmpty = response.text === '' || ['null', '""', '{}'].includes(response.text.trim());
      if (!isEmpty) assertStatus(response, 404);
    },
  },
  {
    statement: '8.store-04',
    title: 'Unusual ids of products cause no status of 500 or above',
    run: async ({ get }) => {
      for (const text of texts) {
        const response = await get(`/products/${encodeURIComponent(text)}`);
        assertThat(response.status < 500, 'a status below 500', `${response.call}: ${response.status}`);
      }
    },
  },
  {
    statement: '8.store-03',
    title: 'Unusual categories cause no status of 500 or above',
    run: async ({ get }) => {
      for (const text of fewTexts) {
        const response = await get(`/products${query({ category: text })}`);
        assertThat(response.status < 500, 'a status below 500', `${response.call}: ${response.status}`);
        if (response.status < 400) assertSuccess(response);
      }
    },
  },
];
