import { Container, Stack, styled, Typography } from '@shop/ui/core';
import type { ReactNode } from 'react';
import { PageHeading } from './page-heading';

export interface NoticeScreenProps {
  title: string;
  /** One or two sentences about what happened. */
  children?: ReactNode;
  /** Decorative icon above the title. */
  icon?: ReactNode;
  /** Buttons or links to other screens. */
  actions?: ReactNode;
}

const Icon = styled('div')(({ theme }) => ({
  color: theme.vars.palette.primary.main,
  '& svg': { width: 48, height: 48 },
}));

/**
 * A screen with a single message: empty cart, page not found, thank you.
 *
 * @example <NoticeScreen title="Your cart is empty" actions={<Button component={Link} to={urls.home()}>Shop</Button>} />
 */
export function NoticeScreen({ title, children, icon, actions }: NoticeScreenProps) {
  return (
    <Container maxWidth="sm" sx={{ py: { xs: 8, md: 14 } }}>
      <Stack spacing={3} sx={{ alignItems: 'center', textAlign: 'center' }}>
        {icon && <Icon aria-hidden>{icon}</Icon>}
        <PageHeading>{title}</PageHeading>
        {children && (
          <Typography component="div" sx={{ color: 'text.secondary', maxWidth: '46ch' }}>
            {children}
          </Typography>
        )}
        {actions && (
          <Stack direction="row" useFlexGap spacing={2} sx={{ flexWrap: 'wrap', justifyContent: 'center' }}>
            {actions}
          </Stack>
        )}
      </Stack>
    </Container>
  );
}
