import { urls } from '@shop/remote-contract/urls';
import { Link } from '@shop/router/router';
import { Button } from '@shop/ui/core';
import { DocumentHead } from '@shop/ui/document-head';
import { NoticeScreen } from '@shop/ui/notice-screen';
import { PackageCheck } from 'lucide-react';

/** The thank-you page after an order. Specification 2 "Order success". */
export function OrderSuccessScreen() {
  return (
    <>
      <DocumentHead title="Thank you" isPrivate />
      <NoticeScreen
        title="Thank You for Your Order!"
        icon={<PackageCheck strokeWidth={1.25} />}
        actions={
          <>
            <Button component={Link} to={urls.orders()} variant="contained">
              View My Orders
            </Button>
            <Button component={Link} to={urls.home()} variant="outlined">
              Continue Shopping
            </Button>
          </>
        }
      >
        An e-mail with the details of your order will be sent to you shortly.
      </NoticeScreen>
    </>
  );
}
