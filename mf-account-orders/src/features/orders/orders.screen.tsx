import { useStoreInfo } from '@shop/store-info/use-store-info';
import { DocumentHead } from '@shop/ui/document-head';
import { LoadFailure } from '@shop/ui/load-failure';
import { PageHeading } from '@shop/ui/page-heading';
import { Page } from '../../page/page';
import { NoOrders } from './no-orders';
import { OrderList } from './order-list';
import { OrdersSkeleton } from './orders-skeleton';
import { type OrdersState, useOrders } from './use-orders';

/** Specification 8 "Orders and payment". */
const loadFailed = 'Failed to load your orders. Please try again.';

/** The list of the shopper's orders. Specification 2 "My orders". */
export function OrdersScreen() {
  const state = useOrders();
  const { info } = useStoreInfo();
  return (
    <Page>
      <DocumentHead title="My Orders" storeName={info?.storeName} description={info?.description} isPrivate />
      <PageHeading>My Orders</PageHeading>
      <OrdersBody state={state} />
    </Page>
  );
}

function OrdersBody({ state }: { state: OrdersState }) {
  switch (state.kind) {
    case 'loading':
      return <OrdersSkeleton />;
    case 'failed':
      // A failed list shows its message and then the empty list. Interpretation 10.
      return (
        <>
          <LoadFailure message={loadFailed} onRetry={state.retry} />
          <NoOrders />
        </>
      );
    case 'empty':
      return <NoOrders />;
    case 'ready':
      return <OrderList orders={state.orders} />;
  }
}
