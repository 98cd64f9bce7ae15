import { useTexts } from '@shop/language/texts';
import { Typography } from '@shop/ui/core';
import { isUpiLink } from '../outcome/redirect-target';
import * as styles from './pay-in-app.module.css';
import { AppLink, CodeToScan, CopyLink } from './scan-to-pay';

/**
 * The step after a payment app was asked to open. The page does not learn whether an app opened. It keeps the link, and shows a
 * UPI link as a code on devices without a touch screen, where rarely a UPI app opens. Interpretation 25.
 */
export function PayInApp({ url }: { url: string }) {
  const t = useTexts();
  return (
    <>
      <AppLink url={url} />
      <Typography className={styles.hint}>
        {t(
          'Your payment app should be open now. If it is not, open it here, or go back to the form to pay another way.',
        )}
      </Typography>
      {isUpiLink(url) && (
        <div className={styles.code}>
          <Typography>{t('Scan this code with the UPI app on your phone.')}</Typography>
          <CodeToScan code={{ kind: 'text', text: url }} />
          <CopyLink text={url} />
        </div>
      )}
    </>
  );
}
