import { Outlet } from '@shop/router/router';
import { styled } from '@shop/ui/core';
import { Suspense } from 'react';
import { Header } from '../header/header';
import { BottomBar } from '../navigation/bottom-bar';
import { SkipLink } from '../navigation/skip-link';
import { Footer } from './footer';
import { ScreenSkeleton } from './screen-skeleton';

const Page = styled('div')({ display: 'flex', flexDirection: 'column', minHeight: '100dvh' });
const Main = styled('main')({ flex: '1 0 auto', minHeight: '70vh' });

export const mainId = 'main';

/** Header, screen, footer, and the bottom bar on phones: every route but sign-in and registration. Specification 2. */
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
