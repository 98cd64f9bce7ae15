import * as v from 'valibot';
import { decodePrice, type ProductPrice } from './product-price';
import { createListDecoder, decodeValidItems, optionalText, requiredText } from './scalars';
import { isRecord, toNumber } from './values';

/** An image of a product. Only some servers send `sources`, `width` and `height`. */
export interface ProductImage {
  url: string;
  alt: string;
  /** Intrinsic size in CSS pixels, for the aspect ratio. */
  width?: number;
  height?: number;
  sources: { type: string; srcset: string }[];
}

/** A product as screens use it. Specification 3, "Product". */
export interface Product extends ProductPrice {
  id: string;
  name: string;
  description: string;
  category: string;
  parentCategory: string;
  /** `imgUrl`, else the first image's url, else empty. */
  image: string;
  images: ProductImage[];
  featured: boolean;
  sizes: string[];
  colors: string[];
  /**
   * The other attributes, in the order of the server: the material, the country of origin. Several values are one text. A
   * shell of an earlier version decodes none.
   */
  details?: { key: string; value: string }[];
  /** Products of the same goods at other prices, such as another size. A shell of an earlier version decodes none. */
  otherPrices?: { id: string; name: string; price: number }[];
  /** URLs of the images that show a colour, for the colours that have one. A shell of an earlier version decodes none. */
  colorImages?: { color: string; url: string }[];
  /** What is sold, where not each size comes in each colour, see `offersChoice`. A shell of an earlier version decodes none. */
  soldChoices?: { size?: string; color?: string }[];
}

export interface ProductPage {
  products: Product[];
  /** Number of products over all pages. */
  total: number;
}

/**
 * Parses the value of a product attribute: a list, a JSON list in a string, or comma-separated text. Blank values are dropped.
 *
 * @see Interpretation 8.
 */
export function parseAttributeValues(value: unknown): string[] {
  // An entry of a list is one value, also with a comma in it: 'UK 8, EU 42'.
  if (Array.isArray(value))
    return value.flatMap((entry) => (typeof entry === 'string' ? entry.trim() || [] : parseAttributeValues(entry)));
  if (typeof value === 'number' || typeof value === 'boolean') return [String(value)];
  if (typeof value !== 'string') return [];
  const text = value.trim();
  if (text.startsWith('[')) {
    try {
      const list: unknown = JSON.parse(text);
      if (Array.isArray(list)) return parseAttributeValues(list);
    } catch {
      // The text is not JSON. It is parsed as comma-separated text below.
    }
  }
  return text
    .split(',')
    .map((part) => part.trim())
    .filter(Boolean);
}

/** Keys of the attribute of sizes, in lower case. Keys are compared without case. Specification 3, "Product". */
export const sizeKeys: readonly string[] = ['size', 'sizes'];
/** Keys of the attribute of colours, in lower case. Keys are compared without case. Specification 3, "Product". */
export const colorKeys: readonly string[] = ['color', 'colours', 'colors'];

const featuredKeys = ['featured'];
/** Keys of the attributes with a field of their own. */
const ownKeys = [...featuredKeys, ...sizeKeys, ...colorKeys];

/** Lists the attributes with a key, in lower case as `name`. */
function listAttributes(attributes: unknown): { key: string; name: string; value: unknown }[] {
  if (!Array.isArray(attributes)) return [];
  return attributes.flatMap((attribute) => {
    if (!isRecord(attribute) || typeof attribute.key !== 'string') return [];
    const key = attribute.key.trim();
    return key === '' ? [] : [{ key, name: key.toLowerCase(), value: attribute.value }];
  });
}

/** Returns the value of an attribute as one text. A comma in a text separates nothing: '1,200 W'. */
function getAttributeText(value: unknown): string {
  if (Array.isArray(value)) return value.map(getAttributeText).filter(Boolean).join(', ');
  const isPlainText = typeof value === 'string' && !value.trim().startsWith('[');
  return isPlainText ? value.trim() : parseAttributeValues(value).join(', ');
}

