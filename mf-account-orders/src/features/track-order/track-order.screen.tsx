import { useStoreInfo } from '@shop/store-info/use-store-info';
import { Typography } from '@shop/ui/core';
import { DocumentHead } from '@shop/ui/document-head';
import { PageHeading } from '@shop/ui/page-heading';
import { Page } from '../../page/page';
import * as styles from './track-order.module.css';
import { TrackOrderForm } from './track-order-form';
import { TrackedOrder } from './tracked-order';
import { TrackedOrderSkeleton } from './tracked-order-skeleton';
import { type TrackOrderState, useTrackOrder } from './use-track-order';

export interface TrackOrderScreenProps {
  /** Order number from the address; empty when there is none. */
  orderId: string;
}

/** The tracking screen. It works with and without a session. Specification 2 "Track order". */
export function TrackOrderScreen({ orderId }: TrackOrderScreenProps) {
  const { state, accountEmail, track, rejectForm } = useTrackOrder();
  const { info } = useStoreInfo();
  return (
    <Page>
      <DocumentHead
        title="Track your order"
        storeName={info?.storeName}
        description="See the status of your order with its order number and your email or phone."
        isPrivate
      />
      <PageHeading>Track your order</PageHeading>
      <Typography tone="secondary" className={styles.introduction}>
        Enter your order number and the email or phone of your order.
      </Typography>
      <TrackOrderForm orderId={orderId} accountEmail={accountEmail} onSave={track} onInvalid={rejectForm} />
      <TrackOrderResult state={state} />
    </Page>
  );
}

function TrackOrderResult({ state }: { state: TrackOrderState }) {
  switch (state.kind) {
    case 'idle':
      return null;
    case 'searching':
      return <TrackedOrderSkeleton />;
    case 'found':
      return <TrackedOrder order={state.order} />;
  }
}
