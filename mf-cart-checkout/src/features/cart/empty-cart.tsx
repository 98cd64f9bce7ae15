import { urls } from '@shop/remote-contract/urls';
import { Link } from '@shop/router/router';
import { Button } from '@shop/ui/core';
import { NoticeScreen } from '@shop/ui/notice-screen';
import { ShoppingBag } from 'lucide-react';

/** Specification 2 "Cart page", empty. */
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
      What you add will wait for you here, signed in or not.
    </NoticeScreen>
  );
}
