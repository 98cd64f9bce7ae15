import type { Product } from '@shop/api-contract/decoders/product';
import { useTexts } from '@shop/language/texts';
import { urls } from '@shop/remote-contract/urls';
import { Link } from '@shop/router/router';
import { Container, Skeleton, Typography } from '@shop/ui/core';
import { Picture } from '@shop/ui/picture';
import { Price } from '@shop/ui/price';
import { type Ref, useId } from 'react';
import { capDensity } from '../pictures/picture-sizes';
import { getMainPicture, productFallback } from '../product/product-picture';
import * as styles from './product-rail.module.css';

interface ProductRailProps {
  title: string;
  /** Left out, placeholders keep the space of the products. */
  products?: readonly Product[];
  /** Whether a request for the products runs. */
  isLoading?: boolean;
  /** Number of products that fill the row of a wide window. Narrow windows scroll the row. */
  length: number;
  hasPrices?: boolean;
  ref?: Ref<HTMLElement>;
}

/** Width in CSS pixels below which no product becomes narrower, and the space between two. */
const minWidth = 132;
const gap = 16;

/** Shows pictures and names of products in one row, as links. */
export function ProductRail({ title, products, isLoading, length, hasPrices = false, ref }: ProductRailProps) {
  const t = useTexts();
  const titleId = useId();
  const gridAutoColumns = `max(${minWidth}px, (100% - ${gap * (length - 1)}px) / ${length})`;
  return (
    <section
      ref={ref}
      className={styles.section}
      aria-labelledby={titleId}
      aria-busy={isLoading}
      data-has-products={products !== undefined}
    >
      <Container maxWidth="xl">
        <Typography variant="h3" component="h2" id={titleId}>
          {title}
        </Typography>
        <ul className={styles.rail} style={{ gap, gridAutoColumns }} aria-hidden={products === undefined}>
          {products
            ? products.slice(0, length).map((product) => (
                <li key={product.id}>
                  <Link className={styles.product} to={urls.product(product.id)}>
                    <Picture
                      picture={getMainPicture(product)}
                      alt=""
                      fallback={productFallback}
                      sizes={capDensity(`max(${minWidth}px, min(100vw, 1440px) / ${length})`)}
                    />
                    <span className={styles.text} data-has-price={hasPrices}>
                      <span className={styles.name} lang={t.dataLanguage}>
                        {product.name}
                      </span>
                      {hasPrices && <Price price={product.price} originalPrice={product.originalPrice} />}
                    </span>
                  </Link>
                </li>
              ))
            : Array.from({ length }, (_, index) => index).map((index) => (
                <li key={index} className={styles.product}>
                  <Skeleton variant="rounded" className={styles.picture} />
                  <span className={styles.text} data-has-price={hasPrices}>
                    <Skeleton />
                    {hasPrices && <Skeleton width="40%" />}
                  </span>
                </li>
              ))}
        </ul>
      </Container>
    </section>
  );
}
