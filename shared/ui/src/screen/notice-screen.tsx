import { Container, Stack, styled, Typography } from '@shop/ui/core';
import type { ReactNode } from 'react';
import { PageHeading } from './page-heading';

export interface NoticeScreenProps {
  title: string;
  /** What happened, in one or two sentences. */
  children?: ReactNode;
  /** A drawing above the title, decorative. */
  icon?: ReactNode;
  /** Buttons or links that lead on. */
  actions?: ReactNode;
}

const Icon = styled('div')(({ theme }) => ({
  color: theme.vars.palette.primary.main,
  '& svg': { width: 48, height: 48 },
}));

/** A whole screen that says one thing: empty cart, page not found, thank you. */
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
