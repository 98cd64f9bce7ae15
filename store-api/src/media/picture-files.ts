import { existsSync, readdirSync } from 'node:fs';

/** The formats pictures come in, the best first, with their types. A browser that knows none of the others takes JPEG. */
export const pictureTypes = { avif: 'image/avif', webp: 'image/webp', jpg: 'image/jpeg' } as const;

export type PictureFormat = keyof typeof pictureTypes;

export interface PictureFile {
  name: string;
  /** Pixels. */
  width: number;
}

/** The files of one view of a product by format, the narrowest first. */
export interface PictureView {
  /** From 1. */
  number: number;
  files: Record<PictureFormat, PictureFile[]>;
}

const pictureName = /^(?<handle>.+)-(?<view>[1-9]\d*)-(?<width>[1-9]\d*)\.(?<format>avif|webp|jpg)$/;

/**
 * Lists the pictures of a folder, by handle and view: `<handle>-<view>-<width>.<avif|webp|jpg>`. Other files do not
 * count, nor does a view without a JPEG, which every browser can show. The folder may be missing.
 */
export function readPictureFiles(mediaDir: string): Map<string, PictureView[]> {
  const products = new Map<string, Map<number, PictureView>>();
  for (const name of existsSync(mediaDir) ? readdirSync(mediaDir) : []) {
    const { handle = '', view, width, format } = pictureName.exec(name)?.groups ?? {};
    if (!isFormat(format)) continue;
    const number = Number(view);
    const views = products.get(handle) ?? new Map<number, PictureView>();
    const files = views.get(number)?.files ?? { avif: [], webp: [], jpg: [] };
    files[format].push({ name, width: Number(width) });
    products.set(handle, views.set(number, { number, files }));
  }
  return new Map([...products].map(([handle, views]) => [handle, inOrder([...views.values()])]));
}

function inOrder(views: PictureView[]): PictureView[] {
  for (const { files } of views) {
    for (const list of Object.values(files)) list.sort((one, other) => one.width - other.width);
  }
  return views.filter(({ files }) => files.jpg.length > 0).sort((one, other) => one.number - other.number);
}

function isFormat(text: string | undefined): text is PictureFormat {
  return text !== undefined && Object.hasOwn(pictureTypes, text);
}
