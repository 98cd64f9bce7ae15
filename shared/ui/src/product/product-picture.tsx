import { productApi } from '@shop/api-client/product-api';
import { useRef } from 'react';
import noPicture from './no-picture.svg';
import { Picture } from './picture';
import * as styles from './product-picture.module.css';
import { useIsNear } from './use-is-near';

export interface ProductPictureProps {
  /** Product id. An empty id shows the fallback picture. */
  id: string;
  /** Width of the slot, as in `<img sizes>`. */
  sizes: string;
}

/**
 * Decorative picture of a product of which only the id is known, such as an item of an order. It reads the product when it comes
 * near the window, once for all pictures of the product. A product that does not load shows the fallback picture.
 *
 * @example <ProductPicture id={item.id} sizes="56px" />
 */
export function ProductPicture({ id, sizes }: ProductPictureProps) {
  const frame = useRef<HTMLSpanElement>(null);
  const isNear = useIsNear(frame);
  const { currentData: product, isError } = productApi.useProductQuery(id, { skip: !isNear || !id });
  const url = product?.image ?? '';
  const picture = product?.images.find((image) => image.url === url) ?? { url };
  const isSettled = !id || isError || product !== undefined;
  return (
    <span ref={frame} className={styles.frame}>
      {isSettled && <Picture picture={picture} alt="" fallback={noPicture} sizes={sizes} />}
    </span>
  );
}
