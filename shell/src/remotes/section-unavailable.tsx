import type { ComposedRemote } from '@shop/remote-contract/composition';
import { urls } from '@shop/remote-contract/urls';
import { Link } from '@shop/router/router';
import { Button } from '@shop/ui/core';
import { DocumentHead } from '@shop/ui/document-head';
import { NoticeScreen } from '@shop/ui/notice-screen';
import { useEffect } from 'react';
import { useIsOnline } from '../layout/use-is-online';
import { useStoreName } from '../layout/use-store-identity';

export interface SectionUnavailableProps {
  remote: ComposedRemote;
  /** Why, for the log; shoppers are not told. */
  reason: unknown;
  onRetry: () => void;
}

const wording = {
  online: {
    title: 'This section is unavailable right now',
    text: 'The rest of the shop still works, and your cart is safe.',
  },
  offline: {
    title: 'This page is not on your device',
    text: 'Pages you have visited can be read without a connection, and your cart is safe.',
  },
};

/** Stands in for a remote that cannot be shown. Cart, sign-in and every other section still work around it. */
export function SectionUnavailable({ remote, reason, onRetry }: SectionUnavailableProps) {
  const storeName = useStoreName();
  const { title, text } = wording[useIsOnline() ? 'online' : 'offline'];
  useEffect(() => {
    console.error(`${remote.name} ${remote.version} cannot be shown:`, reason);
  }, [remote, reason]);
  return (
    <>
      <DocumentHead title="Section unavailable" storeName={storeName} isPrivate />
      <NoticeScreen
        title={title}
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
        {text}
      </NoticeScreen>
    </>
  );
}
