import { createHash } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { ProductImage } from '@shop/api-contract/wire/product';
import type { StoredProduct } from '../products/products.repository';
import { productDrawing } from './drawings/product-drawing';
import type { MediaIndex, PhotographedView } from './media-index';

export type PicturedProduct = Pick<StoredProduct, 'handle' | 'title' | 'category' | 'images' | 'ownPictures'>;

export interface ProductPictures {
  /**
   * The pictures of a product: photographs, else where an import says they are, else a drawing.
   *
   * @param address What URLs start with, such as `http://localhost:8044`.
   */
  of(product: PicturedProduct, address: string): Promise<ProductImage[]>;
}

/** A view with its files found: paths below the address, each with a version that changes with the content. */
interface FoundView {
  image: Omit<ProductImage, 'url' | 'sources'>;
  path: string;
  sources: { type: string; files: { path: string; width: number }[] }[];
}

const modernFormats = [
  { extension: 'avif', type: 'image/avif' },
  { extension: 'webp', type: 'image/webp' },
];

/** Drawings are 4:5, as the photographs are. */
const drawingSize = { width: 960, height: 1200 };

/** @param mediaDir Where the files of the index are: `<handle>-<view>-<width>.<format>`. */
export function productPictures(mediaDir: string, index: MediaIndex): ProductPictures {
  const found = new Map<string, Promise<FoundView[]>>();

  function photographs(handle: string): Promise<FoundView[]> {
    const known = found.get(handle);
    if (known) return known;
    const views = Promise.all((index.get(handle) ?? []).map((view, at) => findView(mediaDir, handle, at + 1, view)));
    const present = views.then((list) => list.flatMap((view) => view ?? []));
    found.set(handle, present);
    return present;
  }

  return {
    async of(product, address) {
      if (!product.ownPictures) return product.images;
      const views = index.has(product.handle) ? await photographs(product.handle) : [];
      if (views.length > 0) return views.map((view) => imageOf(view, address));
      return [drawnImage(product, address)];
    },
  };
}

function drawnImage(product: PicturedProduct, address: string): ProductImage {
  const version = shortHash(productDrawing(product));
  const url = `${address}/media/drawn/${encodeURIComponent(product.handle)}.svg?v=${version}`;
  return { url, alt: `${product.title}, drawn`, ...drawingSize };
}

function imageOf({ image, path, sources }: FoundView, address: string): ProductImage {
  return {
    ...image,
    url: address + path,
    sources: sources.map(({ type, files }) => ({
      type,
      srcset: files.map((file) => `${address}${file.path} ${file.width}w`).join(', '),
    })),
  };
}

/** Looks up the files of a view once. A view without its JPEG is left out; so is a format with no file. */
async function findView(mediaDir: string, handle: string, at: number, view: PhotographedView) {
  const filesOf = async (extension: string) => {
    const widths = [...view.widths].sort((one, other) => one - other);
    const files = await Promise.all(
      widths.map((width) => findFile(mediaDir, `${handle}-${at}-${width}.${extension}`, width)),
    );
    return files.flatMap((file) => file ?? []);
  };
  const largest = (await filesOf('jpg')).at(-1);
  if (!largest) return undefined;
  const sources = await Promise.all(
    modernFormats.map(async ({ extension, type }) => ({ type, files: await filesOf(extension) })),
  );
  const { alt, width, height } = view;
  return {
    image: { alt, width, height },
    path: largest.path,
    sources: sources.filter(({ files }) => files.length > 0),
  };
}

async function findFile(mediaDir: string, name: string, width: number) {
  try {
    const version = shortHash(await readFile(join(mediaDir, name)));
    return { path: `/media/${name}?v=${version}`, width };
  } catch {
    // The index is ahead of its files: the picture is handed out when it is there.
    return undefined;
  }
}

function shortHash(content: Buffer | string): string {
  return createHash('sha256').update(content).digest('hex').slice(0, 8);
}
