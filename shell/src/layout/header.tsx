import { nameCart } from '@shop/cart/cart-line';
import { useCartCount } from '@shop/cart/use-cart';
import { useTexts } from '@shop/language/texts';
import { urls } from '@shop/remote-contract/urls';
import { Link, useLocation } from '@shop/router/router';
import { useSession } from '@shop/session/use-session';
import { useSlotLinks } from '@shop/slots/slot';
import { maxCategoryTiles } from '@shop/store-info/categories';
import { useStoreInfo } from '@shop/store-info/use-store-info';
import { Badge, Button, Container, IconButton } from '@shop/ui/core';
import { Search, ShoppingBag, User } from 'lucide-react';
import { memo, type ReactNode, useContext } from 'react';
import { useIsScrolled } from '../base/device-state';
import { useCategoryLinks, useShopName } from '../base/shop-identity';
import * as styles from './header.module.css';
import { LanguageLinks } from './language-links';
import { MobileMenu } from './mobile-menu';
import { OfflineNotice } from './placeholders';
import { HasSearchContext, SearchField } from './search-field';
import { ThemeSwitch } from './theme-switch';

/** CSS pixels of scroll after which the header becomes solid. Specification 9. */
const solidAfterPx = 20;

/**
 * The bar of the header. It becomes solid after 20 px of scroll, without rendering its content again. Its style sheet decides until
 * the page has hydrated.
 */
function Bar({ children }: { children: ReactNode }) {
  return (
    <header className={styles.bar} data-solid={useIsScrolled(solidAfterPx)}>
      {children}
    </header>
  );
}

/** Shop name, categories, search, account, cart and theme. A navigation does not render it again. Specification 2 "Header". */
export const Header = memo(function Header() {
  const t = useTexts();
  const { kind } = useStoreInfo();
  const shopName = useShopName();
  const links = [...useCategoryLinks().slice(0, maxCategoryTiles), ...useSlotLinks('header.navigation')];
  return (
    <Bar>
      <OfflineNotice />
      <Container maxWidth="xl">
        <div className={styles.row}>
          <MobileMenu />
          <Link
            className={styles.shopName}
            to={urls.home()}
            lang={shopName ? t.dataLanguage : undefined}
            aria-label={shopName ? undefined : t('Home')}
          >
            <span>{shopName || (kind === 'failed' ? t('Home') : '\u00a0')}</span>
          </Link>
          <nav className={styles.categories} aria-label={t('Categories')}>
            {links.map(({ text, to }) => (
              <Link key={to} className={styles.category} to={to} lang={t(text) === text ? t.dataLanguage : undefined}>
                {t(text)}
              </Link>
            ))}
          </nav>
          <div className={styles.actions}>
            <SearchField className={styles.searchField} />
            {useContext(HasSearchContext) && (
              <IconButton
                className={styles.searchLink}
                component={Link}
                to={urls.search()}
                color="inherit"
                aria-label={t('Search')}
              >
                <Search size={22} aria-hidden />
              </IconButton>
            )}
            <LanguageLinks className={styles.language} />
            <AccountEntry />
            <CartEntry />
            <ThemeSwitch className={styles.themeSwitch} edge="end" />
          </div>
        </div>
      </Container>
    </Bar>
  );
});

/**
 * The account of a signed-in shopper, or Login. A document has both until the page has read the session, and its attribute
 * `data-signed-in` hides one of them from the first paint on.
 */
function AccountEntry() {
  const t = useTexts();
  const { status } = useSession();
  const location = useLocation();
  return (
    <>
      {status !== 'signed-out' && (
        <IconButton
          className={styles.account}
          component={Link}
          to={urls.account()}
          color="inherit"
          aria-label={t('Account')}
        >
          <User size={22} aria-hidden />
        </IconButton>
      )}
      {status !== 'signed-in' && (
        <Button
          component={Link}
          to={urls.login()}
          state={{ from: location }}
          color="inherit"
          size="small"
          className={styles.login}
        >
          {t('Login')}
        </Button>
      )}
    </>
  );
}

function CartEntry() {
  const t = useTexts();
  const count = useCartCount();
  return (
    <IconButton
      component={Link}
      to={urls.cart()}
      color="inherit"
      aria-label={nameCart(count, t)}
      suppressHydrationWarning
    >
      <Badge content={count} className={count > 99 ? styles.wideBadge : undefined}>
        <ShoppingBag size={22} aria-hidden />
      </Badge>
    </IconButton>
  );
}
