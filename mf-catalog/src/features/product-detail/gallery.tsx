import type { Product } from '@shop/api-contract/decoders/product';
import { Picture, type PictureProps } from '@shop/ui/picture';
import { useState } from 'react';
import { getMainPicture, productFallback } from '../../product/product-picture';
import * as styles from './gallery.module.css';

const sizes = '(min-width: 1440px) 640px, (min-width: 1024px) 46vw, (min-width: 768px) 45vw, calc(100vw - 32px)';

/** Returns the pictures of a product without duplicates, its main picture first. */
function getPictures(product: Product): PictureProps['picture'][] {
  const all = [getMainPicture(product), ...product.images].filter(({ url }) => url !== '');
  const unique = all.filter(({ url }, index) => all.findIndex((picture) => picture.url === url) === index);
  return unique.length > 0 ? unique : [{ url: '' }];
}

/**
 * Shows one large picture of a product, and thumbnails when the product has several pictures. Without scripts, all pictures
 * are large.
 */
export function Gallery({ product }: { product: Product }) {
  const pictures = getPictures(product);
  const [shownIndex, setShownIndex] = useState(0);
  const shown = pictures[shownIndex] ?? { url: '' };
  return (
    <div className={styles.gallery} data-thumbnails={pictures.length > 1}>
      <Picture picture={shown} alt={shown.alt || product.name} fallback={productFallback} sizes={sizes} isPriority />
      {pictures.length > 1 && (
        <noscript className={styles.morePictures}>
          {pictures.slice(1).map((picture) => (
            <Picture
              key={picture.url}
              picture={picture}
              alt={picture.alt || product.name}
              fallback={productFallback}
              sizes={sizes}
            />
          ))}
        </noscript>
      )}
      {pictures.length > 1 && (
        <ul className={styles.thumbnails} aria-label="Pictures">
          {pictures.map((picture, index) => (
            <li key={picture.url}>
              <button
                className={styles.thumbnail}
                type="button"
                aria-label={`Show picture ${index + 1} of ${pictures.length}`}
                aria-pressed={index === shownIndex}
                onClick={() => setShownIndex(index)}
              >
                <Picture picture={picture} alt="" fallback={productFallback} sizes="76px" />
              </button>
            </li>
          ))}
        </ul>
      )}
    </div>
  );
}
