import { text, useTexts } from '@shop/language/texts';
import { urls } from '@shop/remote-contract/urls';
import { Link, useLocation } from '@shop/router/router';
import { useSession } from '@shop/session/use-session';
import { useSignOut } from '@shop/session/use-sign-out';
import { useSlotLinks } from '@shop/slots/slot';
import { Button, IconButton } from '@shop/ui/core';
import { X } from 'lucide-react';
import { type MouseEvent, useEffect, useRef } from 'react';
import { useCategoryLinks } from '../base/shop-identity';
import { LanguageLinks } from './language-links';
import * as styles from './mobile-menu-drawer.module.css';
import { SearchField } from './search-field';
import { ThemeSwitch } from './theme-switch';

export interface MobileMenuDrawerProps {
  isOpen: boolean;
  onClose: () => void;
}

/**
 * Drawer of the mobile menu: categories, help, account and sign-out. The browser's own modal dialog keeps the focus inside,
 * closes on Escape and moves the focus back to the menu button.
 */
export function MobileMenuDrawer({ isOpen, onClose }: MobileMenuDrawerProps) {
  const t = useTexts();
  const { isSignedIn } = useSession();
  const signOut = useSignOut(t('You have been logged out successfully.'));
  const location = useLocation();
  const dialog = useRef<HTMLDialogElement>(null);
  useEffect(() => {
    if (!isOpen) return;
    const element = dialog.current;
    element?.showModal();
    return () => element?.close();
  }, [isOpen]);
  // The dialog has no space of its own around the menu, so a click on the dialog itself is a click on its backdrop.
  const closeByBackdrop = ({ target, currentTarget }: MouseEvent) => {
    if (target === currentTarget) onClose();
  };
  const entries = [
    ...useCategoryLinks(),
    { text: text('All products'), to: urls.productList() },
    { text: text('Track Order'), to: urls.trackOrder() },
    { text: text('Contact'), to: urls.contact() },
    ...useSlotLinks('header.navigation'),
  ];
  return (
    // biome-ignore lint/a11y/useKeyWithClickEvents: Escape closes the dialog, like a click on its backdrop
    <dialog ref={dialog} className={styles.drawer} aria-label={t('Menu')} onClose={onClose} onClick={closeByBackdrop}>
      <nav className={styles.menu} aria-label={t('Menu')}>
        <IconButton
          aria-label={t('Close menu')}
          onClick={onClose}
          edge="start"
          color="inherit"
          className={styles.close}
        >
          <X size={24} aria-hidden />
        </IconButton>
        <ThemeSwitch className={styles.theme} />
        <SearchField className={styles.search} onSearch={onClose} />
        {entries.map(({ text, to }) => (
          <Link
            key={to}
            className={styles.entry}
            to={to}
            lang={t(text) === text ? t.dataLanguage : undefined}
            onClick={onClose}
          >
            {t(text)}
          </Link>
        ))}
        <Link
          className={styles.entry}
          to={isSignedIn ? urls.account() : urls.login()}
          state={isSignedIn ? undefined : { from: location }}
          onClick={onClose}
        >
          {isSignedIn ? t('Account') : t('Login')}
        </Link>
        <LanguageLinks className={styles.entry} />
        {isSignedIn && (
          <Button
            color="inherit"
            className={styles.signOut}
            onClick={() => {
              onClose();
              signOut();
            }}
          >
            {t('Sign Out')}
          </Button>
        )}
      </nav>
    </dialog>
  );
}
