import type { Product } from '@shop/api-contract/decoders/product';
import { useTexts } from '@shop/language/texts';
import { useNotify } from '@shop/notifications/use-notify';
import { Picture, type PictureProps } from '@shop/ui/picture';
import { Maximize2 } from 'lucide-react';
import { useState } from 'react';
import { cardPictureSizes } from '../../../pictures/picture-sizes';
import { getMainPicture, productFallback } from '../../../product/product-picture';
import * as styles from './gallery.module.css';
import { Pager } from './pager';
import type { PictureRow } from './use-picture-row';
import type { ZoomDialog } from './zoom-dialog';

/** Widths of the large picture by window. gallery.module.css and product-detail.module.css set them. */
const sizes = [
  '(min-width: 1024px) clamp(380px, 80vh - 134px, min(54vw - 26px, 752px))',
  '(min-width: 768px) calc(50vw - 44px)',
  'min(100vw - 32px, max(288px, 120vh - 432px))',
].join(', ');

/** Returns the pictures of a product without duplicates, its main picture first. */
export function getPictures(product: Product): PictureProps['picture'][] {
  const all = [getMainPicture(product), ...product.images].filter(({ url }) => url !== '');
  const unique = all.filter(({ url }, index) => all.findIndex((picture) => picture.url === url) === index);
  return unique.length > 0 ? unique : [{ url: '' }];
}

interface GalleryProps {
  product: Product;
  /** `getPictures` of the product. */
  pictures: readonly PictureProps['picture'][];
  pictureRow: PictureRow;
  /** True when the shopper comes from a page that may have shown the picture on a card. */
  hasShownCard: boolean;
}

/**
 * Shows the pictures of a product in a row that scrolls sideways, with thumbnails and a full-screen view, which loads on its first
 * use. Without scripts the row alone works.
 */
export function Gallery({ product, pictures, pictureRow, hasShownCard }: GalleryProps) {
  const t = useTexts();
  const { row, index, show, rowEvents } = pictureRow;
  const notify = useNotify();
  const [Zoom, setZoom] = useState<typeof ZoomDialog | null>(null);
  const zoom = async () => {
    try {
      const loaded = await import(/* webpackChunkName: "zoom-dialog" */ './zoom-dialog');
      setZoom(() => loaded.ZoomDialog);
    } catch (error) {
      console.error('The full-screen view did not load:', error);
      notify({
        tone: 'destructive',
        title: t('The full-screen view did not load'),
        description: t('Please try again.'),
      });
    }
  };
  const close = (lastIndex: number) => {
    setZoom(null);
    show(lastIndex);
  };
  return (
    <div className={styles.gallery} data-thumbnails={pictures.length > 1}>
      <div className={styles.stage}>
        <ul ref={row} className={styles.row} aria-label={product.name} lang={t.dataLanguage} {...rowEvents}>
          {pictures.map((picture, position) => (
            <li key={picture.url}>
              {/* The file of the card is in the browser's cache. It shows until the large file has loaded. */}
              {hasShownCard && position === 0 && (
                <Picture
                  picture={picture}
                  alt=""
                  fallback={productFallback}
                  sizes={cardPictureSizes[3]}
                  isLazy={false}
                />
              )}
              <Picture
                picture={picture}
                alt={picture.alt || product.name}
                fallback={productFallback}
                sizes={sizes}
                isPriority={position === 0}
              />
              {picture.url !== '' && (
                <button
                  type="button"
                  className={styles.zoom}
                  lang={t.dataLanguage && t.language}
                  aria-label={t('Zoom picture {number} of {count}', { number: position + 1, count: pictures.length })}
                  tabIndex={position === index ? 0 : -1}
                  onClick={() => void zoom()}
                >
                  <Maximize2 size={18} aria-hidden />
                </button>
              )}
            </li>
          ))}
        </ul>
        <Pager index={index} count={pictures.length} show={show} />
      </div>
      {pictures.length > 1 && (
        <ul className={styles.thumbnails} aria-label={t('Pictures')}>
          {pictures.map((picture, position) => (
            <li key={picture.url}>
              <button
                className={styles.thumbnail}
                type="button"
                aria-label={t('Show picture {number} of {count}', { number: position + 1, count: pictures.length })}
                aria-pressed={position === index}
                onClick={() => show(position)}
              >
                <Picture picture={picture} alt="" fallback={productFallback} sizes="76px" />
              </button>
            </li>
          ))}
        </ul>
      )}
      {Zoom && <Zoom name={product.name} pictures={pictures} start={index} onClose={close} />}
    </div>
  );
}
