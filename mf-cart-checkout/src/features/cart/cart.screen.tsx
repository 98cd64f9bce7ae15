import { useStoreInfo } from '@shop/store-info/use-store-info';
import { DocumentHead } from '@shop/ui/document-head';
import { CartContents } from './cart-contents';
import { CartSkeleton } from './cart-skeleton';
import { EmptyCart } from './empty-cart';
import { type CartScreenState, useCartScreen } from './use-cart-screen';
import { useFocusAfterRemoval } from './use-focus-after-removal';

/** The cart screen. Specification 2 "Cart page". */
export function CartScreen() {
  const state = useCartScreen();
  const { info } = useStoreInfo();
  const { region, expectRemoval } = useFocusAfterRemoval(state.kind === 'ready' ? state.lines.length : 0);
  return (
    <div ref={region}>
      <DocumentHead title="Your cart" storeName={info?.storeName} description={info?.description} isPrivate />
      <CartBody state={state} onBeforeRemove={expectRemoval} />
    </div>
  );
}

interface CartBodyProps {
  state: CartScreenState;
  onBeforeRemove: (index: number) => void;
}

function CartBody({ state, onBeforeRemove }: CartBodyProps) {
  switch (state.kind) {
    case 'loading':
      return <CartSkeleton />;
    case 'empty':
      return <EmptyCart />;
    case 'ready':
      return <CartContents {...state} onBeforeRemove={onBeforeRemove} />;
  }
}
