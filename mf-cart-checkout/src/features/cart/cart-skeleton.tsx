import { Box, Skeleton } from '@shop/ui/core';
import { VisuallyHidden } from '@shop/ui/visually-hidden';
import { Page } from '../../cart-view/page';
import { CartColumns, LineGrid } from './cart-layout';

/** Placeholder of the cart until storage was read. */
export function CartSkeleton() {
  return (
    <Page>
      <VisuallyHidden role="status">Loading your cart</VisuallyHidden>
      <div aria-hidden>
        <Skeleton variant="rounded" width={240} height={52} />
        <CartColumns>
          <div>
            {[0, 1].map((line) => (
              <LineGrid key={line}>
                <Skeleton variant="rounded" sx={{ gridArea: 'picture', height: 'auto', aspectRatio: '4 / 5' }} />
                <Box sx={{ gridArea: 'info' }}>
                  <Skeleton width="70%" />
                  <Skeleton width="40%" />
                </Box>
                <Skeleton variant="rounded" width={144} height={46} sx={{ gridArea: 'quantity' }} />
              </LineGrid>
            ))}
          </div>
          <Skeleton variant="rounded" height={260} />
        </CartColumns>
      </div>
    </Page>
  );
}