/** Converts the attributes of a product to its options and details. The first attribute of a key counts. */
function decodeAttributes(json: unknown): Pick<Product, 'featured' | 'sizes' | 'colors' | 'details'> {
  const attributes = listAttributes(json);
  const getValues = (keys: readonly string[]) => [
    ...new Set(parseAttributeValues(attributes.find(({ name }) => keys.includes(name))?.value)),
  ];
  const details = attributes
    .filter(({ name }, index) => !ownKeys.includes(name) && attributes.findIndex((a) => a.name === name) === index)
    .map(({ key, value }) => ({ key, value: getAttributeText(value) }));
  return {
    featured: getValues(featuredKeys).some((value) => value.toLowerCase().includes('true')),
    sizes: getValues(sizeKeys),
    colors: getValues(colorKeys),
    details: details.filter(({ value }) => value !== ''),
  };
}

const pixels = v.fallback(v.optional(v.pipe(v.number(), v.integer(), v.minValue(1))), undefined);

const imageSourceDecoder = v.object({ type: v.string(), srcset: v.pipe(v.string(), v.minLength(1)) });

const imageDecoder = v.pipe(
  v.object({
    url: requiredText,
    alt: v.optional(optionalText),
    width: pixels,
    height: pixels,
    sources: v.optional(v.unknown()),
  }),
  v.transform(
    ({ sources, alt, ...rest }): ProductImage => ({
      ...rest,
      alt: alt ?? '',
      sources: Array.isArray(sources) ? decodeValidItems(imageSourceDecoder, sources) : [],
    }),
  ),
);

const otherPriceDecoder = v.pipe(
  v.object({ id: requiredText, title: requiredText, price: v.pipe(v.number(), v.minValue(0)) }),
  v.transform(({ id, title, price }) => ({ id, name: title, price })),
);

const colorImageDecoder = v.object({ color: requiredText, url: requiredText });

const soldChoiceDecoder = v.pipe(
  v.object({ size: v.optional(optionalText), color: v.optional(optionalText) }),
  v.transform(({ size, color }) => ({ ...(size && { size }), ...(color && { color }) })),
);

export const productDecoder = v.pipe(
  v.looseObject({
    id: requiredText,
    title: requiredText,
    description: v.optional(optionalText),
    imgUrl: v.optional(optionalText),
    category: v.optional(optionalText),
    parentCategory: v.optional(optionalText),
  }),
  v.transform((json): Product => {
    const images = Array.isArray(json.images) ? decodeValidItems(imageDecoder, json.images) : [];
    return {
      id: json.id,
      name: json.title,
      description: json.description ?? '',
      category: json.category ?? '',
      parentCategory: json.parentCategory ?? '',
      ...decodePrice(json),
      image: json.imgUrl || images[0]?.url || '',
      images,
      ...decodeAttributes(json.attributes),
      ...(Array.isArray(json.otherPrices) && { otherPrices: decodeValidItems(otherPriceDecoder, json.otherPrices) }),
      ...(Array.isArray(json.colorImages) && { colorImages: decodeValidItems(colorImageDecoder, json.colorImages) }),
      ...(Array.isArray(json.soldChoices) && { soldChoices: decodeValidItems(soldChoiceDecoder, json.soldChoices) }),
    };
  }),
);

/** Decodes the valid products of a list, and drops the others. */
export const decodeProducts = (list: readonly unknown[]): Product[] => decodeValidItems(productDecoder, list);

/** `GET /products/{id}`: a product, or null when the body is empty. Interpretation 30. */
export const nullableProductDecoder = v.union([
  v.pipe(
    v.union([v.null(), v.undefined(), v.literal(''), v.strictObject({})]),
    v.transform((): Product | null => null),
  ),
  productDecoder,
]);

/** `GET /products`: the total is `pagination.total`, else `count`, else the length of `data`. Interpretation 7. */
export const productPageDecoder = v.pipe(
  v.looseObject({ data: createListDecoder(productDecoder) }),
  v.transform(({ data, pagination, count }): ProductPage => {
    const total = (isRecord(pagination) ? toNumber(pagination.total) : undefined) ?? toNumber(count) ?? data.length;
    return { products: data, total: Math.max(0, Math.floor(total)) };
  }),
);
