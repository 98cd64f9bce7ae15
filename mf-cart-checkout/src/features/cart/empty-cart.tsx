import { urls } from '@shop/remote-contract/urls';
import { Link } from '@shop/router/router';
import { Button } from '@shop/ui/core';
import { NoticeScreen } from '@shop/ui/notice-screen';
import { ShoppingBag } from 'lucide-react';

/** The empty cart. Specification 2 "Cart page". */
export function EmptyCart() {
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
