import { existsSync, readdirSync } from 'node:fs';

/** The formats pictures come in, the best first, with their types. A browser that knows none of the others takes JPEG. */
export const imageTypes = { avif: 'image/avif', webp: 'image/webp', jpg: 'image/jpeg' } as const;

export type ImageFormat = keyof typeof imageTypes;

export interface ImageFile {
  name: string;
  /** Pixels. */
  width: number;
}

/** The files of one view of a product by format, the narrowest first. */
export interface ImageView {
  /** From 1. */
  number: number;
  files: Record<ImageFormat, ImageFile[]>;
}

const pictureName = /^(?<handle>.+)-(?<view>[1-9]\d*)-(?<width>[1-9]\d*)\.(?<format>avif|webp|jpg)$/;

/**
 * Lists the pictures of a folder, by handle and view: `<handle>-<view>-<width>.<avif|webp|jpg>`. Other files do not
 * count, nor does a view without a JPEG, which every browser can show. The folder may be missing.
 */
export function listImageFiles(mediaDir: string): Map<string, ImageView[]> {
  const products = new Map<string, Map<number, ImageView>>();
  for (const name of existsSync(mediaDir) ? readdirSync(mediaDir) : []) {
    const { handle = '', view, width, format } = pictureName.exec(name)?.groups ?? {};
    if (!isFormat(format)) continue;
    const number = Number(view);
    const views = products.get(handle) ?? new Map<number, ImageView>();
    const files = views.get(number)?.files ?? { avif: [], webp: [], jpg: [] };
    files[format].push({ name, width: Number(width) });
    products.set(handle, views.set(number, { number, files }));
  }
  return new Map([...products].map(([handle, views]) => [handle, inOrder([...views.values()])]));
}

function inOrder(views: ImageView[]): ImageView[] {
  for (const { files } of views) {
    for (const list of Object.values(files)) list.sort((one, other) => one.width - other.width);
  }
  return views.filter(({ files }) => files.jpg.length > 0).sort((one, other) => one.number - other.number);
}

function isFormat(text: string | undefined): text is ImageFormat {
  return text !== undefined && Object.hasOwn(imageTypes, text);
}
