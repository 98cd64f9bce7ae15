import { useLocation } from '@shop/router/router';
import { IconButton } from '@shop/ui/core';
import { Menu } from 'lucide-react';
import { lazy, Suspense, useState } from 'react';
import type { CategoryLink } from './use-store-identity';

/** The drawer comes with the first tap: most pages never open it. */
const MobileMenuDrawer = lazy(async () => {
  const { MobileMenuDrawer: Drawer } = await import(/* webpackChunkName: "mobile-menu" */ './mobile-menu-drawer');
  return { default: Drawer };
});

/** The menu button of phones and tablets. The menu closes on navigation. Specification 2 "Header". */
export function MobileMenu({ categories }: { categories: CategoryLink[] }) {
  const { key } = useLocation();
  const [openedAt, setOpenedAt] = useState<string | null>(null);
  const [wasOpened, setWasOpened] = useState(false);
  const isOpen = openedAt === key;
  return (
    <>
      <IconButton
        color="inherit"
        edge="start"
        aria-label="Menu"
        aria-expanded={isOpen}
        onClick={() => {
          setWasOpened(true);
          setOpenedAt(key);
        }}
        sx={{ display: { lg: 'none' } }}
      >
        <Menu size={24} aria-hidden />
      </IconButton>
      {wasOpened && (
        <Suspense fallback={null}>
          <MobileMenuDrawer categories={categories} isOpen={isOpen} onClose={() => setOpenedAt(null)} />
        </Suspense>
      )}
    </>
  );
}
