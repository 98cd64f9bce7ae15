import { urls } from '@shop/remote-contract/urls';
import { Link } from '@shop/router/router';
import { Button, Skeleton } from '@shop/ui/core';
import { DocumentHead } from '@shop/ui/document-head';
import { NoticeScreen } from '@shop/ui/notice-screen';
import { VisuallyHidden } from '@shop/ui/visually-hidden';
import { ShoppingBag } from 'lucide-react';
import { Page } from '../../cart-view/cart-view';
import * as styles from './cart.module.css';
import { type BeforeRemove, CartContents } from './cart-contents';
import { type CartScreenState, useCartScreen } from './use-cart-screen';
import { useFocusAfterRemoval } from './use-focus-after-removal';

/** The cart screen. Specification 2 "Cart page". */
export function CartScreen() {
  const state = useCartScreen();
  const { region, expectRemoval } = useFocusAfterRemoval(state.kind === 'ready' ? state.lines.length : 0);
  return (
    <div ref={region}>
      <DocumentHead title="Your cart" isPrivate />
      <CartBody state={state} onBeforeRemove={expectRemoval} />
    </div>
  );
}

function CartBody({ state, onBeforeRemove }: { state: CartScreenState; onBeforeRemove: BeforeRemove }) {
  switch (state.kind) {
    case 'loading':
      return <CartSkeleton />;
    case 'empty':
      return <EmptyCart />;
    case 'ready':
      return <CartContents state={state} onBeforeRemove={onBeforeRemove} />;
  }
}

/** The empty cart. Specification 2 "Cart page". */
function EmptyCart() {
  return (
    <NoticeScreen
      title="Your cart is empty"
      icon={<ShoppingBag strokeWidth={1.25} />}
      actions={
        <Button component={Link} to={urls.home()} variant="contained" size="large">
          Continue Shopping
        </Button>
      }
    >
      Items you add stay in your cart, even when you are not signed in.
    </NoticeScreen>
  );
}

/** Placeholder of the cart until storage was read. */
function CartSkeleton() {
  return (
    <Page>
      <VisuallyHidden role="status">Loading your cart</VisuallyHidden>
      <div aria-hidden>
        <Skeleton variant="rounded" width={240} height={52} />
        <div className={styles.columns}>
          <div>
            {[0, 1].map((line) => (
              <div key={line} className={styles.line}>
                <Skeleton variant="rounded" className={`${styles.picture} ${styles.placeholder}`} />
                <div className={styles.info}>
                  <Skeleton width="70%" />
                  <Skeleton width="40%" />
                </div>
                <Skeleton variant="rounded" width={144} height={46} className={styles.quantity} />
              </div>
            ))}
          </div>
          <Skeleton variant="rounded" height={260} />
        </div>
      </div>
    </Page>
  );
}
