import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { ProductImageJson } from '@shop/api-contract/schemas/product';
import { packageRoot } from '../package-root';
import { drawProduct } from './product-drawing';
import type { StoredProduct } from './products.repository';

/** Folder of the photographs and of their index. */
export const mediaFolder = join(packageRoot, 'catalog/media');

/**
 * A photograph of the index, with an AVIF and a WebP file of each width and one JPEG. Width and height are those of the largest
 * file, in pixels.
 */
interface Photograph {
  alt: string;
  width: number;
  height: number;
  widths: number[];
}

const index = readFileSync(join(mediaFolder, 'index.json'), 'utf8');

/** Photographs of each product, by handle and in order. */
export const photographs = new Map(Object.entries(JSON.parse(index) as Record<string, Photograph[]>));

/** The JPEG has the first width from this one up, else the largest: see catalog/pictures/encode.mjs. */
const jpegWidth = 640;

/** Drawings have the aspect ratio 4:5, like photographs. */
const drawingSize = { width: 960, height: 1200 };

/**
 * Returns the images of a product: the URLs of its import, or its photographs, or a drawing.
 *
 * @param baseUrl Prefix of the URLs, for example `http://localhost:8044`.
 */
export async function getProductImages(
  product: Pick<StoredProduct, 'handle' | 'title' | 'category' | 'images' | 'ownPictures'>,
  baseUrl: string,
): Promise<ProductImageJson[]> {
  if (!product.ownPictures) return product.images;
  const views = photographs.get(product.handle);
  if (views) {
    return Promise.all(views.map((view, position) => createImage(`${product.handle}-${position + 1}`, view, baseUrl)));
  }
  const version = createVersion(drawProduct(product));
  const url = `${baseUrl}/media/drawn/${encodeURIComponent(product.handle)}.svg?v=${version}`;
  return [{ url, alt: `${product.title}, drawn`, ...drawingSize }];
}

async function createImage(name: string, photograph: Photograph, baseUrl: string): Promise<ProductImageJson> {
  const { alt, width, height, widths } = photograph;
  const createSource = async (format: 'avif' | 'webp') => {
    const candidates = widths.map(
      async (width) => `${baseUrl}${await getPath(`${name}-${width}.${format}`)} ${width}w`,
    );
    return { type: `image/${format}`, srcset: (await Promise.all(candidates)).join(', ') };
  };
  const jpeg = await getPath(`${name}-${widths.find((candidate) => candidate >= jpegWidth) ?? width}.jpg`);
  const sources = await Promise.all([createSource('avif'), createSource('webp')]);
  return { alt, width, height, url: baseUrl + jpeg, sources };
}

const paths = new Map<string, Promise<string>>();

/** Returns the path of a file with a version that changes with its content. Each file is read once. */
function getPath(name: string): Promise<string> {
  const known = paths.get(name);
  if (known) return known;
  const path = readFile(join(mediaFolder, name)).then((content) => `/media/${name}?v=${createVersion(content)}`);
  paths.set(name, path);
  return path;
}

/** Creates the version of a URL from the content that it names. */
export function createVersion(content: Buffer | string): string {
  return createHash('sha256').update(content).digest('hex').slice(0, 8);
}
