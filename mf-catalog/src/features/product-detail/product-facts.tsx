import type { Product } from '@shop/api-contract/decoders/product';
import { urls } from '@shop/remote-contract/urls';
import { Link } from '@shop/router/router';
import { Typography } from '@shop/ui/core';
import * as styles from './product-facts.module.css';

/** Characters of the id that the page shows. Specification 9. */
const shownIdLength = 8;

/** Shows the description and id of a product, and links to the policies on shipping and returns. */
export function ProductFacts({ product: { id, description } }: { product: Product }) {
  return (
    <div className={styles.facts}>
      {description && (
        <section>
          <Typography variant="h3" component="h2" className={styles.title}>
            Description
          </Typography>
          <p className={styles.text}>{description}</p>
        </section>
      )}
      <section>
        <Typography variant="h3" component="h2" className={styles.title}>
          Delivery and returns
        </Typography>
        <p className={styles.text}>
          Shipping is free. Read about <Link to={urls.policy('shipping')}>shipping</Link> and{' '}
          <Link to={urls.policy('return')}>returns</Link>.
        </p>
      </section>
      <Typography variant="caption" component="p" tone="secondary">
        Product ID: {id.slice(0, shownIdLength)}
      </Typography>
    </div>
  );
}
