import { urls } from '@shop/remote-contract/urls';
import { Link } from '@shop/router/router';
import { Button } from '@shop/ui/core';
import * as styles from './post-payment-actions.module.css';

export interface PostPaymentActionsProps {
  /** Shows the form again. */
  onStartOver: () => void;
}

/** Next steps of a payment outside the page. The page does not learn when the shopper has paid. */
export function PostPaymentActions({ onStartOver }: PostPaymentActionsProps) {
  return (
    <div className={styles.actions}>
      <Button component={Link} to={urls.orders()} variant="contained">
        I have paid: view orders
      </Button>
      <Button onClick={onStartOver}>Back to payment form</Button>
    </div>
  );
}
