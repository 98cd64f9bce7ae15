import { useTexts } from '@shop/language/texts';
import { useIsNavigating } from '@shop/router/history-router';
import { type ReactNode, Suspense, useEffect } from 'react';
import { mainId, pageReadyEvent, pageReadyMark } from '../base/page';
import { BottomBar } from './bottom-bar';
import { Footer } from './footer';
import { Header } from './header';
import * as styles from './layouts.module.css';
import { OfflineNotice, ScreenSkeleton } from './placeholders';
import { PreferredLanguage } from './preferred-language';

/** First tab stop of the page. It moves the focus past the header. */
function SkipLink() {
  const t = useTexts();
  return (
    <a
      className={styles.skipLink}
      href={`#${mainId}`}
      onClick={(event) => {
        event.preventDefault();
        document.getElementById(mainId)?.focus();
      }}
    >
      {t('Skip to content')}
    </a>
  );
}

/**
 * Announces that the page reacts to input, after the content around it was hydrated or rendered. The page loader then repeats
 * early input. The page navigates without documents from now on, so the browser need not prefetch them. Benchmarks and journeys
 * read the mark in the timeline of the browser.
 */
function AnnounceReady() {
  useEffect(() => {
    document.querySelector('script[type="speculationrules"]')?.remove();
    performance.mark?.(pageReadyMark);
    window.dispatchEvent(new Event(pageReadyEvent));
  }, []);
  return null;
}

/** Shows that the next screen is loading. */
export function ProgressBar() {
  const t = useTexts();
  return useIsNavigating() ? (
    <div className={styles.progressBar} role="progressbar" aria-label={t('Loading page')} />
  ) : null;
}

/** The screen of the route. */
function Main({ className, children }: { className: string | undefined; children: ReactNode }) {
  return (
    <main id={mainId} className={className} tabIndex={-1}>
      <Suspense fallback={<ScreenSkeleton />}>
        {children}
        <AnnounceReady />
      </Suspense>
    </main>
  );
}

/** Layout of sign-in and registration, without header and footer. Specification 2 "Layouts". */
export function AuthLayout({ children }: { children: ReactNode }) {
  return (
    <>
      <OfflineNotice />
      <Main className={styles.authMain}>{children}</Main>
    </>
  );
}

/** Layout of every route except sign-in and registration: header, screen, footer, and the bottom bar on phones. Specification 2. */
export function MainLayout({ children }: { children: ReactNode }) {
  return (
    <div className={styles.page}>
      <SkipLink />
      <Header />
      <PreferredLanguage />
      <Main className={styles.main}>{children}</Main>
      <Footer />
      <BottomBar />
    </div>
  );
}
