import path from 'node:path';
import type { Theme } from '../fixtures/screens';

/** Window sizes of phone, tablet and desktop in CSS pixels. */
export const windows = [
  { width: 390, height: 844 },
  { width: 820, height: 1180 },
  { width: 1440, height: 900 },
];

/** Output folder; git ignores it. */
export const album = path.resolve(import.meta.dirname, '../../.cache/screenshots');

/** Folder of the screenshots of one width and theme. */
export const shelf = (width: number, theme: Theme): string => path.join(album, `${width}-${theme}`);
