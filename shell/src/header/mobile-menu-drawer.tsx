import { urls } from '@shop/remote-contract/urls';
import { Link, useLocation } from '@shop/router/router';
import { useSession } from '@shop/session/use-session';
import { useSignOut } from '@shop/session/use-sign-out';
import { Drawer } from '@shop/ui/controls';
import { Box, Button, IconButton, styled } from '@shop/ui/core';
import { X } from 'lucide-react';
import type { CategoryLink } from '../shop-info/use-shop-identity';

export interface MobileMenuDrawerProps {
  categories: CategoryLink[];
  isOpen: boolean;
  onClose: () => void;
}

const Entry = styled(Link)(({ theme }) => ({
  display: 'flex',
  alignItems: 'center',
  minHeight: 52,
  color: theme.vars.palette.text.primary,
  textDecoration: 'none',
  fontFamily: theme.typography.h3.fontFamily,
  fontSize: '1.25rem',
  borderBottom: `1px solid ${theme.vars.palette.divider}`,
}));

/** Drawer of the mobile menu: categories, help, account and sign-out. */
export function MobileMenuDrawer({ categories, isOpen, onClose }: MobileMenuDrawerProps) {
  const { isSignedIn } = useSession();
  const signOut = useSignOut('You have been logged out successfully.');
  const location = useLocation();
  const entries = [
    ...categories,
    { name: 'All products', to: urls.productList() },
    { name: 'Track Order', to: urls.trackOrder() },
    { name: 'Contact', to: urls.contact() },
  ];
  return (
    <Drawer
      open={isOpen}
      onClose={onClose}
      slotProps={{ paper: { 'aria-label': 'Menu', sx: { width: 'min(360px, 88vw)' } } }}
    >
      <Box component="nav" aria-label="Menu" sx={{ p: 3 }}>
        <IconButton aria-label="Close menu" onClick={onClose} edge="start" color="inherit" sx={{ mb: 2 }}>
          <X size={24} aria-hidden />
        </IconButton>
        {entries.map(({ name, to }) => (
          <Entry key={to} to={to} onClick={onClose}>
            {name}
          </Entry>
        ))}
        <Entry
          to={isSignedIn ? urls.account() : urls.login()}
          state={isSignedIn ? undefined : { from: location }}
          onClick={onClose}
        >
          {isSignedIn ? 'Account' : 'Login'}
        </Entry>
        {isSignedIn && (
          <Button
            color="inherit"
            sx={{ mt: 2, ml: -1 }}
            onClick={() => {
              onClose();
              signOut();
            }}
          >
            Sign Out
          </Button>
        )}
      </Box>
    </Drawer>
  );
}
