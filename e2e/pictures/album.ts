import path from 'node:path';
import type { Theme } from '../fixtures/screens';

/** Phone, tablet and desktop: widths and heights of the window in CSS pixels. */
export const windows = [
  { width: 390, height: 844 },
  { width: 820, height: 1180 },
  { width: 1440, height: 900 },
];

/** Where pictures are put; git ignores it. */
export const album = path.resolve(import.meta.dirname, '../../.cache/pictures');

/** Folder of the pictures of one width and theme. */
export const shelf = (width: number, theme: Theme): string => path.join(album, `${width}-${theme}`);
