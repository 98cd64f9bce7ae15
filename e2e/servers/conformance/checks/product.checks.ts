import { decodeProducts, type Product, productDecoder } from '@shop/api-contract/decoders/product';
import { isRecord, toNumber, toText } from '@shop/api-contract/decoders/values';
import { hostileTexts } from '../../api/kit/hostile-values';
import {
  assertStatus,
  assertSuccess,
  assertThat,
  decode,
  isSame,
  NotChecked,
  readErrorText,
  show,
} from '../assertions';
import type { Check } from '../check';
import { isAbsent, isOptionalText } from '../optional-values';
import { type ListedProducts, type ProductObject, readProductList, type Shop } from '../shop';
import { readCategories } from './store-info.checks';

type Parameters = Readonly<Record<string, string | number>>;

/** Writes the query of a list as the shop does: without filters that have no value. */
function query(parameters: Parameters): string {
  const entries = Object.entries(parameters).filter(([, value]) => value !== '');
  return `?${new URLSearchParams(entries.map(([name, value]) => [name, String(value)])).toString()}`;
}

/** Reads the first page of a list with filters. @throws {Mismatch} When its total is that of other products. */
async function listFiltered({ listProducts }: Shop, limit: number, filters: Parameters): Promise<ListedProducts> {
  const list = await listProducts(query({ page: 1, limit, ...filters }));
  const { ids, total, response } = list;
  // A list without a total fails in a check of its own.
  const expected = Math.min(total ?? ids.length, limit);
  const received = `${response.call}: ${ids.length} products of ${total}`;
  assertThat(ids.length === expected, `as many products as the total of the filtered list, ${limit} at most`, received);
  return list;
}

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

/** Only an absolute address works on the shop's origin. */
const isImageUrl = (value: unknown) => /^(https?:)?\/\/|^data:image\//i.test(toText(value));

const isImageList = (images: unknown) =>
  Array.isArray(images) && images.every((image) => isRecord(image) && (isAbsent(image.url) || isImageUrl(image.url)));

const isAttributeList = (attributes: unknown) =>
  Array.isArray(attributes) &&
  attributes.every((attribute) => isRecord(attribute) && typeof attribute.key === 'string' && 'value' in attribute);

async function findProduct({ catalogue }: Shop, isWanted: (product: ProductObject) => boolean): Promise<ProductObject> {
  const product = (await catalogue()).products.find(isWanted);
  if (!product) throw new NotChecked('the first hundred products have none for it');
  return product;
}

/** The slugs in the links of the footer, and the names of their categories. Specification 2, "Footer". */
const footerCategories = [
  ['cookware', 'Cookware'],
  ['kitchen-storage', 'Kitchen Storage and Containers'],
  ['kitchen-tools', 'Kitchen Tools'],
] as const;

/** Picks what is the same in a list and on the page of a product. */
const pickFixed = ({ id, name, price, originalPrice, category, parentCategory }: Product) => ({
  id,
  name,
  price,
  originalPrice,
  category,
  parentCategory,
});

/** Names the parts of a product that its page shows, each with a text of its own. */
const listParts = ({ description, image, images, sizes, colors, details = [] }: Product): string[] => [
  ...(description ? ['a description'] : []),
  ...(image ? ['an image'] : []),
  ...images.map((_image, index) => `entry ${index + 1} of images`),
  ...sizes.map((size) => `the size ${size}`),
  ...colors.map((color) => `the colour ${color}`),
  ...details.map(({ key }) => `the attribute ${key}`),
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
      await assertEachProduct(
        shop,
        'id and title, and texts in description, category and parentCategory',
        ({ id, title, description, category, parentCategory }) =>
          [id, title].map(toText).every(Boolean) && [description, category, parentCategory].every(isOptionalText),
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
      assertThat(isSame(usual.ids, first.ids), `the products of page 1: ${show(first.ids)}`, usual.ids);
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
      assertThat(isSame(joined, sequence), `three pages of ${size}: ${show(sequence)}`, joined);
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
      if (readErrorText(response) !== '') return;
      const { ids } = readProductList(response);
      assertThat(ids.length === 0, 'an empty list, or an error', response.text.slice(0, 200));
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
      const lower = await listFiltered(shop, 100, { category: name.toLowerCase() });
      const isListed = lower.ids.includes(toText(id)) || (lower.total ?? 0) > 100;
      assertThat(isListed, `the product ${toText(id)} in the category ${name.toLowerCase()}`, lower.ids);
      const { ids } = await listFiltered(shop, 100, { category: name });
      assertThat(isSame(lower.ids, ids), `the same products for ${name} in any case`, show([lower.ids, ids]));
    },
  },
  {
    statement: 'R.05-2',
    title: 'The slugs of the footer find the products of their categories',
    run: async (shop) => {
      let found = 0;
      for (const [slug, name] of footerCategories) {
        const { ids } = await listFiltered(shop, 12, { category: name });
        if (ids.length === 0) continue;
        found += 1;
        const bySlug = await listFiltered(shop, 12, { category: slug });
        assertThat(isSame(bySlug.ids, ids), `the products of ${name} for ${slug}: ${show(ids)}`, bySlug.ids);
      }
      if (found === 0) throw new NotChecked('the server has no products in the categories of the footer');
    },
  },
  {
    statement: '2.products-13',
    title: 'A category that does not exist has no products',
    run: async (shop) => {
      const { ids } = await listFiltered(shop, 12, { category: 'no such category' });
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
        counts.push((await listFiltered(shop, 4, { category: name.toLowerCase() })).ids.length);
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
      const { products } = await listFiltered(shop, 100, { category, parentCategory });
      const isOther = (name: string) => name.toLowerCase() !== parentCategory.toLowerCase();
      const other = products.find((each) => isOther(toText(each.parentCategory)));
      assertThat(products.length > 0, `products of ${parentCategory}`, 'none');
      assertThat(other === undefined, `products of ${parentCategory} only`, show(other?.parentCategory));
    },
  },
  {
    statement: '7.notes-02',
    title: 'The list accepts a gender',
    run: async (shop) => {
      for (const [category, gender] of [
        ['men', 'Men'],
        ['women', 'Women'],
      ] as const) {
        await listFiltered(shop, 12, { category, gender });
      }
    },
  },
  {
    statement: '7.notes-03',
    title: 'The list accepts the filter of accessories',
    run: async (shop) => {
      const filter = 'Accessories,Personal Care,Home,null,Unisex';
      await listFiltered(shop, 12, { category: 'accessories', filter });
    },
  },
  {
    statement: '7.calls-10',
    title: 'GET /products/{id} returns the product that the list has, with all its parts',
    run: async ({ get, catalogue }) => {
      const products = decodeProducts((await catalogue()).products);
      // A list may leave parts out. The product with the most parts shows the most.
      const [listed] = products.toSorted((one, other) => listParts(other).length - listParts(one).length);
      if (!listed) throw new NotChecked('the first hundred products have none that the shop can read');
      const response = await get(`/products/${encodeURIComponent(listed.id)}`);
      const received = decode(productDecoder, response);
      assertThat(isSame(pickFixed(received), pickFixed(listed)), show(pickFixed(listed)), pickFixed(received));
      const parts = listParts(received);
      const missing = listParts(listed).filter((part) => !parts.includes(part));
      assertThat(missing.length === 0, `${missing.join(', ')}, as in the list`, `${response.call}: none of them`);
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
