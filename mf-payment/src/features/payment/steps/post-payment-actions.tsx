import { useTexts } from '@shop/language/texts';
import { urls } from '@shop/remote-contract/urls';
import { Link } from '@shop/router/router';
import { Button, Typography } from '@shop/ui/core';
import * as styles from './post-payment-actions.module.css';

/** Next steps of a payment outside of the page. The page reads the order until the payment has arrived. */
export function PostPaymentActions({ onStartOver }: { onStartOver: () => void }) {
  const t = useTexts();
  return (
    <>
      <Typography tone="secondary">{t('This page continues by itself once your payment has arrived.')}</Typography>
      <div className={styles.actions}>
        <Button component={Link} to={urls.orders()} variant="contained">
          {t('I have paid: view orders')}
        </Button>
        <Button onClick={onStartOver}>{t('Back to payment form')}</Button>
      </div>
    </>
  );
}
