import { useCartCount } from '@shop/cart/use-cart';
import { urls } from '@shop/remote-contract/urls';
import { Link, useLocation } from '@shop/router/router';
import { useSession } from '@shop/session/use-session';
import { useStoreInfo } from '@shop/store-info/use-store-info';
import { Badge, Box, Button, Container, IconButton, styled } from '@shop/ui/core';
import { layoutSizes } from '@shop/ui/tokens';
import { ShoppingBag, User } from 'lucide-react';
import { OfflineNotice } from '../layout/offline-notice';
import { useHeaderCategories, useShopName } from '../shop-info/use-shop-identity';
import { MobileMenu } from './mobile-menu';
import { ThemeSwitch } from './theme-switch';
import { useIsScrolled } from './use-is-scrolled';

/** CSS pixels of scroll after which the header becomes solid. Specification 9. */
const solidAfterPx = 20;

const Bar = styled('header', { shouldForwardProp: (prop) => prop !== 'isSolid' })<{ isSolid: boolean }>(
  ({ theme, isSolid }) => ({
    position: 'sticky',
    top: 0,
    zIndex: theme.zIndex.appBar,
    borderBottom: `1px solid ${isSolid ? theme.vars.palette.divider : 'transparent'}`,
    backgroundColor: isSolid ? theme.vars.palette.background.default : 'transparent',
    transition: theme.transitions.create(['background-color', 'border-color']),
    '@media print': { display: 'none' },
  }),
);

const Row = styled('div')(({ theme }) => ({
  display: 'flex',
  alignItems: 'center',
  gap: theme.spacing(1),
  minHeight: layoutSizes.header,
  [theme.breakpoints.down('md')]: { minHeight: layoutSizes.headerMobile },
  // On the narrowest phones the name of the shop stays on one line.
  [theme.breakpoints.down('sm')]: { gap: theme.spacing(0.5) },
}));

const ShopName = styled(Link)(({ theme }) => ({
  fontFamily: theme.typography.h3.fontFamily,
  fontSize: '1.5rem',
  lineHeight: 1.2,
  color: 'inherit',
  textDecoration: 'none',
  paddingBlock: theme.spacing(1),
  // A long name wraps to two lines at most and leaves room for the buttons.
  minWidth: 0,
  overflowWrap: 'anywhere',
  display: '-webkit-box',
  WebkitBoxOrient: 'vertical',
  WebkitLineClamp: 2,
  overflow: 'hidden',
  [theme.breakpoints.down('md')]: { fontSize: 'clamp(1.0625rem, 0.6rem + 2.4vw, 1.25rem)' },
}));

/** Categories can have long names. Below 1024 px the menu shows them instead. */
const Categories = styled('nav')(({ theme }) => ({
  display: 'flex',
  gap: theme.spacing(3.5),
  marginInline: 'auto',
  minWidth: 0,
  [theme.breakpoints.down('lg')]: { display: 'none' },
}));

const CategoryAnchor = styled(Link)(({ theme }) => ({
  minHeight: 44,
  lineHeight: '44px',
  color: theme.vars.palette.text.primary,
  textDecoration: 'none',
  fontSize: '0.9375rem',
  whiteSpace: 'nowrap',
  textOverflow: 'ellipsis',
  overflow: 'hidden',
  '&:hover': { textDecoration: 'underline', textUnderlineOffset: '0.4em', textDecorationThickness: 1 },
}));

/** Shop name, categories, theme, account and cart. It becomes solid after 20 px of scroll. Specification 2 "Header". */
export function Header() {
  const isSolid = useIsScrolled(solidAfterPx);
  const { kind } = useStoreInfo();
  const shopName = useShopName();
  const categories = useHeaderCategories();
  return (
    <Bar isSolid={isSolid} data-solid={isSolid}>
      <OfflineNotice />
      <Container maxWidth="xl">
        <Row>
          <MobileMenu categories={categories} />
          <ShopName to={urls.home()} aria-label={shopName ? undefined : 'Home'}>
            {shopName || (kind === 'failed' ? 'Home' : <span aria-hidden>&nbsp;</span>)}
          </ShopName>
          <Categories aria-label="Categories">
            {categories.map(({ name, to }) => (
              <CategoryAnchor key={to} to={to}>
                {name}
              </CategoryAnchor>
            ))}
          </Categories>
          <Box sx={{ marginInlineStart: { xs: 'auto', lg: 0 }, display: 'flex', alignItems: 'center' }}>
            <ThemeSwitch />
            <AccountEntry />
            <CartEntry />
          </Box>
        </Row>
      </Container>
    </Bar>
  );
}

function AccountEntry() {
  const { isSignedIn } = useSession();
  const location = useLocation();
  if (isSignedIn) {
    return (
      <IconButton component={Link} to={urls.account()} color="inherit" aria-label="Account">
        <User size={22} aria-hidden />
      </IconButton>
    );
  }
  return (
    <Button
      component={Link}
      to={urls.login()}
      state={{ from: location }}
      color="inherit"
      size="small"
      sx={{ px: { xs: 0.75, sm: 1.5 }, minWidth: 52 }}
    >
      Login
    </Button>
  );
}

function CartEntry() {
  const count = useCartCount();
  return (
    <IconButton
      component={Link}
      to={urls.cart()}
      color="inherit"
      edge="end"
      aria-label={count > 0 ? `Cart, ${count} ${count === 1 ? 'item' : 'items'}` : 'Cart'}
    >
      {/* An empty cart has no badge element: MUI would keep a hidden number. Specification 2 "Header". */}
      {count > 0 ? (
        <Badge badgeContent={count} max={999} color="primary" sx={count > 99 ? wideBadge : undefined}>
          <CartIcon />
        </Badge>
      ) : (
        <CartIcon />
      )}
    </IconButton>
  );
}

/** Moves a wide badge inside the edge of a phone. */
const wideBadge = { '& .MuiBadge-badge': { right: 10 } };

const CartIcon = () => <ShoppingBag size={22} aria-hidden />;
