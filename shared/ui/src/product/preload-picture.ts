import { preload } from 'react-dom';

/** One encoding of a picture, as in `<source>`. With `media` it is for the windows that match. */
export interface PictureSource {
  type: string;
  srcset: string;
  media?: string;
  /** Widths of the slot in those windows. Default: the sizes of the picture. */
  sizes?: string;
}

/**
 * Adds preloads of a picture to the document, so that the browser requests it before it reads the body. React does so for
 * `<img>`, and not inside `<picture>`. Call it while a component renders.
 *
 * Only the first encoding is preloaded: a browser that reads two of them would download both. Of sources with `media` each
 * is preloaded for its own windows, because a preload does not know that an earlier source has matched.
 *
 * @param sources In the order of the `<source>` elements: the first that matches wins.
 * @param sizes Widths of the slot, as in `<img sizes>`, for sources without sizes of their own.
 *
 * @example preloadPicture([{ type: 'image/avif', srcset: '/a-320.avif 320w, /a-640.avif 640w' }], '50vw')
 */
export function preloadPicture(sources: readonly PictureSource[], sizes: string): void {
  // Only a document needs it: the browser requests a picture that a script renders at once.
  if (typeof window !== 'undefined') return;
  const preferred = sources.filter(({ type }) => type === sources[0]?.type);
  let earlier: string | undefined;
  for (const { type, srcset, media, sizes: imageSizes = sizes } of preferred) {
    const [url = ''] = srcset.trim().split(/\s+/);
    preload(url, {
      as: 'image',
      type,
      imageSrcSet: srcset,
      imageSizes,
      fetchPriority: 'high',
      media: media ?? (earlier && `not all and ${earlier}`),
    });
    earlier = media;
  }
}
