/** Extensions of the files of a release that a gateway serves. */
export const servableExtensions = ['js', 'css', 'json', 'svg', 'woff2', 'avif', 'webp', 'jpg', 'png'] as const;

export type ServableExtension = (typeof servableExtensions)[number];

/** Whether a gateway serves files with the extension of this one. Extensions are lower case. */
export const hasServableExtension = (file: string): boolean =>
  servableExtensions.some((extension) => file.endsWith(`.${extension}`));
