import { shippingFieldMaxLengths } from '@shop/api-contract/shipping-fields';
import { FormTextField, type FormTextFieldProps, ShopForm, submitOnEnter, useField } from '@shop/forms/form';
import { type Texts, useTexts } from '@shop/language/texts';
import { Checkbox, FormControlLabel } from '@shop/ui/controls';
import { Button, Typography } from '@shop/ui/core';
import { useCallback, useRef, useState } from 'react';
import { type AddressDoubt, findAddressDoubts } from './address-doubts';
import { AddressQuestion } from './address-question';
import * as styles from './checkout.module.css';
import { RecentOrderQuestion } from './recent-order-question';
import { getPhoneHint, getPostalCodeHint, type ShippingAddress, shippingSchema } from './shipping-address';
import type { ReadyCheckout } from './use-checkout';
import { usePinSuggestion } from './use-pin-suggestion';

/** The shipping address and the Place Order button. Specification 2, 3 and 5 "Checkout". */
export function ShippingForm({ state }: { state: ReadyCheckout }) {
  const t = useTexts();
  const { cart, draft, isPlacing, isAddressKept, keepAddress, saveDraft, rejectForm, placeOrder } = state;
  const { recentOrder, payRecentOrder, dismissRecentOrder } = state;
  const isCartEmpty = cart.lines.length === 0;
  const [asked, setAsked] = useState<{ address: ShippingAddress; doubts: AddressDoubt[] } | null>(null);
  /** Questions that the shopper has answered with "Send anyway". */
  const answered = useRef('');
  /** True when the next submit places another order beside `recentOrder`. */
  const isFurther = useRef(false);
  const change = useCallback(
    (address: ShippingAddress) => {
      setAsked(null);
      dismissRecentOrder();
      isFurther.current = false;
      saveDraft(address);
    },
    [dismissRecentOrder, saveDraft],
  );
  const send = (address: ShippingAddress) => {
    const isAnother = isFurther.current;
    isFurther.current = false;
    return placeOrder(address, isAnother);
  };
  const save = async (address: ShippingAddress) => {
    const doubts = isCartEmpty ? [] : await findAddressDoubts(address, t);
    if (doubts.length > 0 && JSON.stringify(doubts) !== answered.current) setAsked({ address, doubts });
    else await send(address);
  };
  return (
    <ShopForm
      label={t('Shipping information')}
      initialValues={draft}
      schema={shippingSchema}
      onChange={change}
      onInvalid={rejectForm}
      onSave={save}
    >
      {({ isSubmitting }) => (
        // An empty cart disables the button. The shopper still gets the message about it. Interpretation 34.
        // biome-ignore lint/a11y/noStaticElementInteractions: it handles Enter in its fields; the fields are interactive
        <div className={styles.fields} onKeyDown={isCartEmpty ? submitOnEnter : undefined}>
          <AddressFields />
          <FormControlLabel
            label={t('Keep this address on this device')}
            control={<Checkbox checked={isAddressKept} onChange={(_event, isKept) => keepAddress(isKept)} />}
          />
          {asked && (
            <AddressQuestion
              doubts={asked.doubts}
              onSend={() => {
                answered.current = JSON.stringify(asked.doubts);
                setAsked(null);
                void send(asked.address);
              }}
              onCorrect={() => document.getElementById(`field-${asked.doubts[0]?.field}`)?.focus()}
            />
          )}
          {recentOrder && (
            <RecentOrderQuestion
              order={recentOrder}
              onPay={payRecentOrder}
              // A submit validates and sends the address on screen.
              onPlaceAnother={({ currentTarget }) => {
                isFurther.current = true;
                currentTarget.form?.requestSubmit();
              }}
            />
          )}
          <Button
            type="submit"
            variant="contained"
            size="large"
            fullWidth
            disabled={isCartEmpty || isSubmitting || isPlacing}
            // The field would lose the focus first, and its hint would move the button away from the click.
            onMouseDown={(event) => event.preventDefault()}
          >
            {isSubmitting || isPlacing ? t('Processing...') : t('Place Order')}
          </Button>
        </div>
      )}
    </ShopForm>
  );
}

function AddressFields() {
  const t = useTexts();
  const { getHelperText, other } = usePinSuggestion();
  return (
    <>
      <Typography variant="h3" component="h2">
        {t('Shipping information')}
      </Typography>
      <FormTextField
        name="fullName"
        maxLength={shippingFieldMaxLengths.fullName}
        label={t('Full Name')}
        autoComplete="name"
        autoCapitalize="words"
        isRequired
      />
      <FormTextField
        name="address"
        maxLength={shippingFieldMaxLengths.address}
        label={t('Address')}
        autoComplete="street-address"
        multiline
        minRows={2}
        isRequired
      />
      <div className={styles.fieldPair}>
        <FormTextField
          name="city"
          maxLength={shippingFieldMaxLengths.city}
          label={t('City')}
          autoComplete="address-level2"
          autoCapitalize="words"
          helperText={getHelperText('city')}
          isRequired
        />
        <FormTextField
          name="state"
          maxLength={shippingFieldMaxLengths.state}
          label={t('State')}
          autoComplete="address-level1"
          autoCapitalize="words"
          helperText={getHelperText('state')}
          isRequired
        />
      </div>
      <div className={styles.fieldPair}>
        <HintedField
          name="postalCode"
          maxLength={shippingFieldMaxLengths.postalCode}
          getHint={getPostalCodeHint}
          label={t('Postal Code')}
          autoComplete="postal-code"
          inputMode="numeric"
          isRequired
        />
        <HintedField
          name="phone"
          maxLength={shippingFieldMaxLengths.phone}
          getHint={getPhoneHint}
          label={t('Phone')}
          type="tel"
          autoComplete="tel"
          inputMode="tel"
          isRequired
        />
      </div>
      <div role="status" className={styles.place}>
        {other && (
          <>
            <Typography variant="body2" tone="secondary" component="span">
              {t('This PIN code is in {place}.', { place: other.label })}
            </Typography>
            <Button size="small" onClick={other.use}>
              {t('Use {place}', { place: other.label })}
            </Button>
          </>
        )}
      </div>
    </>
  );
}

interface HintedFieldProps extends FormTextFieldProps {
  /** Returns a hint about a doubtful value. */
  getHint: (value: string, t: Texts) => string | undefined;
}

/** A field that shows a hint once it was left. A hint never stops an order. */
function HintedField({ getHint, ...props }: HintedFieldProps) {
  const t = useTexts();
  const [, { value, touched }] = useField<string>(props.name);
  return <FormTextField {...props} helperText={touched && getHint(value.trim(), t)} />;
}
