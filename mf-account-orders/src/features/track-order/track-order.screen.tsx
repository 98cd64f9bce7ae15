import { useStoreInfo } from '@shop/store-info/use-store-info';
import { Container, Typography } from '@shop/ui/core';
import { DocumentHead } from '@shop/ui/document-head';
import { PageHeading } from '@shop/ui/page-heading';
import { TrackOrderForm } from './track-order-form';
import { TrackedOrder } from './tracked-order';
import { TrackedOrderSkeleton } from './tracked-order-skeleton';
import { type TrackOrderState, useTrackOrder } from './use-track-order';

export interface TrackOrderScreenProps {
  /** Order number from the address; empty when there is none. */
  orderId: string;
}

/** Finds one order by its number and contact, signed in or not. Specification 2 "Track order". */
export function TrackOrderScreen({ orderId }: TrackOrderScreenProps) {
  const { state, accountEmail, track, refuse } = useTrackOrder();
  const { info } = useStoreInfo();
  return (
    <Container maxWidth="lg" sx={{ py: { xs: 4, md: 8 } }}>
      <DocumentHead
        title="Track your order"
        storeName={info?.storeName}
        description="See where your order is, with its number and the email or phone you ordered with."
        isPrivate
      />
      <PageHeading>Track your order</PageHeading>
      <Typography sx={{ mt: 1.5, mb: 4, maxWidth: '56ch', color: 'text.secondary' }}>
        Enter the number of your order, and the email or phone you ordered with.
      </Typography>
      <TrackOrderForm orderId={orderId} accountEmail={accountEmail} onSave={track} onInvalid={refuse} />
      <TrackOrderResult state={state} />
    </Container>
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
