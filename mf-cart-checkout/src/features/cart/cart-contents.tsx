import { cartLineKey } from '@shop/cart/cart-line';
import { Slot } from '@shop/slots/slot';
import { Button, Typography } from '@shop/ui/core';
import { PageHeading } from '@shop/ui/page-heading';
import { formatItemCount, Page, Totals } from '../../cart-view/totals';
import * as styles from './cart.module.css';
import { CartLineRow } from './cart-line-row';
import type { CartScreenState, CheckOut } from './use-cart-screen';

interface CartContentsProps extends Omit<Extract<CartScreenState, { kind: 'ready' }>, 'kind'> {
  /** Called before a line is removed, with its index. The index is 0 when all lines are removed. */
  onBeforeRemove: (index: number) => void;
}

/** A cart with at least one line. */
export function CartContents({ lines, count, total, changes, actions, checkOut, onBeforeRemove }: CartContentsProps) {
  return (
    <Page>
      <div className={styles.header}>
        <div className={styles.title}>
          <PageHeading>Your cart</PageHeading>
          <Typography tone="secondary" className={styles.count}>
            {formatItemCount(count)}
          </Typography>
        </div>
        <Button
          color="inherit"
          className={styles.clear}
          onClick={() => {
            onBeforeRemove(0);
            actions.clear();
          }}
        >
          Clear Cart
        </Button>
      </div>
      <div className={styles.columns}>
        <ul className={styles.lines} aria-label="Items in your cart">
          {lines.map((line, index) => (
            <CartLineRow
              key={cartLineKey(line)}
              line={line}
              priceBefore={changes.pricesBefore.get(line.id)}
              isUnavailable={changes.unavailableIds.has(line.id)}
              onQuantity={(quantity) => actions.setQuantity(line, quantity)}
              onRemove={() => {
                onBeforeRemove(index);
                actions.remove(line);
              }}
            />
          ))}
        </ul>
        <CartSummary total={total} itemCount={count} checkOut={checkOut} />
      </div>
    </Page>
  );
}

interface CartSummaryProps {
  /** Rupees over all lines. */
  total: number;
  itemCount: number;
  checkOut: CheckOut;
}

const headingId = 'cart-summary';

/** Totals of the cart and the Checkout button. */
function CartSummary({ total, itemCount, checkOut }: CartSummaryProps) {
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
