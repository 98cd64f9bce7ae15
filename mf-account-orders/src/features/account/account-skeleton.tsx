import { Skeleton } from '@shop/ui/core';
import { VisuallyHidden } from '@shop/ui/visually-hidden';
import { DetailList, DetailRow } from './detail-list';

/** Placeholder of the account details. */
export function AccountSkeleton() {
  return (
    <div>
      <VisuallyHidden role="status">Loading your account</VisuallyHidden>
      <DetailList aria-hidden>
        {['30%', '55%', '40%'].map((width) => (
          <DetailRow key={width}>
            <dt>
              <Skeleton width={96} />
            </dt>
            <dd>
              <Skeleton width={width} />
            </dd>
          </DetailRow>
        ))}
      </DetailList>
    </div>
  );
}
