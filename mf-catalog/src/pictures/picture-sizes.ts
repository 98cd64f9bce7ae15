/**
 * Adds a smaller width for screens of two and more pixels per CSS pixel, in the syntax of `<img sizes>`. With the widths of the files
 * the browser then chooses 1.7 to 2.8 pixels per CSS pixel: people see no difference, and the file has about half of the bytes.
 *
 * @param width Rendered width: `calc(100vw - 32px)`.
 * @param share Part of the width that counts.
 */
export const capDensity = (width: string, share = 0.7) => `(min-resolution: 2dppx) calc(${width} * ${share}), ${width}`;

/** Columns of the grid from 768 px. Phones always show two columns. */
export type GridColumns = 2 | 3 | 4;

/** On phones the margins of the page and the gap between two cards take 48 px. */
const phoneSize = capDensity('calc(50vw - 24px)');

/** Rendered widths of a card's picture by number of columns, in the syntax of `<img sizes>`. The container is at most 1440 px wide. */
export const cardPictureSizes: Record<GridColumns, string> = {
  2: `(min-width: 1440px) 680px, (min-width: 768px) calc(50vw - 40px), ${phoneSize}`,
  3: `(min-width: 1440px) 443px, (min-width: 768px) calc(33.3vw - 37px), ${phoneSize}`,
  4: `(min-width: 1440px) 333px, (min-width: 768px) calc(25vw - 27px), ${phoneSize}`,
};
