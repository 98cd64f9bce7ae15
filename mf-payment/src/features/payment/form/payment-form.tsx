import type { PaymentField } from '@shop/api-contract/decoders/payment';
import { ShopForm, submitOnEnter, useFormikContext } from '@shop/forms/form';
import { useTexts } from '@shop/language/texts';
import { formatInr } from '@shop/money/format';
import { useNotify } from '@shop/notifications/use-notify';
import { urls } from '@shop/remote-contract/urls';
import { Link } from '@shop/router/router';
import { Alert } from '@shop/ui/controls';
import { Button, TextLink, Typography } from '@shop/ui/core';
import { VisuallyHidden } from '@shop/ui/visually-hidden';
import { type MouseEvent, type MouseEventHandler, useEffect, useId, useRef } from 'react';
import { createFormSchema } from '../fields/field-schema';
import {
  type FieldValues,
  findMissingFields,
  findOfferedValues,
  findVisibleFields,
  formatRequestFields,
  getInitialValues,
  getValueName,
  isFilled,
  isTyped,
} from '../fields/field-value';
import type { StoredChoices } from '../stored-choices';
import type { PaymentAttempt, PaymentFormState } from '../use-payment';
import { PaymentFormField } from './payment-field';
import * as styles from './payment-form.module.css';

/**
 * The payment form. The server describes its fields and their rules.
 *
 * @see Specification 2 "Payment" and 5 "Payment dynamic fields"; Interpretation 33
 */
export function PaymentForm({ state }: { state: PaymentFormState }) {
  const t = useTexts();
  const { form, draft, storeChoices, attempt, pay, startOver } = state;
  const notify = useNotify();
  const { fields } = form;
  const isPaying = attempt.kind === 'sending' || attempt.kind === 'leaving';
  const initial = getInitialValues(fields);
  /** The form after "Pay another way", until its submit button can take the focus. */
  const restarted = useRef<HTMLFormElement>(null);
  useEffect(() => {
    if (isPaying) return;
    restarted.current?.querySelector<HTMLButtonElement>('[type="submit"]')?.focus();
    restarted.current = null;
  }, [isPaying]);
  const restart = ({ currentTarget }: MouseEvent<HTMLButtonElement>) => {
    restarted.current = currentTarget.form;
    startOver();
  };
  return (
    <ShopForm
      // Other fields from the server start another form. What the shopper typed stays.
      key={JSON.stringify(fields)}
      label={t('Payment')}
      initialValues={{ ...initial, ...findOfferedValues(fields, draft.current) }}
      schema={createFormSchema(fields, t)}
      onChange={(values) => {
        // A value that was chosen once stays a choice: other defaults may arrive.
        const isChosen = (name: string) => values[name] !== initial[name] || name in draft.current;
        draft.current = Object.fromEntries(Object.entries(values).filter(([name]) => isChosen(name)));
        storeChoices(getStoredChoices(fields, values, initial, state.lostNames));
      }}
      onInvalid={() =>
        notify({
          tone: 'destructive',
          title: t('Validation Error'),
          description: t('Please correct the errors in the form'),
        })
      }
      onSave={(values) => pay(formatRequestFields(fields, values))}
    >
      {() => (
        <>
          {attempt.kind === 'declined' && <PaymentError attempt={attempt} />}
          <PaymentFields form={form} order={state.order} isPaying={isPaying} lostNames={state.lostNames} />
          <div role="status" className={styles.status}>
            {attempt.kind === 'leaving' && <Leaving url={attempt.url} onStartOver={restart} />}
          </div>
        </>
      )}
    </ShopForm>
  );
}

interface PaymentFieldsProps extends Pick<PaymentFormState, 'form' | 'order' | 'lostNames'> {
  isPaying: boolean;
}

/**
 * Lists the choices to store. Defaults are among them, because a payment changes the defaults. Of typed values it lists the names.
 *
 * @param lostNames Names of values that were lost before. The notice about them also shows after a second reload.
 */
