import { Slot } from '@shop/slots/slot';
import { Button, Typography } from '@shop/ui/core';
import { Totals } from '../../cart-view/totals';
import * as styles from './cart-summary.module.css';
import type { CheckOut } from './use-cart-screen';

export interface CartSummaryProps {
  /** Rupees over all lines. */
  total: number;
  itemCount: number;
  checkOut: CheckOut;
}

const headingId = 'cart-summary';

/** Totals of the cart and the Checkout button. */
export function CartSummary({ total, itemCount, checkOut }: CartSummaryProps) {
  return (
    <section className={styles.panel} aria-labelledby={headingId}>
      <Typography id={headingId} variant="h3" component="h2" className={styles.heading}>
        Summary
      </Typography>
      <Totals total={total} />
      <Button
        variant="contained"
        size="large"
        fullWidth
        className={styles.checkout}
        onClick={checkOut.go}
        onPointerEnter={checkOut.prefetch}
        onFocus={checkOut.prefetch}
        onTouchStart={checkOut.prefetch}
      >
        Checkout
      </Button>
      <Slot name="cart.summary" props={{ itemCount, total }} />
    </section>
  );
}
