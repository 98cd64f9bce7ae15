import { useTexts } from '@shop/language/texts';
import { Button, Typography } from '@shop/ui/core';
import { isUpiLink } from '../outcome/redirect-target';
import * as styles from './pay-in-app.module.css';
import { PostPaymentActions } from './post-payment-actions';
import { CodeToScan } from './scan-to-pay';

/**
 * The step after a payment app was asked to open. The page does not learn whether an app opened. It keeps the link, and shows a
 * UPI link as a code on devices without a touch screen, where rarely a UPI app opens. Interpretation 25.
 */
export function PayInApp({ url, onStartOver }: { url: string; onStartOver: () => void }) {
  const t = useTexts();
  const isScannable = isUpiLink(url);
  return (
    <div className={styles.step}>
      <div className={styles.app}>
        <Typography>
          {t(
            'Your payment app should be open now. If it is not, open it here, or go back to the form to pay another way.',
          )}
        </Typography>
        <Button component="a" href={url} variant="outlined" size="large">
          {t('Open payment app')}
        </Button>
      </div>
      {isScannable && (
        <div className={styles.code}>
          <Typography>{t('Scan this code with the UPI app on your phone.')}</Typography>
          <CodeToScan code={{ kind: 'text', text: url }} />
        </div>
      )}
      <PostPaymentActions onStartOver={onStartOver} />
    </div>
  );
}
