import type { AccountInfo } from '@shop/api-contract/decoders/user';
import { useTexts } from '@shop/language/texts';
import { urls } from '@shop/remote-contract/urls';
import { Link } from '@shop/router/router';
import { useSignOut } from '@shop/session/use-sign-out';
import { useSlotLinks } from '@shop/slots/slot';
import { Button, Skeleton, Typography } from '@shop/ui/core';
import { DocumentHead } from '@shop/ui/document-head';
import { LoadFailure } from '@shop/ui/load-failure';
import { Page } from '@shop/ui/page';
import { PageHeading } from '@shop/ui/page-heading';
import { VisuallyHidden } from '@shop/ui/visually-hidden';
import { ChevronRight, LogOut, Package } from 'lucide-react';
import { formatLongDate } from '../../format-long-date';
import * as styles from './account.module.css';
import { StoredAddress } from './stored-address';
import { type AccountState, useAccount } from './use-account';

/** The account screen: details, link to the orders and sign-out. Specification 2 "Account". */
export function AccountScreen() {
  const t = useTexts();
  return <AccountPage state={useAccount()} signOut={useSignOut(t('You have been successfully logged out.'))} />;
}

/** Shown until the page knows the device. */
export function AccountPlaceholder() {
  return <AccountPage state={{ kind: 'loading' }} />;
}

/** The page of the account. Without `signOut` it is the placeholder: the button is disabled, and nothing of the device shows. */
function AccountPage({ state, signOut }: { state: AccountState; signOut?: () => void }) {
  const t = useTexts();
  return (
    <Page>
      <DocumentHead title={t('My Account')} isPrivate />
      <PageHeading>{t('My Account')}</PageHeading>
      <div className={styles.columns}>
        <AccountBody state={state} />
        <AccountNavigation />
      </div>
      {signOut && <StoredAddress />}
      <div className={styles.actions}>
        <Button
          variant="outlined"
          color="inherit"
          startIcon={<LogOut size={18} aria-hidden />}
          disabled={!signOut}
          onClick={signOut}
        >
          {t('Sign Out')}
        </Button>
        <Button component={Link} to={urls.home()} color="inherit">
          {t('Return to Home')}
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

/** Name, e-mail and member-since date. Specification 2 "Account". */
function AccountDetails({ account }: { account: AccountInfo }) {
  const t = useTexts();
  const { firstName, lastName, email, createdAt } = account;
  const details = [
    { label: t('Name'), value: [firstName, lastName].filter(Boolean).join(' ') },
    { label: t('Email'), value: email },
    { label: t('Member since'), value: formatLongDate(createdAt, t.language) },
  ];
  return (
    <dl className={styles.details}>
      {details.map(({ label, value }) => (
        <div className={styles.detail} key={label}>
          <dt>{label}</dt>
          <dd>{value || t('Not available')}</dd>
        </div>
      ))}
    </dl>
  );
}

const headingId = 'account-navigation';

/** Links of the account. Specification 2 "Account" lists one entry; other remotes may add theirs after it. */
function AccountNavigation() {
  const t = useTexts();
  const links = useSlotLinks('account.navigation');
  return (
    <nav aria-labelledby={headingId}>
      <Typography id={headingId} component="h2" variant="overline" tone="secondary">
        {t('Account Navigation')}
      </Typography>
      <ul className={styles.links}>
        <li>
          <Link className={styles.link} to={urls.orders()}>
            <Package size={20} aria-hidden />
            {t('Orders')}
            <ChevronRight size={18} aria-hidden />
          </Link>
        </li>
        {links.map(({ text, to }) => (
          <li key={to}>
            <Link className={styles.link} to={to} lang={t.dataLanguage}>
              {text}
              <ChevronRight size={18} aria-hidden />
            </Link>
          </li>
        ))}
      </ul>
    </nav>
  );
}

/** Placeholder of the account details. */
function AccountSkeleton() {
  const t = useTexts();
  return (
    <div>
      <VisuallyHidden role="status">{t('Loading your account')}</VisuallyHidden>
      <dl className={styles.details} aria-hidden>
        {['30%', '55%', '40%'].map((width) => (
          <div className={styles.detail} key={width}>
            <dt>
              <Skeleton width={96} />
            </dt>
            <dd>
              <Skeleton width={width} />
            </dd>
          </div>
        ))}
      </dl>
    </div>
  );
}
