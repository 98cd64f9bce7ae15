import { useTexts } from '@shop/language/texts';
import * as styles from './delivery.module.css';

/**
 * Shipping address (in one line, empty when the order has none), method and tracking number of an order. Method and number are
 * fixed texts. Specification 2 "Track order".
 */
export function Delivery({ address }: { address: string }) {
  const t = useTexts();
  const notAvailable = t('Not available');
  return (
    <dl className={styles.delivery}>
      <div>
        <dt>{t('Shipping address')}</dt>
        <dd>{address || notAvailable}</dd>
      </div>
      <div>
        <dt>{t('Shipping method')}</dt>
        <dd>{t('Standard Shipping')}</dd>
      </div>
      <div>
        <dt>{t('Tracking number')}</dt>
        <dd>{notAvailable}</dd>
      </div>
    </dl>
  );
}
