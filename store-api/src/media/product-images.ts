import { createHash } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { ProductImageJson } from '@shop/api-contract/schemas/product';
import type { StoredProduct } from '../products/products.repository';
import { type ImageFile, type ImageFormat, type ImageView, imageTypes, listImageFiles } from './image-files';
import type { DescribedView, MediaIndex } from './media-index';
import { drawProduct } from './product-drawing';

export type ProductWithImages = Pick<StoredProduct, 'handle' | 'title' | 'category' | 'images' | 'ownPictures'>;

export interface ProductImages {
  /**
   * Returns the images of a product: the URLs of its import, or its photographs, or a drawing.
   *
   * @param baseUrl Prefix of the URLs, for example `http://localhost:8044`.
   */
  getImages(product: ProductWithImages, baseUrl: string): Promise<ProductImageJson[]>;
}

/** A view with the paths of its files. Each path contains a version that changes with the content. */
interface VersionedView {
  number: number;
  path: string;
  width: number;
  sources: { type: string; files: { path: string; width: number }[] }[];
}

/** Drawings and photographs have the aspect ratio 4:5. */
const drawingSize = { width: 960, height: 1200 };

/**
 * Creates the images of products.
 *
 * @param mediaDir Folder of the photographs. It is listed once, so new photographs appear after the next start.
 * @param index Descriptions of the photographs. Without one, the text is the product's title and the ratio is 4:5.
 */
export function createProductImages(mediaDir: string, index: MediaIndex): ProductImages {
  const files = listImageFiles(mediaDir);
  const versioned = new Map<string, Promise<VersionedView[]>>();

  function getPhotographs(handle: string): Promise<VersionedView[]> {
    const known = versioned.get(handle);
    if (known) return known;
    const views = (files.get(handle) ?? []).map((view) => addVersions(mediaDir, view));
    const existing = Promise.all(views).then((list) => list.flatMap((view) => view ?? []));
    versioned.set(handle, existing);
    return existing;
  }

  return {
    async getImages(product, baseUrl) {
      if (!product.ownPictures) return product.images;
      const views = files.has(product.handle) ? await getPhotographs(product.handle) : [];
      const described = index.get(product.handle) ?? [];
      if (views.length === 0) return [createDrawnImage(product, baseUrl)];
      return views.map((view) => createPhotograph(view, described[view.number - 1], product.title, baseUrl));
    },
  };
}

function createDrawnImage(product: ProductWithImages, baseUrl: string): ProductImageJson {
  const version = createShortHash(drawProduct(product));
  const url = `${baseUrl}/media/drawn/${encodeURIComponent(product.handle)}.svg?v=${version}`;
  return { url, alt: `${product.title}, drawn`, ...drawingSize };
}

function createPhotograph(
  { number, path, width, sources }: VersionedView,
  described: DescribedView | undefined,
  title: string,
  baseUrl: string,
): ProductImageJson {
  return {
    alt: described?.alt ?? (number === 1 ? title : `${title}, view ${number}`),
    width: described?.width ?? width,
    height: described?.height ?? Math.round((width * 5) / 4),
    url: baseUrl + path,
    sources: sources.map(({ type, files }) => ({
      type,
      srcset: files.map((file) => `${baseUrl}${file.path} ${file.width}w`).join(', '),
    })),
  };
}

async function addVersions(mediaDir: string, { number, files }: ImageView): Promise<VersionedView | undefined> {
  const getVersionedFiles = async (format: ImageFormat) => {
    const list = await Promise.all(files[format].map((file) => addVersion(mediaDir, file)));
    return { type: imageTypes[format], files: list.flatMap((file) => file ?? []) };
  };
  const [jpg, ...modern] = await Promise.all([
    getVersionedFiles('jpg'),
    getVersionedFiles('avif'),
    getVersionedFiles('webp'),
  ]);
  const largest = jpg.files.at(-1);
  return largest && { ...largest, number, sources: modern.filter((source) => source.files.length > 0) };
}

async function addVersion(mediaDir: string, { name, width }: ImageFile) {
  try {
    const version = createShortHash(await readFile(join(mediaDir, name)));
    return { path: `/media/${encodeURIComponent(name)}?v=${version}`, width };
  } catch {
    // The file was removed after the start. No image is better than a broken one.
    return undefined;
  }
}

function createShortHash(content: Buffer | string): string {
  return createHash('sha256').update(content).digest('hex').slice(0, 8);
}
