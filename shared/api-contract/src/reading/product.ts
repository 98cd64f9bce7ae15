import * as v from 'valibot';
import { type ProductPrice, readPrice } from './product-price';
import { isRecord, optionalText, readableItems, readableList, requiredText, toNumber } from './scalars';

/** A picture of a product. `sources` and sizes come only from servers that know them. */
export interface ProductPicture {
  url: string;
  alt: string;
  /** CSS pixels of the picture itself, for its aspect ratio. */
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
  images: ProductPicture[];
  featured: boolean;
  sizes: string[];
  colors: string[];
}

export interface ProductPage {
  products: Product[];
  /** Number of products over all pages. */
  total: number;
}

/** A list, a JSON list in a string, or comma-separated text; blanks are dropped. Interpretation 8. */
export function readAttributeValues(value: unknown): string[] {
  if (Array.isArray(value)) return value.flatMap(readAttributeValues);
  if (typeof value === 'number' || typeof value === 'boolean') return [String(value)];
  if (typeof value !== 'string') return [];
  const text = value.trim();
  if (text.startsWith('[')) {
    try {
      const list: unknown = JSON.parse(text);
      if (Array.isArray(list)) return list.flatMap(readAttributeValues);
    } catch {
      // Not JSON after all: read as text below.
    }
  }
  return text
    .split(',')
    .map((part) => part.trim())
    .filter(Boolean);
}

function attributeValues(attributes: unknown, ...keys: string[]): string[] {
  if (!Array.isArray(attributes)) return [];
  const found = attributes.find(
    (attribute) =>
      isRecord(attribute) && typeof attribute.key === 'string' && keys.includes(attribute.key.trim().toLowerCase()),
  );
  return isRecord(found) ? [...new Set(readAttributeValues(found.value))] : [];
}

const size = v.fallback(v.optional(v.pipe(v.number(), v.integer(), v.minValue(1))), undefined);

const pictureSource = v.object({ type: v.string(), srcset: v.pipe(v.string(), v.minLength(1)) });

const picture = v.pipe(
  v.object({
    url: requiredText,
    alt: v.optional(optionalText),
    width: size,
    height: size,
    sources: v.optional(v.unknown()),
  }),
  v.transform(
    ({ sources, alt, ...rest }): ProductPicture => ({
      ...rest,
      alt: alt ?? '',
      sources: Array.isArray(sources) ? readableItems(pictureSource, sources) : [],
    }),
  ),
);

export const productReading = v.pipe(
  v.looseObject({
    id: requiredText,
    title: requiredText,
    description: v.optional(optionalText),
    imgUrl: v.optional(optionalText),
    category: v.optional(optionalText),
    parentCategory: v.optional(optionalText),
  }),
  v.transform((wire): Product => {
    const images = Array.isArray(wire.images) ? readableItems(picture, wire.images) : [];
    return {
      id: wire.id,
      name: wire.title,
      description: wire.description ?? '',
      category: wire.category ?? '',
      parentCategory: wire.parentCategory ?? '',
      ...readPrice(wire),
      image: wire.imgUrl || images[0]?.url || '',
      images,
      featured: attributeValues(wire.attributes, 'featured').some((value) => value.toLowerCase().includes('true')),
      sizes: attributeValues(wire.attributes, 'size', 'sizes'),
      colors: attributeValues(wire.attributes, 'color', 'colours', 'colors'),
    };
  }),
);

/** `GET /products/{id}`: a product, or nothing (null) when the body is empty. Interpretation 30. */
export const productOrNothingReading = v.union([
  v.pipe(
    v.union([v.null(), v.undefined(), v.literal(''), v.strictObject({})]),
    v.transform((): Product | null => null),
  ),
  productReading,
]);

/** `GET /products`: the total is `pagination.total`, else `count`, else the length of `data`. Interpretation 7. */
export const productPageReading = v.pipe(
  v.looseObject({ data: readableList(productReading) }),
  v.transform(({ data, pagination, count }): ProductPage => {
    const total = (isRecord(pagination) ? toNumber(pagination.total) : undefined) ?? toNumber(count) ?? data.length;
    return { products: data, total: Math.max(0, Math.floor(total)) };
  }),
);
