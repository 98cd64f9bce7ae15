import { Button, Typography } from '@shop/ui/core';
import * as styles from './pay-in-app.module.css';
import { PostPaymentActions } from './post-payment-actions';

export interface PayInAppProps {
  /** Link that opens the app. */
  url: string;
  /** Shows the form again. */
  onStartOver: () => void;
}

/**
 * The step after a payment app was asked to open. The page does not learn whether an app opened or whether the shopper
 * paid. It keeps the link and offers the next steps. Interpretation 25.
 */
export function PayInApp({ url, onStartOver }: PayInAppProps) {
  return (
    <div className={styles.step}>
      <Typography>
        Your payment app should be open now. If it is not, open it here, or go back to the form to pay another way.
      </Typography>
      <Button component="a" href={url} variant="outlined" size="large">
        Open payment app
      </Button>
      <PostPaymentActions onStartOver={onStartOver} />
    </div>
  );
}
