import { isRecord } from '@shop/api-contract/decoders/values';
import { maxEmailLength } from '@shop/api-contract/submission-limits';
import { formatTypedPhone, normalizeText, readEmail, readOrderNumber } from '@shop/api-contract/typed-text';
import { FormTextField, object, ShopForm, string, tooLong, useField } from '@shop/forms/form';
import { createStoredValue } from '@shop/forms/stored-value';
import { text, useTexts } from '@shop/language/texts';
import { Button } from '@shop/ui/core';
import { useCallback, useEffect, useMemo, useRef, useState } from 'react';
import * as styles from './track-order.module.css';
import type { TrackOrder } from './use-track-order';

/**
 * The order number keeps its marks and words: an API server may show `#1001`. The contact is read as people copy it.
 * Specification 5 "Track order".
 *
 * @param linkedId Order number of the address. It comes from the API and stays as it is.
 */
const createSchema = (linkedId: string) =>
  object({
    orderId: string()
      .transform(
        (value: string) => (value === linkedId && value.trim()) || (readOrderNumber(value) && normalizeText(value)),
      )
      .required(text('Order number is required')),
    contactInfo: string()
      .transform((value: string) => readEmail(value) ?? formatTypedPhone(value))
      .required(text('Email or phone is required'))
      .max(maxEmailLength, tooLong),
  });

/**
 * What the shopper has typed in this tab. It survives a document load, such as a change of the language.
 *
 * @param linkedId Order number of the address.
 */
const createDraft = (linkedId: string) =>
  createStoredValue(
    () => window.sessionStorage,
    `track_order_draft:${linkedId}`,
    (stored) => {
      const { orderId, contactInfo } = isRecord(stored) ? stored : {};
      return typeof orderId === 'string' && typeof contactInfo === 'string' ? { orderId, contactInfo } : null;
    },
  );

/** The form with order number and contact. Specification 2 "Track order". */
export function TrackOrderForm({ orderId, tracking }: { orderId: string; tracking: TrackOrder }) {
  const t = useTexts();
  const { accountEmail, track, rejectForm } = tracking;
  const schema = useMemo(() => createSchema(orderId), [orderId]);
  const draft = useMemo(() => createDraft(orderId), [orderId]);
  const [initialValues] = useState(() => draft.read() ?? { orderId, contactInfo: accountEmail });
  // The e-mail of an account is never stored: the session may end, and another shopper may sign in.
  const prefilled = useRef('');
  prefilled.current = accountEmail || prefilled.current;
  const saveDraft = useCallback(
    (values: typeof initialValues) => {
      const contactInfo = values.contactInfo === prefilled.current ? '' : values.contactInfo;
      draft.write(values.orderId !== orderId || contactInfo ? { ...values, contactInfo } : null);
    },
    [draft, orderId],
  );
  return (
    <ShopForm
      label={t('Track order')}
      initialValues={initialValues}
      schema={schema}
      onChange={saveDraft}
      onSave={(request) => track(request, readOrderNumber(request.orderId))}
      onInvalid={({ orderId: hasNoOrder, contactInfo }) => rejectForm(Boolean(hasNoOrder) || contactInfo !== tooLong)}
    >
      {({ isSubmitting }) => (
        <div className={styles.fields}>
          <FormTextField name="orderId" label={t('Order Number')} autoComplete="off" isRequired />
          <FormTextField
            name="contactInfo"
            maxLength={maxEmailLength}
            label={t('Email or Phone')}
            autoComplete="email"
            isRequired
          />
          <PrefillContact accountEmail={accountEmail} />
          <Button type="submit" variant="contained" size="large" disabled={isSubmitting}>
            {isSubmitting ? t('Searching...') : t('Track Order')}
          </Button>
        </div>
      )}
    </ShopForm>
  );
}

/** Fills in the account e-mail when it loads after the form, unless the shopper has typed a contact already. */
function PrefillContact({ accountEmail }: { accountEmail: string }) {
  const [{ value }, , { setValue }] = useField<string>('contactInfo');
  const isBlank = useRef(true);
  isBlank.current = value === '';
  const fill = useRef(setValue);
  fill.current = setValue;
  useEffect(() => {
    if (accountEmail && isBlank.current) void fill.current(accountEmail, false);
  }, [accountEmail]);
  return null;
}
