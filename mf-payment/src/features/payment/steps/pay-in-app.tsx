import { useTexts } from '@shop/language/texts';
import { urls } from '@shop/remote-contract/urls';
import { Link } from '@shop/router/router';
import { Button, Typography } from '@shop/ui/core';
import * as styles from './pay-in-app.module.css';

/**
 * The step after a payment app was asked to open. The page does not learn whether an app opened or whether the shopper
 * paid. It keeps the link and offers the next steps. Interpretation 25.
 */
export function PayInApp({ url, onStartOver }: { url: string; onStartOver: () => void }) {
  const t = useTexts();
  return (
    <div className={styles.step}>
      <Typography>
        {t(
          'Your payment app should be open now. If it is not, open it here, or go back to the form to pay another way.',
        )}
      </Typography>
      <Button component="a" href={url} variant="outlined" size="large">
        {t('Open payment app')}
      </Button>
      <PostPaymentActions onStartOver={onStartOver} />
    </div>
  );
}

/** Next steps of a payment outside the page. The page does not learn when the shopper has paid. */
export function PostPaymentActions({ onStartOver }: { onStartOver: () => void }) {
  const t = useTexts();
  return (
    <div className={styles.actions}>
      <Button component={Link} to={urls.orders()} variant="contained">
        {t('I have paid: view orders')}
      </Button>
      <Button onClick={onStartOver}>{t('Back to payment form')}</Button>
    </div>
  );
}
