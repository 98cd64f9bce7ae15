import { createHash } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { ProductImageJson } from '@shop/api-contract/schemas/product';
import { packageRoot } from '../package-root';
import type { StoredProduct } from './products.repository';

/** Folder of the photographs and of their captions. */
export const mediaFolder = join(packageRoot, 'catalog/media');

/** A photograph, with an AVIF file of each width in pixels and one JPEG for browsers without AVIF. */
interface Photograph {
  /** Begins the names of its files: `<handle>-<view>`. */
  name: string;
  alt: string;
  /** In ascending order. */
  widths: number[];
}

/** Photographs of each product, by handle and in order: the captions whose files `<handle>-<view>-<width>.avif` exist. */
export const photographs = readPhotographs();

function readPhotographs(): Map<string, Photograph[]> {
  const widths = new Map<string, number[]>();
  for (const file of readdirSync(mediaFolder)) {
    const [, name, width] = /^(.+)-(\d+)\.avif$/.exec(file) ?? [];
    if (name)
      widths.set(
        name,
        [...(widths.get(name) ?? []), Number(width)].sort((a, b) => a - b),
      );
  }
  const captions: Record<string, string[]> = JSON.parse(readFileSync(join(mediaFolder, 'captions.json'), 'utf8'));
  const photographs = Object.entries(captions).map(([handle, texts]): [string, Photograph[]] => [
    handle,
    texts.flatMap((alt, view) => {
      const name = `${handle}-${view + 1}`;
      const existing = widths.get(name);
      return existing ? [{ name, alt, widths: existing }] : [];
    }),
  ]);
  return new Map(photographs);
}

/** The JPEG has the first width from this one up, else the largest: see catalog/pictures/encode.mjs. */
const jpegWidth = 640;

/** Photographs have the aspect ratio 4:5. */
const getSize = (width: number) => ({ width, height: width * 1.25 });

/**
 * Returns the images of a product: the URLs of its import, or its photographs. A product without either has none.
 *
 * @param baseUrl Prefix of the URLs, for example `http://localhost:8044`.
 */
export async function getProductImages(
  product: Pick<StoredProduct, 'handle' | 'images' | 'ownPictures'>,
  baseUrl: string,
): Promise<ProductImageJson[]> {
  if (!product.ownPictures) return product.images;
  const views = photographs.get(product.handle) ?? [];
  return Promise.all(views.map((view) => createImage(view, baseUrl)));
}

async function createImage({ name, alt, widths }: Photograph, baseUrl: string): Promise<ProductImageJson> {
  const width = Math.max(...widths);
  const candidates = widths.map(async (width) => `${baseUrl}${await getPath(`${name}-${width}.avif`)} ${width}w`);
  const jpeg = await getPath(`${name}-${widths.find((candidate) => candidate >= jpegWidth) ?? width}.jpg`);
  const srcset = (await Promise.all(candidates)).join(', ');
  return { alt, ...getSize(width), url: baseUrl + jpeg, sources: [{ type: 'image/avif', srcset }] };
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
