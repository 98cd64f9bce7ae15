import type { ProductImage } from '@shop/api-contract/decoders/product';
import { styled } from '@shop/ui/core';
import { useState } from 'react';

export interface PictureProps {
  /** The picture. The fallback replaces a picture whose URL is empty. */
  picture: Pick<ProductImage, 'url'> & Partial<ProductImage>;
  /** What the picture shows. Empty when the text next to it says the same. */
  alt: string;
  /** URL of the picture that replaces a missing or broken one. */
  fallback: string;
  /** Widths of the slot, as in `<img sizes>`. The browser chooses a file by them. */
  sizes: string;
  /** Aspect ratio of the slot: width / height. Default: 4 / 5. */
  ratio?: string;
  /** Set for the largest picture of a page, which loads at once. Other pictures load when they come near the window. */
  isPriority?: boolean;
}

const Frame = styled('picture')(({ theme }) => ({
  display: 'block',
  overflow: 'hidden',
  borderRadius: theme.shape.borderRadius,
  backgroundColor: theme.vars.palette.background.sunken,
}));

const Image = styled('img')({ display: 'block', width: '100%', height: '100%', objectFit: 'cover' });

/**
 * A product or category picture. It reserves its space, offers the smallest encoding first, and shows the fallback when
 * loading fails.
 *
 * @example <Picture picture={product.picture} alt={product.title} fallback={noPicture} sizes="50vw" />
 *
 * @see Specification 2 "Product card": a failed image is replaced by a fallback stock image
 */
export function Picture({ picture, alt, fallback, sizes, ratio = '4 / 5', isPriority = false }: PictureProps) {
  const [failed, setFailed] = useState('');
  const isFallback = !picture.url || failed === picture.url;
  return (
    <Frame style={{ aspectRatio: ratio }}>
      {!isFallback &&
        picture.sources?.map((source) => (
          <source key={source.type} type={source.type} srcSet={source.srcset} sizes={sizes} />
        ))}
      <Image
        // A new URL gets a new element, because an image element that failed once keeps its error.
        key={isFallback ? fallback : picture.url}
        src={isFallback ? fallback : picture.url}
        alt={alt}
        width={picture.width ?? 960}
        height={picture.height ?? 1200}
        loading={isPriority ? 'eager' : 'lazy'}
        fetchPriority={isPriority ? 'high' : 'auto'}
        decoding="async"
        onError={() => setFailed(picture.url)}
      />
    </Frame>
  );
}
