import { Outlet } from '@shop/router/router';
import { styled } from '@shop/ui/core';
import { Suspense } from 'react';
import { Header } from '../header/header';
import { BottomBar } from '../navigation/bottom-bar';
import { SkipLink } from '../navigation/skip-link';
import { Footer } from './footer';
import { mainId } from './main-id';
import { ScreenSkeleton } from './screen-skeleton';

const Page = styled('div')({ display: 'flex', flexDirection: 'column', minHeight: '100dvh' });
const Main = styled('main')({ flex: '1 0 auto', minHeight: '70vh' });

/** Layout of every route except sign-in and registration: header, screen, footer, and the bottom bar on phones. Specification 2. */
export function MainLayout() {
  return (
    <Page>
      <SkipLink />
      <Header />
      <Main id={mainId} tabIndex={-1}>
        <Suspense fallback={<ScreenSkeleton />}>
          <Outlet />
        </Suspense>
      </Main>
      <Footer />
      <BottomBar />
    </Page>
  );
}
