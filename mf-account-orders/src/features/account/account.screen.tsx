import { urls } from '@shop/remote-contract/urls';
import { Link } from '@shop/router/router';
import { useSignOut } from '@shop/session/use-sign-out';
import { useStoreInfo } from '@shop/store-info/use-store-info';
import { Button } from '@shop/ui/core';
import { DocumentHead } from '@shop/ui/document-head';
import { LoadFailure } from '@shop/ui/load-failure';
import { PageHeading } from '@shop/ui/page-heading';
import { LogOut } from 'lucide-react';
import { Page } from '../../page/page';
import * as styles from './account.module.css';
import { AccountDetails } from './account-details';
import { AccountNavigation } from './account-navigation';
import { AccountSkeleton } from './account-skeleton';
import { type AccountState, useAccount } from './use-account';

/** The account screen: details, link to the orders and sign-out. Specification 2 "Account". */
export function AccountScreen() {
  const state = useAccount();
  const signOut = useSignOut('You have been successfully logged out.');
  const { info } = useStoreInfo();
  return (
    <Page>
      <DocumentHead title="My Account" storeName={info?.storeName} description={info?.description} isPrivate />
      <PageHeading>My Account</PageHeading>
      <div className={styles.columns}>
        <AccountBody state={state} />
        <AccountNavigation />
      </div>
      <div className={styles.actions}>
        <Button variant="outlined" color="inherit" startIcon={<LogOut size={18} aria-hidden />} onClick={signOut}>
          Sign Out
        </Button>
        <Button component={Link} to={urls.home()} color="inherit">
          Return to Home
        </Button>
      </div>
    </Page>
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
