import type { ProductImage } from '@shop/api-contract/decoders/product';
import { useState } from 'react';
import * as styles from './picture.module.css';
import { type PictureSource, preloadPicture } from './preload-picture';

export interface PictureProps {
  /** The picture. The fallback replaces a picture whose URL is empty. */
  picture: Pick<ProductImage, 'url'> & Partial<Omit<ProductImage, 'sources'>> & { sources?: PictureSource[] };
  /** What the picture shows. Empty when the text next to it says the same. */
  alt: string;
  /** URL of the picture that replaces a missing or broken one. */
  fallback: string;
  /** Widths of the slot, as in `<img sizes>`. The browser chooses a file by them. */
  sizes: string;
  /** Aspect ratio of the slot: width / height. Default: 4 / 5. */
  ratio?: string;
  /** Set for the largest picture of a page above the fold. The document preloads it, before all other pictures. */
  isPriority?: boolean;
  /** True for a picture that loads when it comes near the window. Default: true for all pictures without priority. */
  isLazy?: boolean;
}

/**
 * A product or category picture. It reserves its space, offers the smallest encoding first, and shows the fallback when
 * loading fails.
 *
 * @example <Picture picture={product.picture} alt={product.title} fallback={noPicture} sizes="50vw" />
 *
 * @see Specification 2 "Product card": a failed image is replaced by a fallback stock image
 */
export function Picture({
  picture,
  alt,
  fallback,
  sizes,
  ratio = '4 / 5',
  isPriority = false,
  isLazy = !isPriority,
}: PictureProps) {
  const [failed, setFailed] = useState('');
  const isFallback = !picture.url || failed === picture.url;
  if (isPriority && !isFallback) preloadPicture(picture.sources ?? [], sizes);
  return (
    <picture className={styles.frame} style={{ aspectRatio: ratio }}>
      {!isFallback &&
        picture.sources?.map(({ type, srcset, media, sizes: ownSizes = sizes }) => (
          <source key={`${type} ${media}`} type={type} srcSet={srcset} sizes={ownSizes} media={media} />
        ))}
      <img
        // A new URL gets a new element, because an image element that failed once keeps its error.
        key={isFallback ? fallback : picture.url}
        className={styles.image}
        src={isFallback ? fallback : picture.url}
        alt={alt}
        width={picture.width ?? 960}
        height={picture.height ?? 1200}
        loading={isLazy ? 'lazy' : 'eager'}
        fetchPriority={isPriority ? 'high' : 'auto'}
        decoding="async"
        onError={() => setFailed(picture.url)}
        // A picture of the server's HTML can fail before its scripts run, and then fires no event again.
        ref={(image) => {
          if (image?.complete && image.currentSrc && image.naturalWidth === 0 && !isFallback) setFailed(picture.url);
        }}
      />
    </picture>
  );
}
