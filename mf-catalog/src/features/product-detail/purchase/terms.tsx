import { text, useTexts } from '@shop/language/texts';
import { urls } from '@shop/remote-contract/urls';
import { Link } from '@shop/router/router';
import { useStoreInfo } from '@shop/store-info/use-store-info';
import { IndianRupee, RotateCcw, Truck } from 'lucide-react';
import { getPolicyDays } from '../../../product/policy-days';
import * as styles from './terms.module.css';

/** Terms, with the names of their policies. Specification 9 "Delivery and refund ranges" and 2 "Policy pages". */
const terms: { policy: 'shipping' | 'return' | 'refund'; Icon: typeof Truck; label: string; name: string }[] = [
  {
    policy: 'shipping',
    Icon: Truck,
    label: text('Free delivery within {days, plural, =1 {1 working day} other {{days} working days}}'),
    name: text('Shipping Policy'),
  },
  {
    policy: 'return',
    Icon: RotateCcw,
    label: text('Returns within {days} days of receipt'),
    name: text('Return and Cancellation Policy'),
  },
  {
    policy: 'refund',
    Icon: IndianRupee,
    label: text('Refunds within {days} working days'),
    name: text('Refund Policy'),
  },
];

/** Links the policies of delivery, return and refund. A link promises the days of its policy where they are known. */
export function Terms() {
  const t = useTexts();
  const { info } = useStoreInfo();
  return (
    <ul className={styles.terms} aria-label={t('Delivery and returns')}>
      {terms.map(({ policy, Icon, label, name }) => {
        const days = getPolicyDays(policy, info);
        return (
          <li key={policy}>
            <Icon size={18} aria-hidden />
            <Link to={urls.policy(policy)}>
              {days ? t(label, { days: [...new Set([days.min, days.max])].join('-') }) : t(name)}
            </Link>
          </li>
        );
      })}
    </ul>
  );
}
