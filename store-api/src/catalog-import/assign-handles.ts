import { createSlug } from '@shop/product-search/category-slug';
import type { StoredProduct } from '../products/products.repository';
import type { CatalogEntry, ImportedProduct } from './shopify-catalog';

/**
 * Gives each price of a product the handle, and so the id, of the stored product that sells most of its choices. Carts and links name
 * the id: it must not become another choice when a cheaper one appears, or when the cheapest one is sold out (decision 0069).
 *
 * @param stored      Products of the database that the handles of the entries name.
 * @param hasOptions  Whether the file names choices. A file without options means the only product of a handle.
 */
export function assignHandles(
  entries: readonly CatalogEntry[],
  stored: readonly StoredProduct[],
  hasOptions: boolean,
): CatalogEntry[] {
  const imported = stored.filter(({ source }) => source === 'import');
  const inFile = new Set(entries.map(({ handle }) => handle));
  const taken = new Set(imported.map(({ handle }) => handle));
  return entries.map((entry) => {
    if (entry.kind !== 'products') return entry;
    const { handle: group, products, choices } = entry;
    const members = imported.filter((one) => getGroup(one) === group);
    const isSame = (product: ImportedProduct, member: StoredProduct) =>
      !hasOptions || (products.length === 1 && members.length === 1 && isSameProduct(product, member, choices));
    const known = findKnownHandles(products, members, (product, member) =>
      isSame(product, member) ? 1 : countCommon(product, member),
    );
    const findFree = (wanted: string) => {
      let handle = wanted;
      for (let number = 2; taken.has(handle) || (inFile.has(handle) && handle !== group); number++) {
        handle = `${wanted}--${number}`;
      }
      taken.add(handle);
      return handle;
    };
    return {
      ...entry,
      products: products.map((product, index) => {
        // The cheapest of a new product has the handle of the file.
        const wanted = index === 0 && members.length === 0 ? group : getChoiceHandle(group, product);
        const handle = known.get(product) ?? findFree(wanted);
        return { ...product, handle, groupHandle: products.length > 1 || handle !== group ? group : null };
      }),
    };
  });
}

/** The handle of the file from which a product comes. */
export const getGroup = ({ handle, groupHandle }: Pick<StoredProduct, 'handle' | 'groupHandle'>): string =>
  groupHandle ?? handle;

/** The handle of a choice that the shop does not sell yet, which is not that of the file: the latter may have been another choice's. */
export const getChoiceHandle = (group: string, { handle, choices }: ImportedProduct): string =>
  handle === group ? `${group}--${createSlug(choices.slice(0, 4).join(' ')) || '2'}` : handle;

const hasOwnHandle = (product: StoredProduct) => product.handle === getGroup(product);

/** Pairs products with stored ones of the same file's product, those with the most common choices first. */
function findKnownHandles(
  products: readonly ImportedProduct[],
  members: readonly StoredProduct[],
  compare: (product: ImportedProduct, member: StoredProduct) => number,
): ReadonlyMap<ImportedProduct, string> {
  const pairs = products
    .flatMap((product) => {
      const candidates = members
        .map((member) => ({ member, common: compare(product, member) }))
        .filter(({ common }) => common > 0);
      return candidates.map((candidate) => ({ ...candidate, product, rivals: candidates.length }));
    })
    .sort(
      (a, b) =>
        b.common - a.common ||
        // A product that has one candidate only comes first.
        a.rivals - b.rivals ||
        Number(hasOwnHandle(b.member)) - Number(hasOwnHandle(a.member)),
    );
  const known = new Map<ImportedProduct, string>();
  const assigned = new Set<string>();
  for (const { product, member } of pairs) {
    if (known.has(product) || assigned.has(member.handle)) continue;
    known.set(product, member.handle);
    assigned.add(member.handle);
  }
  return known;
}

/** Counts the choices that a product and a stored one have in common. */
function countCommon(product: ImportedProduct, member: StoredProduct): number {
  if (member.choices.length > 0) return product.choices.filter((one) => member.choices.includes(one)).length;
  // An earlier release stored no choices, and a product without options has none. The title of one of several prices names its choice.
  if (member.groupHandle === null) return Number(getPrice(member) === getPrice(product));
  const label = / \(([^()]*)\)$/.exec(member.title)?.[1];
  const options = label?.split(' · ').map((values) => values.replace(/ …$/, '').split(', ')) ?? [];
  const isNamed = (choice: string) =>
    options.length > 0 && options.every((values) => choice.split(' / ').some((value) => values.includes(value)));
  return product.choices.filter(isNamed).length || Number(member.title === product.title);
}

/**
 * Whether a product that has one price is a stored one that had one price: it costs the same, or the file names its choices otherwise.
 *
 * @param choices  Those of all variants of the file.
 */
const isSameProduct = (product: ImportedProduct, member: StoredProduct, choices: readonly string[]): boolean =>
  member.groupHandle === null &&
  (getPrice(member) === getPrice(product) || !member.choices.some((one) => choices.includes(one)));

const getPrice = ({ regularPaise, discountedPaise }: Pick<StoredProduct, 'regularPaise' | 'discountedPaise'>) =>
  discountedPaise ?? regularPaise;
