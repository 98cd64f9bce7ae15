import { useTexts } from '@shop/language/texts';
import { urls } from '@shop/remote-contract/urls';
import { Link } from '@shop/router/router';
import { Slot } from '@shop/slots/slot';
import { Button, Container } from '@shop/ui/core';
import { DocumentHead } from '@shop/ui/document-head';
import { NoticeScreen } from '@shop/ui/notice-screen';
import { ShoppingBag } from 'lucide-react';
import { type BeforeRemove, CartContents, CartSkeleton } from './cart-contents';
import { type CartScreenState, useCartScreen } from './use-cart-screen';
import { useFocusAfterRemoval } from './use-focus-after-removal';

/** The cart screen. Specification 2 "Cart page". */
export function CartScreen() {
  const t = useTexts();
  const state = useCartScreen();
  const { region, expectRemoval } = useFocusAfterRemoval(state.kind === 'ready' ? state.lines.length : 0);
  return (
    <div ref={region} data-toasts-on-top>
      <DocumentHead title={t('Your cart')} isPrivate />
      <CartBody state={state} onBeforeRemove={expectRemoval} />
      {state.kind !== 'loading' && (
        <Container>
          <Slot
            name="screen.suggestions"
            props={{ productIds: state.kind === 'ready' ? state.lines.map(({ id }) => id) : [] }}
          />
        </Container>
      )}
    </div>
  );
}

/** Shown until the page knows the device. */
export function CartPlaceholder() {
  const t = useTexts();
  return (
    <>
      <DocumentHead title={t('Your cart')} isPrivate />
      <CartSkeleton />
    </>
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
  const t = useTexts();
  return (
    <NoticeScreen
      title={t('Your cart is empty')}
      icon={<ShoppingBag strokeWidth={1.25} />}
      actions={
        <Button component={Link} to={urls.home()} variant="contained" size="large">
          {t('Continue Shopping')}
        </Button>
      }
    >
      {t('Items you add stay in your cart, even when you are not signed in.')}
    </NoticeScreen>
  );
}
