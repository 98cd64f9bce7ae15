import { urls } from '@shop/remote-contract/urls';
import { Link } from '@shop/router/router';
import { Button, Typography } from '@shop/ui/core';
import { PackageOpen } from 'lucide-react';
import * as styles from './orders.module.css';

/** The empty list of orders. Specification 2 "My orders". */
export function NoOrders() {
  return (
    <div className={styles.empty}>
      <span className={styles.emptyIcon} aria-hidden>
        <PackageOpen size={48} strokeWidth={1.25} />
      </span>
      <Typography variant="h2">No Orders Found</Typography>
      <Button component={Link} to={urls.productList()} variant="contained" size="large">
        Browse Products
      </Button>
    </div>
  );
}
