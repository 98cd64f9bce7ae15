import { Skeleton, Stack } from '@shop/ui/core';
import { VisuallyHidden } from '@shop/ui/visually-hidden';
import { OrderBlock, OrderColumns, Orders } from './order-layout';

/** Placeholder of two orders. */
export function OrdersSkeleton() {
  return (
    <>
      <VisuallyHidden role="status">Loading your orders</VisuallyHidden>
      <Orders aria-hidden>
        {[0, 1].map((order) => (
          <li key={order}>
            <OrderBlock>
              <Skeleton variant="rounded" width="60%" height={36} />
              <OrderColumns>
                <Skeleton variant="rounded" height={148} />
                <Stack spacing={2}>
                  <Skeleton width="80%" />
                  <Skeleton width="60%" />
                  <Skeleton width="60%" />
                </Stack>
              </OrderColumns>
            </OrderBlock>
          </li>
        ))}
      </Orders>
    </>
  );
}
