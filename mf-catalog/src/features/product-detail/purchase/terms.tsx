import { text, useTexts } from '@shop/language/texts';
import { type PolicySlug, urls } from '@shop/remote-contract/urls';
import { Link } from '@shop/router/router';
import { IndianRupee, RotateCcw, Truck } from 'lucide-react';
import * as styles from './terms.module.css';

/** The ranges are constants of the shop. Specification 9 "Delivery and refund ranges" and 2 "Policy pages". */
const terms: { policy: PolicySlug; Icon: typeof Truck; label: string }[] = [
  { policy: 'shipping', Icon: Truck, label: text('Free delivery within 0-7 working days') },
  { policy: 'return', Icon: RotateCcw, label: text('Returns within 0-7 days of receipt') },
  { policy: 'refund', Icon: IndianRupee, label: text('Refunds within 0-7 working days') },
];

/** Shows the terms of delivery, return and refund, with links to their policies. */
export function Terms() {
  const t = useTexts();
  return (
    <ul className={styles.terms} aria-label={t('Delivery and returns')}>
      {terms.map(({ policy, Icon, label }) => (
        <li key={policy}>
          <Icon size={18} aria-hidden />
          <Link to={urls.policy(policy)}>{t(label)}</Link>
        </li>
      ))}
    </ul>
  );
}
