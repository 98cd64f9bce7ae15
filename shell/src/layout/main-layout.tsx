import { Outlet } from '@shop/router/router';
import { Suspense } from 'react';
import { Header } from '../header/header';
import { BottomBar } from '../navigation/bottom-bar';
import { SkipLink } from '../navigation/skip-link';
import { AnnounceReady } from '../start/announce-ready';
import { Footer } from './footer';
import { mainId } from './main-id';
import * as styles from './main-layout.module.css';
import { ScreenSkeleton } from './screen-skeleton';

/** Layout of every route except sign-in and registration: header, screen, footer, and the bottom bar on phones. Specification 2. */
export function MainLayout() {
  return (
    <div className={styles.page}>
      <SkipLink />
      <Header />
      <main id={mainId} className={styles.main} tabIndex={-1}>
        <Suspense fallback={<ScreenSkeleton />}>
          <Outlet />
          <AnnounceReady />
        </Suspense>
      </main>
      <Footer />
      <BottomBar />
    </div>
  );
}
