import { urls } from '@shop/remote-contract/urls';
import { Link } from '@shop/router/router';
import { useSlotLinks } from '@shop/slots/slot';
import { Typography } from '@shop/ui/core';
import { ChevronRight, Package } from 'lucide-react';
import * as styles from './account.module.css';

const headingId = 'account-navigation';

/** Links of the account. Specification 2 "Account" lists one entry; other remotes may add theirs after it. */
export function AccountNavigation() {
  const links = useSlotLinks('account.navigation');
  return (
    <nav aria-labelledby={headingId}>
      <Typography id={headingId} component="h2" variant="overline" tone="secondary">
        Account Navigation
      </Typography>
      <ul className={styles.links}>
        <li>
          <Link className={styles.link} to={urls.orders()}>
            <Package size={20} aria-hidden />
            Orders
            <ChevronRight size={18} aria-hidden />
          </Link>
        </li>
        {links.map(({ text, to }) => (
          <li key={to}>
            <Link className={styles.link} to={to}>
              {text}
              <ChevronRight size={18} aria-hidden />
            </Link>
          </li>
        ))}
      </ul>
    </nav>
  );
}
