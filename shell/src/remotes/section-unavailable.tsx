import type { ComposedRemote } from '@shop/remote-contract/composition';
import { urls } from '@shop/remote-contract/urls';
import { Link } from '@shop/router/router';
import { Button } from '@shop/ui/core';
import { DocumentHead } from '@shop/ui/document-head';
import { NoticeScreen } from '@shop/ui/notice-screen';
import { useEffect } from 'react';
import { useStoreName } from '../layout/use-store-identity';

export interface SectionUnavailableProps {
  remote: ComposedRemote;
  /** Why, for the log; shoppers are not told. */
  reason: unknown;
  onRetry: () => void;
}

/** Stands in for a remote that cannot be shown. Cart, sign-in and every other section still work around it. */
export function SectionUnavailable({ remote, reason, onRetry }: SectionUnavailableProps) {
  const storeName = useStoreName();
  useEffect(() => {
    console.error(`${remote.name} ${remote.version} cannot be shown:`, reason);
  }, [remote, reason]);
  return (
    <>
      <DocumentHead title="Section unavailable" storeName={storeName} isPrivate />
      <NoticeScreen
        title="This section is unavailable right now"
        actions={
          <>
            <Button variant="contained" onClick={onRetry}>
              Try Again
            </Button>
            <Button component={Link} to={urls.home()}>
              Return to Home
            </Button>
          </>
        }
      >
        The rest of the shop still works, and your cart is safe.
      </NoticeScreen>
    </>
  );
}