function getStoredChoices(
  fields: readonly PaymentField[],
  values: FieldValues,
  initial: FieldValues,
  lostNames: readonly string[],
): StoredChoices {
  const choices = fields.filter((field) => !isTyped(field)).map(getValueName);
  const typed = fields.filter((field) => isTyped(field) && isFilled(field, values[getValueName(field)] ?? ''));
  const changed = typed.map(getValueName).filter((name) => values[name] !== initial[name]);
  return {
    values: Object.fromEntries(Object.entries(values).filter(([name]) => choices.includes(name))),
    typedNames: [...new Set([...lostNames, ...changed])],
  };
}

/** The fields that the values show, the amount and the submit button. */
function PaymentFields({ form, order, isPaying, lostNames }: PaymentFieldsProps) {
  const t = useTexts();
  const { fields, language } = form;
  const lang = language === t.language ? undefined : language;
  const { values } = useFormikContext<FieldValues>();
  const visible = findVisibleFields(fields, values);
  const missing = findMissingFields(visible, values);
  const missingId = useId();
  const initial = getInitialValues(fields);
  // A field that its default fills is not lost: the API may know the value by now.
  const lost = visible
    .filter((field) => !isFilled(field, initial[getValueName(field)] ?? ''))
    .map(getValueName)
    .filter((name) => lostNames.includes(name));
  const mustRetype = lost.length > 0 && lost.every((name) => values[name] === initial[name]);
  return (
    <>
      {mustRetype && (
        <Alert severity="info" variant="outlined" role="status" className={styles.error}>
          {t('For your safety, the payment details that you typed are not kept. Please type them again.')}
        </Alert>
      )}
      {/* biome-ignore lint/a11y/noStaticElementInteractions: it handles Enter in its fields; the fields are interactive */}
      <div className={styles.fields} onKeyDown={isPaying ? undefined : submitOnEnter}>
        {visible.map((field) => (
          <PaymentFormField key={field.name} field={field} lang={lang} />
        ))}
      </div>
      {fields.length === 0 && <Typography>{t('This payment needs no further details.')}</Typography>}
      <div className={styles.pay}>
        {order.kind === 'ready' && (
          <Typography className={styles.amount}>
            <VisuallyHidden>{t('Amount:')} </VisuallyHidden>
            <span>{formatInr(order.total)}</span>
          </Typography>
        )}
        <Button
          type="submit"
          variant="contained"
          size="large"
          fullWidth
          disabled={missing.length > 0 || isPaying}
          aria-describedby={missing.length > 0 ? missingId : undefined}
        >
          {isPaying ? t('Processing...') : t('Pay Now')}
        </Button>
      </div>
      {missing.length > 0 && (
        <Typography variant="body2" tone="secondary" id={missingId} className={styles.missing}>
          {t('Still needed: {fields}.', { fields: missing.map(({ label }) => label).join(', ') })}
        </Typography>
      )}
    </>
  );
}

/** Says why nothing was paid. Takes the focus, because the submit button may be far below. */
function PaymentError({ attempt }: { attempt: Extract<PaymentAttempt, { kind: 'declined' }> }) {
  const t = useTexts();
  const { message, reason } = attempt;
  const alert = useRef<HTMLDivElement>(null);
  // biome-ignore lint/correctness/useExhaustiveDependencies: each declined attempt moves the focus
  useEffect(() => alert.current?.focus(), [attempt]);
  return (
    <Alert ref={alert} tabIndex={-1} severity="error" variant="outlined" className={styles.error}>
      {message && <div>{t(message)}</div>}
      {reason && <div lang={reason.lang}>{reason.text}</div>}
      <TextLink component={Link} to={urls.checkout()} color="inherit" underline="always" className={styles.link}>
        {t('Return to checkout')}
      </TextLink>
    </Alert>
  );
}

/** Shown while the browser loads the provider's page. A shopper who has cancelled that can continue or start over. */
function Leaving({ url, onStartOver }: { url?: string; onStartOver: MouseEventHandler<HTMLButtonElement> }) {
  const t = useTexts();
  return (
    <div>
      {t('Taking you to the payment provider…')}{' '}
      {url && (
        <TextLink href={url} className={styles.link}>
          {t('Continue if nothing happens')}
        </TextLink>
      )}
      <Button size="small" onClick={onStartOver} className={styles.startOver}>
        {t('Pay another way')}
      </Button>
    </div>
  );
}
