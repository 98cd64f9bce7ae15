import { useTexts } from '@shop/language/texts';
import { urls } from '@shop/remote-contract/urls';
import { Link } from '@shop/router/router';
import { Button, Typography } from '@shop/ui/core';
import type { PaymentState } from '../use-payment';
import * as styles from './next-step.module.css';
import { PayInApp } from './pay-in-app';
import { ScanToPay } from './scan-to-pay';

/**
 * The step that follows the form: a code to scan, or an app. It is in the chunk of the form, which has loaded by then. The page reads
 * the order until the payment has arrived.
 */
export function NextStep({ state }: { state: Extract<PaymentState, { kind: 'scan' | 'app' }> }) {
  const t = useTexts();
  return (
    <div className={styles.step}>
      {state.kind === 'scan' ? <ScanToPay code={state.code} /> : <PayInApp url={state.url} />}
      <Typography tone="secondary">{t('This page continues when your payment arrives.')}</Typography>
      <div className={styles.actions}>
        <Button component={Link} to={urls.orders()} variant="outlined">
          {t('I have paid: view orders')}
        </Button>
        <Button onClick={state.startOver}>{t('Back to payment form')}</Button>
      </div>
    </div>
  );
}
