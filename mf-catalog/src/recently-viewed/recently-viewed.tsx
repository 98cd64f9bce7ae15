import { urls } from '@shop/remote-contract/urls';
import { Link } from '@shop/router/router';
import { Container, Typography } from '@shop/ui/core';
import { Picture } from '@shop/ui/picture';
import { useId } from 'react';
import { getMainPicture, productFallback } from '../product/product-picture';
import * as styles from './recently-viewed.module.css';
import { useViewedProducts } from './use-viewed-products';

/** Maximum number of products. Narrow screens scroll the rail. */
const railLength = 6;

/**
 * Shows pictures and names of the products that were viewed on this device, the latest first, or nothing without any. It
 * shows no prices: stored prices can be out of date, and the product pages show the current ones. An addition to the
 * specification.
 *
 * @param except Id of the product that the page shows, which the rail leaves out.
 */
export function RecentlyViewed({ except }: { except?: string }) {
  const titleId = useId();
  const products = useViewedProducts().filter(({ id }) => id !== except);
  if (products.length === 0) return null;
  return (
    <section className={styles.section} aria-labelledby={titleId}>
      <Container maxWidth="xl">
        <Typography variant="h3" component="h2" id={titleId}>
          Recently viewed
        </Typography>
        <ul className={styles.rail}>
          {products.slice(0, railLength).map((product) => (
            <li key={product.id}>
              <Link className={styles.product} to={urls.product(product.id)}>
                <Picture
                  picture={getMainPicture(product)}
                  alt=""
                  fallback={productFallback}
                  sizes="(min-width: 1024px) 220px, 40vw"
                />
                {product.name}
              </Link>
            </li>
          ))}
        </ul>
      </Container>
    </section>
  );
}
