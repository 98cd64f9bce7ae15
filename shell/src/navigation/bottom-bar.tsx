import { useCartCount } from '@shop/cart/use-cart';
import { urls } from '@shop/remote-contract/urls';
import { Link, useLocation } from '@shop/router/router';
import { Badge, styled } from '@shop/ui/core';
import { layoutSizes } from '@shop/ui/tokens';
import { House, LayoutGrid, ShoppingBag, User } from 'lucide-react';

const height = 'calc(57px + env(safe-area-inset-bottom))';

/** Reserves the bar's height at the end of the page, so that the bar never hides the last line. */
const Space = styled('div')(({ theme }) => ({
  height,
  [theme.breakpoints.up('md')]: { display: 'none' },
  '@media print': { display: 'none' },
}));

const Bar = styled('nav')(({ theme }) => ({
  // Fixed, not sticky: accessibility checkers know that a shopper can scroll content out from under a fixed bar.
  position: 'fixed',
  insetInline: 0,
  bottom: 0,
  height,
  zIndex: theme.zIndex.appBar,
  display: 'grid',
  gridTemplateColumns: 'repeat(4, 1fr)',
  paddingBottom: 'env(safe-area-inset-bottom)',
  background: theme.vars.palette.background.paper,
  borderTop: `1px solid ${theme.vars.palette.divider}`,
  [theme.breakpoints.up('md')]: { display: 'none' },
  '@media print': { display: 'none' },
}));

const Entry = styled(Link)(({ theme }) => ({
  display: 'flex',
  flexDirection: 'column',
  alignItems: 'center',
  justifyContent: 'center',
  gap: 2,
  minHeight: layoutSizes.bottomBar,
  fontSize: '0.75rem',
  color: theme.vars.palette.text.secondary,
  textDecoration: 'none',
  '&[aria-current]': { color: theme.vars.palette.primary.main, fontWeight: 600 },
}));

/** Bar at the bottom of the window below 768 px. Specification 2 "Footer". */
export function BottomBar() {
  const { pathname } = useLocation();
  const count = useCartCount();
  const entries = [
    { name: 'Home', to: urls.home(), Icon: House },
    { name: 'Category', to: urls.productList(), Icon: LayoutGrid },
    { name: 'My Account', to: urls.account(), Icon: User },
    { name: 'Cart', to: urls.cart(), Icon: ShoppingBag, count },
  ];
  return (
    <>
      <Space />
      <Bar aria-label="Shortcuts">
        {entries.map(({ name, to, Icon, ...entry }) => (
          <Entry key={to} to={to} aria-current={pathname === to ? 'page' : undefined}>
            <Badge badgeContent={entry.count ?? 0} color="primary">
              <Icon size={22} aria-hidden />
            </Badge>
            {name}
          </Entry>
        ))}
      </Bar>
    </>
  );
}
