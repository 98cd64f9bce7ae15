import { urls } from '@shop/remote-contract/urls';
import { Link, useLocation } from '@shop/router/router';
import { Button } from '@shop/ui/core';
import { DocumentHead } from '@shop/ui/document-head';
import { NoticeScreen } from '@shop/ui/notice-screen';
import { useEffect, useRef } from 'react';
import { useIsOnline } from '../layout/use-is-online';
import { useShopName } from '../shop-info/use-shop-identity';

export interface RemoteErrorFallbackProps {
  /** Name and version of the remote, for the log: `mf-catalog 1.0.0`. */
  screen: string;
  /** Reason of the failure, for the log only. */
  reason: unknown;
  /** Called by the button, and when the address changes, because the screen may work at another address. */
  onRetry: () => void;
}

const messages = {
  online: {
    title: 'This section is unavailable right now',
    text: 'The rest of the shop still works, and your cart is safe.',
  },
  offline: {
    title: 'This page is not on your device',
    text: 'Pages you have visited can be read without a connection, and your cart is safe.',
  },
};

/** Replaces a remote's screen that did not load or that threw. The cart, sign-in and every other section still work. */
export function RemoteErrorFallback({ screen, reason, onRetry }: RemoteErrorFallbackProps) {
  const storeName = useShopName();
  const { title, text } = messages[useIsOnline() ? 'online' : 'offline'];
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
