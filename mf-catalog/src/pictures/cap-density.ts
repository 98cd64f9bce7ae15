/**
 * Adds a smaller width for screens of 2.5 and more pixels per CSS pixel, in the syntax of `<img sizes>`. The browser then chooses a
 * file of about two pixels per CSS pixel: people see no difference, and the file has half of the bytes.
 *
 * @param width Rendered width: `calc(100vw - 32px)`.
 * @param share Part of the width that counts. 0.7 gives a phone of 3 pixels a file of 2.1.
 */
export const capDensity = (width: string, share = 0.7) =>
  `(min-resolution: 2.5dppx) calc(${width} * ${share}), ${width}`;
