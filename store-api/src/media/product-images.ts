import { createHash } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { ProductImageJson } from '@shop/api-contract/schemas/product';
import type { StoredProduct } from '../products/products.repository';
import { drawProduct } from './drawings/product-drawing';
import { type ImageFile, type ImageFormat, type ImageView, imageTypes, listImageFiles } from './image-files';
import type { DescribedView, MediaIndex } from './media-index';

export type ProductWithImages = Pick<StoredProduct, 'handle' | 'title' | 'category' | 'images' | 'ownPictures'>;

export interface ProductImages {
  /**
   * The pictures of a product: photographs, else where an import says they are, else a drawing.
   *
   * @param address What URLs start with, such as `http://localhost:8044`.
   */
  getImages(product: ProductWithImages, address: string): Promise<ProductImageJson[]>;
}

/** A view ready to be handed out: paths below the address, each with a version that changes with the content. */
interface VersionedView {
  number: number;
  path: string;
  width: number;
  sources: { type: string; files: { path: string; width: number }[] }[];
}

/** Drawings are 4:5, as the photographs are. */
const drawingSize = { width: 960, height: 1200 };

/**
 * @param mediaDir Where the pictures are. It is looked into once: a picture that arrives later counts from the next start.
 * @param index What is known of them; a picture it does not describe has the product's title and counts as 4:5.
 */
export function createProductImages(mediaDir: string, index: MediaIndex): ProductImages {
  const files = listImageFiles(mediaDir);
  const versioned = new Map<string, Promise<VersionedView[]>>();

  function photographs(handle: string): Promise<VersionedView[]> {
    const known = versioned.get(handle);
    if (known) return known;
    const views = (files.get(handle) ?? []).map((view) => withVersions(mediaDir, view));
    const present = Promise.all(views).then((list) => list.flatMap((view) => view ?? []));
    versioned.set(handle, present);
    return present;
  }

  return {
    async getImages(product, address) {
      if (!product.ownPictures) return product.images;
      const views = files.has(product.handle) ? await photographs(product.handle) : [];
      const described = index.get(product.handle) ?? [];
      if (views.length === 0) return [drawnImage(product, address)];
      return views.map((view) => photograph(view, described[view.number - 1], product.title, address));
    },
  };
}

function drawnImage(product: ProductWithImages, address: string): ProductImageJson {
  const version = shortHash(drawProduct(product));
  const url = `${address}/media/drawn/${encodeURIComponent(product.handle)}.svg?v=${version}`;
  return { url, alt: `${product.title}, drawn`, ...drawingSize };
}

function photograph(
  { number, path, width, sources }: VersionedView,
  described: DescribedView | undefined,
  title: string,
  address: string,
): ProductImageJson {
  return {
    alt: described?.alt ?? (number === 1 ? title : `${title}, view ${number}`),
    width: described?.width ?? width,
    height: described?.height ?? Math.round((width * 5) / 4),
    url: address + path,
    sources: sources.map(({ type, files }) => ({
      type,
      srcset: files.map((file) => `${address}${file.path} ${file.width}w`).join(', '),
    })),
  };
}

async function withVersions(mediaDir: string, { number, files }: ImageView): Promise<VersionedView | undefined> {
  const present = async (format: ImageFormat) => {
    const list = await Promise.all(files[format].map((file) => withVersion(mediaDir, file)));
    return { type: imageTypes[format], files: list.flatMap((file) => file ?? []) };
  };
  const [jpg, ...modern] = await Promise.all([present('jpg'), present('avif'), present('webp')]);
  const largest = jpg.files.at(-1);
  return largest && { ...largest, number, sources: modern.filter((source) => source.files.length > 0) };
}

async function withVersion(mediaDir: string, { name, width }: ImageFile) {
  try {
    const version = shortHash(await readFile(join(mediaDir, name)));
    return { path: `/media/${encodeURIComponent(name)}?v=${version}`, width };
  } catch {
    // It went away since the start: better none than one that breaks.
    return undefined;
  }
}

function shortHash(content: Buffer | string): string {
  return createHash('sha256').update(content).digest('hex').slice(0, 8);
}
