import { text, useTexts } from '@shop/language/texts';
import type { PathOwner } from '@shop/remote-contract/composition';
import { urls } from '@shop/remote-contract/urls';
import { Link, useLocation } from '@shop/router/router';
import { Button } from '@shop/ui/core';
import { DocumentHead } from '@shop/ui/document-head';
import { NoticeScreen } from '@shop/ui/notice-screen';
import { networkAnsweredEvent, sectionFailedMark } from '@shop/ui/recovery';
import { Component, type ReactNode, startTransition, use, useEffect, useEffectEvent, useRef, useState } from 'react';
import { isCopy, useConnection } from '../base/device-state';
import { useShopName } from '../base/shop-identity';
import { VersionsGoneError } from './remote-versions';
import { useScreens } from './screen-registry';

export interface RemoteErrorFallbackProps {
  /** Name and version of the remote, for the log: `mf-catalog 1.0.0`. */
  screen: string;
  /** Reason of the failure, for the log only. */
  reason: unknown;
  /** Called by the button, and when the address changes, because the screen may work at another address. */
  onRetry: () => void;
  /** True for a screen that threw: it is not tried again without the shopper. */
  isThrown?: boolean;
}

const messages = {
  online: {
    title: text('This section is unavailable right now'),
    message: text('The rest of the shop still works, and your cart is safe.'),
  },
  offline: {
    title: text('This page is not on your device'),
    message: text('Pages you have visited can be read without a connection, and your cart is safe.'),
  },
};

/**
 * Replaces a remote's screen that did not load or that threw. The cart, sign-in and every other section still work. A screen that did
 * not load is loaded again when the network answers. A screen whose version the gateway does not know any more loads a document, as in
 * a tab whose composition is not live.
 */
export function RemoteErrorFallback({ screen, reason, onRetry, isThrown }: RemoteErrorFallbackProps) {
  const t = useTexts();
  const storeName = useShopName();
  const { title, message } = messages[useConnection() === 'online' ? 'online' : 'offline'];
  useEffect(() => {
    console.error(`${screen} cannot be shown:`, reason);
    // The stored copy of a document may be as old as this one.
    if (reason instanceof VersionsGoneError && !isCopy()) window.location.reload();
  }, [screen, reason]);
  const retry = useEffectEvent(onRetry);
  useEffect(() => {
    if (isThrown) return;
    performance.mark?.(sectionFailedMark);
    window.addEventListener(networkAnsweredEvent, retry);
    return () => window.removeEventListener(networkAnsweredEvent, retry);
  }, [isThrown]);
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
      <DocumentHead title={t('Section unavailable')} storeName={storeName} isPrivate />
      <NoticeScreen
        title={t(title)}
        actions={
          <>
            <Button variant="contained" data-try-again onClick={onRetry}>
              {t('Try Again')}
            </Button>
            <Button component={Link} to={urls.home()}>
              {t('Return to Home')}
            </Button>
          </>
        }
      >
        {t(message)}
      </NoticeScreen>
    </>
  );
}

export interface RemoteErrorBoundaryProps {
  /** Name and version of the remote, for the log: `mf-catalog 1.0.0`. Empty around the notice itself. */
  screen: string;
  children: ReactNode;
}

/**
 * Catches what a remote's screen throws while it renders, such as a chunk that does not load, and shows the notice.
 * When the notice throws too, nothing is shown in its place. React has no hook for this.
 */
class RemoteErrorBoundary extends Component<RemoteErrorBoundaryProps, { failure: { reason: unknown } | null }> {
  override state: { failure: { reason: unknown } | null } = { failure: null };

  static getDerivedStateFromError(reason: unknown) {
    return { failure: { reason } };
  }

  override render(): ReactNode {
    const { failure } = this.state;
    const { screen, children } = this.props;
    if (!failure) return children;
    if (!screen) return null;
    return (
      <RemoteErrorBoundary screen="">
        <RemoteErrorFallback
          screen={screen}
          reason={failure.reason}
          isThrown
          onRetry={() => this.setState({ failure: null })}
        />
      </RemoteErrorBoundary>
    );
  }
}

/** Shows the placeholder of a remote's screen, or the fallback without one. It suspends until the screen has loaded. */
export function RemotePlaceholder({ owner, fallback }: { owner: PathOwner; fallback: ReactNode }) {
  const result = use(useScreens().open(owner).result);
  const Placeholder = result.kind === 'ready' && result.screen.Placeholder;
  return Placeholder ? <Placeholder /> : fallback;
}

/**
 * Shows the screen of a remote. It suspends until the screen has loaded, and shows the error fallback for a screen that
 * does not load or that throws while it renders. Everything around it keeps working.
 */
export function RemoteOutlet({ owner }: { owner: PathOwner }) {
  const screens = useScreens();
  const [, setAttempt] = useState(0);
  useEffect(() => () => screens.forgetFailure(owner), [screens, owner]);

  const { remote, path } = owner;
  const entry = screens.open(owner);
  const result = use(entry.result);
  const name = `${remote.name} ${remote.version}`.trim();
  const retry = () => {
    // The result of another attempt is not on screen yet.
    if (screens.open(owner) === entry) screens.forgetFailure(owner);
    startTransition(() => setAttempt((attempt) => attempt + 1));
  };
  return (
    <RemoteErrorBoundary key={`${remote.name} ${path.id}`} screen={name}>
      {result.kind === 'ready' ? (
        <result.screen.Screen />
      ) : (
        <RemoteErrorFallback screen={name} reason={result.reason} onRetry={retry} />
      )}
    </RemoteErrorBoundary>
  );
}
