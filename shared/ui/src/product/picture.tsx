import type { ProductImage } from '@shop/api-contract/decoders/product';
import { styled } from '@shop/ui/core';
import { useState } from 'react';

export interface PictureProps {
  /** The picture; without one, or when its address is empty, the fallback shows. */
  picture: Pick<ProductImage, 'url'> & Partial<ProductImage>;
  /** What the picture shows; empty when the text next to it says the same. */
  alt: string;
  /** Address of the picture that stands in for a missing or broken one. */
  fallback: string;
  /** Widths of the slot for the browser's choice, as in `<img sizes>`. */
  sizes: string;
  /** Width over height of the slot. Default 4 / 5. */
  ratio?: string;
  /** The largest picture of a page loads at once, everything else when it comes near. */
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
 * A product or category picture in its slot: space reserved, best encoding first, one stand-in when loading fails.
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
        // A new element for a new address: an image that failed once would otherwise keep its error.
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
