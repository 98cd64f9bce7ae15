import { isRecord, toText } from '@shop/api-contract/decoders/values';
import { assertSuccess, assertThat, show } from '../assertions';
import type { Check } from '../check';
import { isAbsent, isOptionalMap, isOptionalText } from '../optional-values';
import type { Shop } from '../shop';

const textFields = [
  'storeName',
  'companyName',
  'companyAddress',
  'companyPhone',
  'companyEmail',
  'companyLogoUrl',
  'description',
];

async function readStoreInfo({ get }: Shop): Promise<Record<string, unknown>> {
  const response = await get('/storeInfo');
  assertSuccess(response);
  assertThat(isRecord(response.json), 'an object', response.text);
  return response.json;
}

const isText = (value: unknown): value is string => typeof value === 'string';

/** Fails for the first entry of an optional map that is neither absent nor as expected. */
function assertMap(name: string, map: unknown, expected: string, isExpected: (value: unknown) => boolean): void {
  assertThat(isOptionalMap(map), `${name}: an object`, map);
  const wrong = Object.entries(map ?? {}).find(([, value]) => !isAbsent(value) && !isExpected(value));
  assertThat(wrong === undefined, `${name}: ${expected}`, `${wrong?.[0]}: ${show(wrong?.[1])}`);
}

/** Names of the store's categories; the shop shows its own where the server sends none. */
export async function readCategories(shop: Shop): Promise<string[]> {
  const { categories } = await readStoreInfo(shop);
  return Array.isArray(categories) ? categories.filter(isText).filter((name) => name.trim() !== '') : [];
}

export const storeInfoChecks: readonly Check[] = [
  {
    statement: '7.calls-06',
    title: 'GET /storeInfo returns store information as the whole body',
    run: async (shop) => {
      const info = await readStoreInfo(shop);
      const names = [info.storeName, info.companyName].map(toText);
      assertThat(names.some(Boolean), 'a storeName or a companyName', info);
    },
  },
  {
    statement: '3.store-01',
    title: 'The seven texts of store information are texts, or are left out',
    run: async (shop) => {
      const info = await readStoreInfo(shop);
      const wrong = textFields.filter((field) => !isOptionalText(info[field]));
      assertThat(wrong.length === 0, `texts in ${textFields.join(', ')}`, `no text in ${wrong.join(', ')}`);
    },
  },
  {
    statement: '3.store-02',
    title: 'The categories, social links and policies of store information have their forms',
    run: async (shop) => {
      const { categories, socialLinks, policies } = await readStoreInfo(shop);
      const isList = Array.isArray(categories) && categories.every((name) => isText(name) || isAbsent(name));
      assertThat(isList || isAbsent(categories), 'categories: a list of names', categories);
      const isUrl = (value: unknown) => isText(value) && URL.canParse(value);
      assertMap('socialLinks', socialLinks, 'a map of networks to URLs', isUrl);
      assertMap('policies', policies, 'a map of slugs to HTML', isText);
    },
  },
];
