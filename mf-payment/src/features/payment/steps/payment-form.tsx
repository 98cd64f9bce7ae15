import type { PaymentField } from '@shop/api-contract/decoders/payment';
import { urls } from '@shop/remote-contract/urls';
import { Link } from '@shop/router/router';
import { Alert, ControlsTheme } from '@shop/ui/controls';
import { Button, TextLink, Typography } from '@shop/ui/core';
import { type FormEvent, type KeyboardEvent, useEffect, useRef } from 'react';
import { PaymentFieldControl } from '../controls/payment-field-control';
import type { Pay, PaymentAttempt, PaymentDraft } from '../use-payment';
import { usePaymentForm } from '../use-payment-form';
import * as styles from './payment-form.module.css';

export interface PaymentFormProps {
  fields: PaymentField[];
  draft: PaymentDraft;
  attempt: PaymentAttempt;
  onPay: Pay;
  /** Cancels a redirect that did not happen. */
  onStartOver: () => void;
}

/**
 * The payment form. The server describes its fields, so the form uses plain React state: fields and rules change while the
 * shopper types, and no schema is known at build time.
 *
 * @see Specification 2 "Payment" and 5 "Payment dynamic fields"; Interpretation 33
 */
export function PaymentForm({ fields, draft, attempt, onPay, onStartOver }: PaymentFormProps) {
  const { views, isComplete, change, leave, submit } = usePaymentForm(fields, draft, onPay);
  const isPaying = attempt.kind === 'sending' || attempt.kind === 'leaving';

  const handleSubmit = (event: FormEvent) => {
    event.preventDefault();
    if (!isPaying) submit();
  };
  // A browser ignores Enter while the button is disabled. The messages must show nevertheless.
  const handleKeyDown = (event: KeyboardEvent) => {
    const isEnter = event.key === 'Enter' && !event.nativeEvent.isComposing;
    if (isEnter && event.target instanceof HTMLInputElement) handleSubmit(event);
  };

  return (
    <form noValidate aria-label="Payment" onSubmit={handleSubmit} onKeyDown={handleKeyDown}>
      <ControlsTheme>
        {attempt.kind === 'declined' && <PaymentError message={attempt.message} detail={attempt.detail} />}
        <div className={styles.fields}>
          {views.map((view) => (
            <PaymentFieldControl
              key={view.field.name}
              {...view}
              onChange={(text) => change(view.field, text)}
              onBlur={() => leave(view.field)}
            />
          ))}
        </div>
      </ControlsTheme>
      {fields.length === 0 && <Typography>This payment needs no further details.</Typography>}
      <Button
        type="submit"
        variant="contained"
        size="large"
        fullWidth
        disabled={!isComplete || isPaying}
        className={styles.pay}
      >
        {isPaying ? 'Processing...' : 'Pay Now'}
      </Button>
      <div role="status" className={styles.status}>
        {attempt.kind === 'leaving' && <Leaving url={attempt.url} onStartOver={onStartOver} />}
      </div>
    </form>
  );
}

/** Says why nothing was paid. Takes the focus, because the submit button may be far below. */
function PaymentError({ message, detail }: { message: string; detail?: string }) {
  const alert = useRef<HTMLDivElement>(null);
  useEffect(() => alert.current?.focus(), []);
  return (
    <Alert ref={alert} tabIndex={-1} severity="error" variant="outlined" className={styles.error}>
      <div>{message}</div>
      {detail && <div>{detail}</div>}
      <TextLink component={Link} to={urls.checkout()} color="inherit" underline="always" className={styles.link}>
        Return to checkout
      </TextLink>
    </Alert>
  );
}

/** Shown while the browser loads the provider's page. A shopper who has cancelled that can continue or start over. */
function Leaving({ url, onStartOver }: { url?: string; onStartOver: () => void }) {
  return (
    <>
      Taking you to the payment provider…{' '}
      {url && (
        <TextLink href={url} className={styles.link}>
          Continue if nothing happens
        </TextLink>
      )}
      <Button size="small" onClick={onStartOver} className={styles.startOver}>
        Pay another way
      </Button>
    </>
  );
}
