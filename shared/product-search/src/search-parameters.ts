import { readPriceWords } from '@shop/api-contract/price-words';
import type { ProductSearchQuery } from '@shop/api-contract/schemas/product-search';
import { normalizeText, readAmount } from '@shop/api-contract/typed-text';
import * as v from 'valibot';

/** A parameter of a search is not valid. The message names it and says what to write. */
export class InvalidSearchError extends Error {
  override name = 'InvalidSearchError';
}

const maxLength = 100;
const maxNames = 20;

const createText = (name: string) =>
  v.pipe(
    v.string(),
    v.maxLength(maxLength, `${name} is too long: write ${maxLength} characters at most.`),
    v.check((text) => !text.includes('\0'), `${name} is not valid: write it without the character NUL.`),
  );

const createNumber = (name: string, min: number, max: number, isWhole: boolean) => {
  const message = `${name} is not valid: write a ${isWhole ? 'whole number' : 'number'} from ${min} to ${max}.`;
  return v.pipe(
    v.string(),
    v.transform((text) => String((isWhole ? undefined : readAmount(text)) ?? normalizeText(text))),
    v.regex(isWhole ? /^\d{1,9}$/ : /^\d{1,10}(\.\d{1,10})?$/, message),
    v.transform(Number),
    v.minValue(min, message),
    v.maxValue(max, message),
  );
};

const createNames = (name: string) =>
  v.pipe(
    v.array(createText(name)),
    v.maxLength(maxNames, `${name} has too many values: repeat it ${maxNames} times at most.`),
  );

const sorts = ['relevance', 'featured', 'price-asc', 'price-desc', 'newest', 'discount'] as const;

const single = {
  q: createText('q'),
  category: createText('category'),
  parentCategory: createText('parentCategory'),
  minPrice: createNumber('minPrice', 0, 1e9, false),
  maxPrice: createNumber('maxPrice', 0, 1e9, false),
  sort: v.picklist(sorts, `sort is not known: write one of ${sorts.join(', ')}.`),
  page: createNumber('page', 1, 100_000, true),
  limit: createNumber('limit', 0, 100, true),
};
const repeated = { colour: createNames('colour'), size: createNames('size') };
const querySchema = v.partial(v.object({ ...single, ...repeated }));

/**
 * Reads the parameters of a search. Empty and unknown parameters are ignored. Prices in the words count where no parameter gives one.
 *
 * @throws {InvalidSearchError} When a parameter is not valid.
 */
export function parseSearchParameters(parameters: URLSearchParams): ProductSearchQuery {
  const input: Record<string, string | string[]> = {};
  for (const name of Object.keys(single)) {
    const [value, ...others] = parameters.getAll(name).filter((text) => text.trim() !== '');
    if (others.length > 0) throw new InvalidSearchError(`${name} is repeated: write it once.`);
    if (value !== undefined) input[name] = value.trim();
  }
  for (const name of Object.keys(repeated)) {
    const values = parameters.getAll(name).filter((text) => text.trim() !== '');
    if (values.length > 0) input[name] = values;
  }
  const result = v.safeParse(querySchema, input);
  if (!result.success) throw new InvalidSearchError(result.issues[0].message);
  const { q: text = '', ...given } = result.output as ProductSearchQuery;
  const { q, ...prices } = readPriceWords(text);
  return { ...(q && { q }), ...prices, ...given };
}

/** Writes the parameters of a search in one order, so that the same search has one address. */
export function writeSearchParameters(query: ProductSearchQuery): string {
  const names = [...Object.keys(single), ...Object.keys(repeated)] as (keyof ProductSearchQuery)[];
  const entries = names.flatMap((name) =>
    [query[name] ?? []].flat().map((value): [string, string] => [name, String(value)]),
  );
  return new URLSearchParams(entries).toString();
}
