import * as v from 'valibot';
import { decodePrice, type ProductPrice } from './product-price';
import { createListDecoder, decodeValidItems, isRecord, optionalText, requiredText, toNumber } from './scalars';

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
  if (Array.isArray(value)) return value.flatMap(parseAttributeValues);
  if (typeof value === 'number' || typeof value === 'boolean') return [String(value)];
  if (typeof value !== 'string') return [];
  const text = value.trim();
  if (text.startsWith('[')) {
    try {
      const list: unknown = JSON.parse(text);
      if (Array.isArray(list)) return list.flatMap(parseAttributeValues);
    } catch {
      // The text is not JSON. It is parsed as comma-separated text below.
    }
  }
  return text
    .split(',')
    .map((part) => part.trim())
    .filter(Boolean);
}

function getAttributeValues(attributes: unknown, ...keys: string[]): string[] {
  if (!Array.isArray(attributes)) return [];
  const attribute = attributes.find(
    (candidate) =>
      isRecord(candidate) && typeof candidate.key === 'string' && keys.includes(candidate.key.trim().toLowerCase()),
  );
  return isRecord(attribute) ? [...new Set(parseAttributeValues(attribute.value))] : [];
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
      featured: getAttributeValues(json.attributes, 'featured').some((value) => value.toLowerCase().includes('true')),
      sizes: getAttributeValues(json.attributes, 'size', 'sizes'),
      colors: getAttributeValues(json.attributes, 'color', 'colours', 'colors'),
    };
  }),
);

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
