import * as styles from './delivery.module.css';

/** Shipping method and tracking number are fixed texts. Specification 2 "Track order". */
const method = 'Standard Shipping';
const notAvailable = 'Not available';

/** Shipping address (in one line, empty when the order has none), method and tracking number of an order. */
export function Delivery({ address }: { address: string }) {
  return (
    <dl className={styles.delivery}>
      <div>
        <dt>Shipping address</dt>
        <dd>{address || notAvailable}</dd>
      </div>
      <div>
        <dt>Shipping method</dt>
        <dd>{method}</dd>
      </div>
      <div>
        <dt>Tracking number</dt>
        <dd>{notAvailable}</dd>
      </div>
    </dl>
  );
}
