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

/** Pixels of scroll after which the header becomes solid. Specification 9. */
const solidAfter = 20;

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
  // The narrowest phones keep the store's name on one line.
  [theme.breakpoints.down('sm')]: { gap: theme.spacing(0.5) },
}));

const StoreName = styled(Link)(({ theme }) => ({
  fontFamily: theme.typography.h3.fontFamily,
  fontSize: '1.5rem',
  lineHeight: 1.2,
  color: 'inherit',
  textDecoration: 'none',
  paddingBlock: theme.spacing(1),
  // A name of any length stays beside what stands there too, on two lines at most.
  minWidth: 0,
  overflowWrap: 'anywhere',
  display: '-webkit-box',
  WebkitBoxOrient: 'vertical',
  WebkitLineClamp: 2,
  overflow: 'hidden',
  [theme.breakpoints.down('md')]: { fontSize: 'clamp(1.0625rem, 0.6rem + 2.4vw, 1.25rem)' },
}));

/** A store's categories may have long names: below 1024 px they stand in the menu. */
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

/** Store name, categories, theme, account and cart; solid after 20 px of scroll. Specification 2 "Header". */
export function Header() {
  const isSolid = useIsScrolled(solidAfter);
  const { kind } = useStoreInfo();
  const storeName = useShopName();
  const categories = useHeaderCategories();
  return (
    <Bar isSolid={isSolid} data-solid={isSolid}>
      <OfflineNotice />
      <Container maxWidth="xl">
        <Row>
          <MobileMenu categories={categories} />
          <StoreName to={urls.home()} aria-label={storeName ? undefined : 'Home'}>
            {storeName || (kind === 'failed' ? 'Home' : <span aria-hidden>&nbsp;</span>)}
          </StoreName>
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
      {/* An empty cart has no badge at all: MUI would keep a hidden figure. Specification 2 "Header". */}
      {count > 0 ? (
        <Badge badgeContent={count} max={999} color="primary" sx={count > 99 ? wideBadge : undefined}>
          <CartMark />
        </Badge>
      ) : (
        <CartMark />
      )}
    </IconButton>
  );
}

/** A wide badge would hang over the edge of a phone. */
const wideBadge = { '& .MuiBadge-badge': { right: 10 } };

const CartMark = () => <ShoppingBag size={22} aria-hidden />;
