import { Outlet } from '@shop/router/router';
import { styled } from '@shop/ui/core';
import { Suspense } from 'react';
import { mainId } from './main-id';
import { OfflineNotice } from './offline-notice';
import { ScreenSkeleton } from './screen-skeleton';

const Main = styled('main')(({ theme }) => ({
  minHeight: '100dvh',
  display: 'grid',
  placeItems: 'center',
  padding: theme.spacing(3, 2),
}));

/** Layout of sign-in and registration, without header and footer. Specification 2 "Layouts". */
export function AuthLayout() {
  return (
    <>
      <OfflineNotice />
      <Main id={mainId} tabIndex={-1}>
        <Suspense fallback={<ScreenSkeleton />}>
          <Outlet />
        </Suspense>
      </Main>
    </>
  );
}
