import type { PaymentField } from '@shop/api-contract/decoders/payment';
import { urls } from '@shop/remote-contract/urls';
import { Link } from '@shop/router/router';
import { Alert } from '@shop/ui/controls';
import { Box, Button, MuiLink, styled, Typography } from '@shop/ui/core';
import { type FormEvent, type KeyboardEvent, useEffect, useRef } from 'react';
import { PaymentFieldControl } from '../controls/payment-field-control';
import type { Pay, PaymentAttempt, PaymentDraft } from '../use-payment';
import { usePaymentForm } from '../use-payment-form';

export interface PaymentFormProps {
  fields: PaymentField[];
  draft: PaymentDraft;
  attempt: PaymentAttempt;
  onPay: Pay;
  /** The shopper stays after all. */
  onStartOver: () => void;
}

const Fields = styled('div')(({ theme }) => ({ display: 'flex', flexWrap: 'wrap', gap: theme.spacing(3) }));

/**
 * The payment form, driven wholly by the server's fields. Its state is plain React state: rules and fields change while
 * the shopper types, and nothing of it is known when the code is written.
 *
 * @see Specification 2 "Payment" and 5 "Payment dynamic fields"; Interpretation 33
 */
export function PaymentForm({ fields, draft, attempt, onPay, onStartOver }: PaymentFormProps) {
  const { views, isComplete, change, leave, submit } = usePaymentForm(fields, draft, onPay);
  const isUnderWay = attempt.kind === 'sending' || attempt.kind === 'leaving';

  const submitted = (event: FormEvent) => {
    event.preventDefault();
    if (!isUnderWay) submit();
  };
  // A browser does not submit by Enter while the button is disabled; the messages are to show all the same.
  const keyPressed = (event: KeyboardEvent) => {
    const isEnter = event.key === 'Enter' && !event.nativeEvent.isComposing;
    if (isEnter && event.target instanceof HTMLInputElement) submitted(event);
  };

  return (
    <form noValidate aria-label="Payment" onSubmit={submitted} onKeyDown={keyPressed}>
      {attempt.kind === 'refused' && <Refusal message={attempt.message} detail={attempt.detail} />}
      <Fields>
        {views.map((view) => (
          <PaymentFieldControl
            key={view.field.name}
            {...view}
            onChange={(text) => change(view.field, text)}
            onLeave={() => leave(view.field)}
          />
        ))}
      </Fields>
      {fields.length === 0 && <Typography>Nothing needs to be filled in for this payment.</Typography>}
      <Button
        type="submit"
        variant="contained"
        size="large"
        fullWidth
        disabled={!isComplete || isUnderWay}
        sx={{ mt: 4 }}
      >
        {isUnderWay ? 'Processing...' : 'Pay Now'}
      </Button>
      <Box role="status" sx={{ mt: 2, minHeight: '3em', fontSize: '0.9375rem', color: 'text.secondary' }}>
        {attempt.kind === 'leaving' && <Leaving url={attempt.url} onStartOver={onStartOver} />}
      </Box>
    </form>
  );
}

/** Why nothing was paid. It takes the focus: the button that was pressed may be far below. */
function Refusal({ message, detail }: { message: string; detail?: string }) {
  const alert = useRef<HTMLDivElement>(null);
  useEffect(() => alert.current?.focus(), []);
  return (
    <Alert ref={alert} tabIndex={-1} severity="error" variant="outlined" sx={{ mb: 4 }}>
      <div>{message}</div>
      {detail && <div>{detail}</div>}
      <MuiLink component={Link} to={urls.checkout()} color="inherit" underline="always" sx={{ fontWeight: 600 }}>
        Return to checkout
      </MuiLink>
    </Alert>
  );
}

/** The browser is leaving. A shopper who has stopped it, which nobody tells the page, finds the ways on here. */
function Leaving({ url, onStartOver }: { url?: string; onStartOver: () => void }) {
  return (
    <>
      Taking you to the payment provider…{' '}
      {url && (
        <MuiLink href={url} sx={{ fontWeight: 600 }}>
          Continue if nothing happens
        </MuiLink>
      )}
      <Button size="small" onClick={onStartOver} sx={{ display: 'block', mx: -1 }}>
        Pay another way
      </Button>
    </>
  );
}
