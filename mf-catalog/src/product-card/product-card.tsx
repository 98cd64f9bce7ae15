import type { Product } from '@shop/api-contract/decoders/product';
import { urls } from '@shop/remote-contract/urls';
import { Link } from '@shop/router/router';
import { Picture } from '@shop/ui/picture';
import { isOnSale, Price } from '@shop/ui/price';
import { useId } from 'react';
import { productFallback } from '../product/product-fallback';
import { getMainPicture } from '../product/product-picture';
import { SaleBadge } from '../product/sale-badge';
import { CardActions } from './card-actions';
import * as styles from './product-card.module.css';
import { StaticRating } from './static-rating';

export interface ProductCardProps {
  product: Product;
  /** Rendered widths of the picture, in the syntax of `<img sizes>`. */
  sizes: string;
  /** True for the largest picture of the page above the fold. */
  isPriority?: boolean;
  /** True for a picture that loads when it comes near the window. Default: true for all pictures without priority. */
  isLazy?: boolean;
}

/** Shows a product in a grid. Specification 2 "Product card". */
export function ProductCard({ product, sizes, isPriority = false, isLazy = !isPriority }: ProductCardProps) {
  const nameId = useId();
  return (
    <article className={styles.card} aria-labelledby={nameId}>
      <Picture
        picture={getMainPicture(product)}
        alt=""
        fallback={productFallback}
        sizes={sizes}
        isPriority={isPriority}
        isLazy={isLazy}
      />
      {isOnSale(product) && (
        <div className={styles.corner}>
          <SaleBadge />
        </div>
      )}
      <div className={styles.text}>
        <div className={styles.row}>
          <span className={styles.category}>{product.category}</span>
          <StaticRating />
        </div>
        <h3 className={styles.name} id={nameId}>
          <Link className={styles.coveringLink} to={urls.product(product.id)}>
            {product.name}
          </Link>
        </h3>
        <Price price={product.price} originalPrice={product.originalPrice} />
      </div>
      <CardActions product={product} nameId={nameId} />
    </article>
  );
}
