import { useTexts } from '@shop/language/texts';
import { useNotify } from '@shop/notifications/use-notify';
import { useLocation } from '@shop/router/router';
import { IconButton } from '@shop/ui/core';
import { Menu } from 'lucide-react';
import { useState } from 'react';
import * as styles from './header.module.css';
import type { MobileMenuDrawer } from './mobile-menu-drawer';

/**
 * Menu button of phones and tablets. The menu closes on navigation. Its drawer loads after the start, and with a tap when it
 * did not. When that fails, a toast says so. Specification 2 "Header".
 */
export function MobileMenu() {
  const t = useTexts();
  const { key } = useLocation();
  const [Drawer, setDrawer] = useState<typeof MobileMenuDrawer | null>(null);
  const [openedAt, setOpenedAt] = useState<string | null>(null);
  const notify = useNotify();
  const isOpen = openedAt === key;
  // Back to the entry where the menu was open does not open it again.
  if (openedAt !== null && !isOpen) setOpenedAt(null);

  const open = async () => {
    try {
      const loaded = await import(/* webpackChunkName: "after-start" */ './mobile-menu-drawer');
      setDrawer(() => loaded.MobileMenuDrawer);
      setOpenedAt(key);
    } catch (error) {
      console.error('The menu did not load:', error);
      notify({ tone: 'destructive', title: t('The menu did not load'), description: t('Please try again.') });
    }
  };

  return (
    <>
      <IconButton
        color="inherit"
        edge="start"
        aria-label={t('Menu')}
        aria-expanded={isOpen}
        onClick={() => void open()}
        className={styles.menuButton}
      >
        <Menu size={24} aria-hidden />
      </IconButton>
      {Drawer && <Drawer isOpen={isOpen} onClose={() => setOpenedAt(null)} />}
    </>
  );
}
