import { type PolicySlug, urls } from '@shop/remote-contract/urls';
import { Link } from '@shop/router/router';
import { IndianRupee, RotateCcw, Truck } from 'lucide-react';
import * as styles from './terms.module.css';

/** The ranges are constants of the shop. Specification 9 "Delivery and refund ranges" and 2 "Policy pages". */
const terms: { policy: PolicySlug; Icon: typeof Truck; text: string }[] = [
  { policy: 'shipping', Icon: Truck, text: 'Free delivery within 0-7 working days' },
  { policy: 'return', Icon: RotateCcw, text: 'Returns within 0-7 days of receipt' },
  { policy: 'refund', Icon: IndianRupee, text: 'Refunds within 0-7 working days' },
];

/** Shows the terms of delivery, return and refund, with links to their policies. */
export function Terms() {
  return (
    <ul className={styles.terms} aria-label="Delivery and returns">
      {terms.map(({ policy, Icon, text }) => (
        <li key={policy}>
          <Icon size={18} aria-hidden />
          <Link to={urls.policy(policy)}>{text}</Link>
        </li>
      ))}
    </ul>
  );
}
