import { urls } from '@shop/remote-contract/urls';
import { Link, useLocation } from '@shop/router/router';
import { Button } from '@shop/ui/core';
import { DocumentHead } from '@shop/ui/document-head';
import { NoticeScreen } from '@shop/ui/notice-screen';
import { useEffect, useRef } from 'react';
import { useIsOnline } from '../layout/use-is-online';
import { useShopName } from '../shop-info/use-shop-identity';

export interface RemoteErrorFallbackProps {
  /** Whose screen it is, for the log: `mf-catalog 1.0.0`. */
  screen: string;
  /** Why, for the log; shoppers are not told. */
  reason: unknown;
  /** Called by the button, and when the address changes: another one may well show. */
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

/** Stands in for a screen that cannot be shown. Cart, sign-in and every other section still work around it. */
export function RemoteErrorFallback({ screen, reason, onRetry }: RemoteErrorFallbackProps) {
  const storeName = useShopName();
  const { title, text } = wording[useIsOnline() ? 'online' : 'offline'];
  useEffect(() => {
    console.error(`${screen} cannot be shown:`, reason);
  }, [screen, reason]);
  const { pathname, search } = useLocation();
  const address = pathname + search;
  const failedAt = useRef(address);
  useEffect(() => {
    if (failedAt.current === address) return;
    failedAt.current = address;
    onRetry();
  }, [address, onRetry]);
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
