import * as styles from './delivery.module.css';

export interface DeliveryProps {
  /** Address in one line. Empty when the order has none. */
  address: string;
}

/** Shipping method and tracking number are fixed texts. Specification 2 "Track order". */
const method = 'Standard Shipping';
const notAvailable = 'Not available';

/** Shipping address, method and tracking number of an order. */
export function Delivery({ address }: DeliveryProps) {
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
