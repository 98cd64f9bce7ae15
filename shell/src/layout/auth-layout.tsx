import { Outlet } from '@shop/router/router';
import { Suspense } from 'react';
import { AnnounceReady } from '../start/announce-ready';
import * as styles from './auth-layout.module.css';
import { mainId } from './main-id';
import { OfflineNotice } from './offline-notice';
import { ScreenSkeleton } from './screen-skeleton';

/** Layout of sign-in and registration, without header and footer. Specification 2 "Layouts". */
export function AuthLayout() {
  return (
    <>
      <OfflineNotice />
      <main id={mainId} className={styles.main} tabIndex={-1}>
        <Suspense fallback={<ScreenSkeleton />}>
          <Outlet />
          <AnnounceReady />
        </Suspense>
      </main>
    </>
  );
}
