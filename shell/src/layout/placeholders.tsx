import { text, useTexts } from '@shop/language/texts';
import { urls } from '@shop/remote-contract/urls';
import { Link } from '@shop/router/router';
import { Button, Container, Skeleton, TextLink, Typography } from '@shop/ui/core';
import { DocumentHead } from '@shop/ui/document-head';
import { NoticeScreen } from '@shop/ui/notice-screen';
import { VisuallyHidden } from '@shop/ui/visually-hidden';
import type { ReactNode } from 'react';
import { useConnection, useIsHydrated } from '../base/device-state';
import { useShopName } from '../base/shop-identity';
import * as styles from './placeholders.module.css';

/** Tells a shopper without scripts what the page needs, and where to go. It replaces the skeleton. */
function ScriptsNotice() {
  const t = useTexts();
  const link = (to: string) => (content: ReactNode) => (
    <TextLink component={Link} to={to} underline="always">
      {content}
    </TextLink>
  );
  return (
    <Container maxWidth="xl" className={styles.needsScripts}>
      <Typography variant="h2" component="h1">
        {t('This page needs JavaScript')}
      </Typography>
      <Typography tone="secondary">
        {t.rich(
          'Please switch on JavaScript in your browser and load the page again. Without it you can <shop>look around the shop</shop> and <contact>contact us</contact>.',
          { shop: link(urls.home()), contact: link(urls.contact()) },
        )}
      </Typography>
    </Container>
  );
}

/**
 * Placeholder of a screen whose remote is loading. A loaded remote shows its own skeleton. The placeholder is as tall as
 * the window: otherwise the screen would push a visible footer down, which is a layout shift.
 */
export function ScreenSkeleton() {
  const t = useTexts();
  return (
    <Container maxWidth="xl" className={styles.screen}>
      <VisuallyHidden role="status">{t('Loading')}</VisuallyHidden>
      <div className={styles.bones} aria-hidden>
        <Skeleton variant="rounded" width="40%" height={48} />
        <Skeleton variant="rounded" width="70%" height={20} />
        <Skeleton variant="rounded" height={320} />
      </div>
    </Container>
  );
}

const connectionMessages = {
  online: '',
  offline: text('You are offline. Your cart is kept on this device.'),
  copy: text('The network does not answer. You see what is stored on this device.'),
};

/** Tells a shopper without a network that the cart is safe, or that the page is a copy. It takes up space in the flow and covers nothing. */
export function OfflineNotice() {
  const t = useTexts();
  const message = connectionMessages[useConnection()];
  return <div role="status">{message && <p className={styles.offline}>{t(message)}</p>}</div>;
}

/** The shell's own not-found screen, for a composition in which no remote owns the unknown paths. */
export function NotFoundScreen() {
  const t = useTexts();
  return (
    <>
      <DocumentHead title={t('Page not found')} isPrivate />
      <NoticeScreen
        title={t('Oops! Page not found')}
        actions={
          <Button component={Link} to={urls.home()} variant="contained">
            {t('Return to Home')}
          </Button>
        }
      />
    </>
  );
}

/** The skeleton under the name of the shop as its title, for a screen without a placeholder of its own. */
export function PagePlaceholder() {
  const shopName = useShopName();
  return (
    <>
      {shopName && <title>{shopName}</title>}
      <ScreenSkeleton />
    </>
  );
}

/**
 * Shows its children in the browser only. The document of the server has the placeholder in their place. A document that the
 * browser renders shows the children at once.
 */
export function AfterHydration({ placeholder, children }: { placeholder: ReactNode; children: ReactNode }) {
  if (useIsHydrated()) return children;
  return (
    <>
      <noscript>{typeof window === 'undefined' && <ScriptsNotice />}</noscript>
      <div className={styles.placeholder}>{placeholder}</div>
    </>
  );
}
