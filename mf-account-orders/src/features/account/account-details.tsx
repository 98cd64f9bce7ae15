import type { AccountInfo } from '@shop/api-contract/decoders/user';
import { formatLongDate } from '../../format-long-date';
import * as styles from './account.module.css';

export interface AccountDetailsProps {
  account: AccountInfo;
}

/** Name, e-mail and member-since date. Specification 2 "Account". */
export function AccountDetails({ account: { firstName, lastName, email, createdAt } }: AccountDetailsProps) {
  const details = [
    { label: 'Name', value: [firstName, lastName].filter(Boolean).join(' ') },
    { label: 'Email', value: email },
    { label: 'Member since', value: formatLongDate(createdAt) },
  ];
  return (
    <dl className={styles.details}>
      {details.map(({ label, value }) => (
        <div className={styles.detail} key={label}>
          <dt>{label}</dt>
          <dd>{value || 'Not available'}</dd>
        </div>
      ))}
    </dl>
  );
}
