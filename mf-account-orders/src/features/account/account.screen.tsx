import { urls } from '@shop/remote-contract/urls';
import { Link } from '@shop/router/router';
import { useSignOut } from '@shop/session/use-sign-out';
import { useStoreInfo } from '@shop/store-info/use-store-info';
import { Button, Container, Stack, styled } from '@shop/ui/core';
import { DocumentHead } from '@shop/ui/document-head';
import { LoadFailure } from '@shop/ui/load-failure';
import { PageHeading } from '@shop/ui/page-heading';
import { LogOut } from 'lucide-react';
import { AccountDetails } from './account-details';
import { AccountNavigation } from './account-navigation';
import { AccountSkeleton } from './account-skeleton';
import { type AccountState, useAccount } from './use-account';

const Columns = styled('div')(({ theme }) => ({
  display: 'grid',
  gridTemplateColumns: 'minmax(0, 1fr)',
  gap: theme.spacing(6),
  marginTop: theme.spacing(5),
  [theme.breakpoints.up('md')]: {
    gridTemplateColumns: 'minmax(0, 1fr) minmax(220px, 320px)',
    gap: theme.spacing(8),
    marginTop: theme.spacing(7),
  },
}));

/** The account screen: details, link to the orders and sign-out. Specification 2 "Account". */
export function AccountScreen() {
  const state = useAccount();
  const signOut = useSignOut('You have been successfully logged out.');
  const { info } = useStoreInfo();
  return (
    <Container maxWidth="lg" sx={{ py: { xs: 4, md: 8 } }}>
      <DocumentHead title="My Account" storeName={info?.storeName} description={info?.description} isPrivate />
      <PageHeading>My Account</PageHeading>
      <Columns>
        <AccountBody state={state} />
        <AccountNavigation />
      </Columns>
      <Stack direction="row" useFlexGap spacing={2} sx={{ mt: { xs: 6, md: 8 }, flexWrap: 'wrap' }}>
        <Button variant="outlined" color="inherit" startIcon={<LogOut size={18} aria-hidden />} onClick={signOut}>
          Sign Out
        </Button>
        <Button component={Link} to={urls.home()} color="inherit">
          Return to Home
        </Button>
      </Stack>
    </Container>
  );
}

function AccountBody({ state }: { state: AccountState }) {
  switch (state.kind) {
    case 'loading':
      return <AccountSkeleton />;
    case 'failed':
      return <LoadFailure message={state.message} onRetry={state.retry} />;
    case 'ready':
      return <AccountDetails account={state.account} />;
  }
}
