import { urls } from '@shop/remote-contract/urls';
import { Link } from '@shop/router/router';
import { Stack, styled, Typography } from '@shop/ui/core';
import { DocumentHead } from '@shop/ui/document-head';
import { PageHeading } from '@shop/ui/page-heading';
import type { ReactNode } from 'react';
import { useShopName } from '../shop-info/use-shop-identity';

export interface AuthCardProps {
  title: string;
  subtitle: string;
  children: ReactNode;
}

const Card = styled('div')(({ theme }) => ({
  width: '100%',
  maxWidth: 440,
  overflowWrap: 'anywhere',
  '& form': { marginTop: theme.spacing(4) },
}));

const Brand = styled(Link)(({ theme }) => ({
  fontFamily: theme.typography.h3.fontFamily,
  fontSize: '1.375rem',
  color: 'inherit',
  textDecoration: 'none',
  minHeight: '1.3em',
}));

export const AuthLink = styled(Link)(({ theme }) => ({
  display: 'inline-flex',
  alignItems: 'center',
  minHeight: 44,
  color: theme.vars.palette.primary.main,
  fontWeight: 600,
}));

/** Frame of sign-in and registration: the shop's name, a heading, the form, and links below. */
export function AuthCard({ title, subtitle, children }: AuthCardProps) {
  const shopName = useShopName();
  return (
    <Card>
      <DocumentHead title={title} storeName={shopName} description={subtitle} isPrivate />
      <Stack spacing={1.5}>
        {shopName && <Brand to={urls.home()}>{shopName}</Brand>}
        <PageHeading>{title}</PageHeading>
        <Typography sx={{ color: 'text.secondary' }}>{subtitle}</Typography>
      </Stack>
      {children}
      <Typography variant="body2" component="div" sx={{ mt: 4, color: 'text.secondary' }}>
        By continuing you agree to our <AuthLink to={urls.policy('terms')}>Terms</AuthLink> and{' '}
        <AuthLink to={urls.policy('privacy')}>Privacy</AuthLink> policies.
      </Typography>
      <AuthLink to={urls.home()}>Return to home</AuthLink>
    </Card>
  );
}
