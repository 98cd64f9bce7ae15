import { urls } from '@shop/remote-contract/urls';
import { Link } from '@shop/router/router';
import { styled, Typography } from '@shop/ui/core';
import { ChevronRight, Package } from 'lucide-react';

const headingId = 'account-navigation';

const List = styled('ul')(({ theme }) => ({
  margin: theme.spacing(1.5, 0, 0),
  padding: 0,
  listStyle: 'none',
  borderTop: `1px solid ${theme.vars.palette.divider}`,
}));

const Entry = styled(Link)(({ theme }) => ({
  display: 'flex',
  alignItems: 'center',
  gap: theme.spacing(1.5),
  minHeight: 60,
  borderBottom: `1px solid ${theme.vars.palette.divider}`,
  color: 'inherit',
  fontWeight: 600,
  textDecoration: 'none',
  '& svg:last-of-type': { marginLeft: 'auto', transition: theme.transitions.create('transform') },
  '&:hover': { color: theme.vars.palette.primary.main },
  '&:hover svg:last-of-type': { transform: 'translateX(4px)' },
}));

/** Links of the account. Specification 2 "Account" lists one entry. */
export function AccountNavigation() {
  return (
    <nav aria-labelledby={headingId}>
      <Typography id={headingId} component="h2" variant="overline" sx={{ color: 'text.secondary' }}>
        Account Navigation
      </Typography>
      <List>
        <li>
          <Entry to={urls.orders()}>
            <Package size={20} aria-hidden />
            Orders
            <ChevronRight size={18} aria-hidden />
          </Entry>
        </li>
      </List>
    </nav>
  );
}
