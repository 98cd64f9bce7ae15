import { useCartCount } from '@shop/cart/use-cart';
import { useTexts } from '@shop/language/texts';
import { urls } from '@shop/remote-contract/urls';
import { Link, useLocation } from '@shop/router/router';
import { Badge } from '@shop/ui/core';
import { House, LayoutGrid, ShoppingBag, User } from 'lucide-react';
import * as styles from './bottom-bar.module.css';

/** Bar at the bottom of the window below 768 px. Specification 2 "Footer". */
export function BottomBar() {
  const t = useTexts();
  const { pathname } = useLocation();
  const count = useCartCount();
  const entries = [
    { name: t('Home'), to: urls.home(), Icon: House },
    { name: t('Category'), to: urls.productList(), Icon: LayoutGrid },
    { name: t('My Account'), to: urls.account(), Icon: User },
    { name: t('Cart'), to: urls.cart(), Icon: ShoppingBag, count },
  ];
  return (
    <>
      <div className={styles.space} />
      <nav className={styles.bar} aria-label={t('Shortcuts')}>
        {entries.map(({ name, to, Icon, ...entry }) => (
          <Link key={to} className={styles.entry} to={to} aria-current={pathname === to ? 'page' : undefined}>
            <Badge content={entry.count}>
              <Icon size={22} aria-hidden />
            </Badge>
            {name}
          </Link>
        ))}
      </nav>
    </>
  );
}
