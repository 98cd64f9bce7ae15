import { existsSync, readdirSync } from 'node:fs';

/** Media types of the image formats, best first. Browsers that support none of the others use JPEG. */
export const imageTypes = { avif: 'image/avif', webp: 'image/webp', jpg: 'image/jpeg' } as const;

export type ImageFormat = keyof typeof imageTypes;

export interface ImageFile {
  name: string;
  /** Width in pixels. */
  width: number;
}

/** Files of one view of a product by format, narrowest first. */
export interface ImageView {
  /** 1 or more. */
  number: number;
  files: Record<ImageFormat, ImageFile[]>;
}

const fileNamePattern = /^(?<handle>.+)-(?<view>[1-9]\d*)-(?<width>[1-9]\d*)\.(?<format>avif|webp|jpg)$/;

/**
 * Lists the images of a folder by handle and view. File names are `<handle>-<view>-<width>.<avif|webp|jpg>`. It ignores
 * other files, and views without a JPEG, because every browser supports JPEG. The folder may be absent.
 */
export function listImageFiles(mediaDir: string): Map<string, ImageView[]> {
  const products = new Map<string, Map<number, ImageView>>();
  for (const name of existsSync(mediaDir) ? readdirSync(mediaDir) : []) {
    const { handle = '', view, width, format } = fileNamePattern.exec(name)?.groups ?? {};
    if (!isFormat(format)) continue;
    const number = Number(view);
    const views = products.get(handle) ?? new Map<number, ImageView>();
    const files = views.get(number)?.files ?? { avif: [], webp: [], jpg: [] };
    files[format].push({ name, width: Number(width) });
    products.set(handle, views.set(number, { number, files }));
  }
  return new Map([...products].map(([handle, views]) => [handle, sortViews([...views.values()])]));
}

function sortViews(views: ImageView[]): ImageView[] {
  for (const { files } of views) {
    for (const list of Object.values(files)) list.sort((a, b) => a.width - b.width);
  }
  return views.filter(({ files }) => files.jpg.length > 0).sort((a, b) => a.number - b.number);
}

function isFormat(text: string | undefined): text is ImageFormat {
  return text !== undefined && Object.hasOwn(imageTypes, text);
}
