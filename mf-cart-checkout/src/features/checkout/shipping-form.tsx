import { FormTextField, type FormTextFieldProps, ShopForm, submitOnEnter, useField } from '@shop/forms/form';
import { Button, Typography } from '@shop/ui/core';
import * as styles from './checkout.module.css';
import { getPhoneHint, getPostalCodeHint, shippingSchema } from './shipping-address';
import type { ReadyCheckout } from './use-checkout';

/** The shipping address and the Place Order button. Specification 2, 3 and 5 "Checkout". */
export function ShippingForm({ state }: { state: ReadyCheckout }) {
  const { cart, draft, isPlacing, saveDraft, rejectForm, placeOrder } = state;
  const isCartEmpty = cart.lines.length === 0;
  return (
    <ShopForm
      label="Shipping information"
      initialValues={draft}
      schema={shippingSchema}
      onChange={saveDraft}
      onInvalid={rejectForm}
      onSave={placeOrder}
    >
      {({ isSubmitting }) => (
        // An empty cart disables the button. The shopper still gets the message about it. Interpretation 34.
        // biome-ignore lint/a11y/noStaticElementInteractions: it handles Enter in its fields; the fields are interactive
        <div className={styles.fields} onKeyDown={isCartEmpty ? submitOnEnter : undefined}>
          <Typography variant="h3" component="h2">
            Shipping information
          </Typography>
          <FormTextField name="fullName" label="Full Name" autoComplete="name" autoCapitalize="words" isRequired />
          <FormTextField
            name="address"
            label="Address"
            autoComplete="street-address"
            multiline
            minRows={2}
            isRequired
          />
          <div className={styles.fieldPair}>
            <FormTextField name="city" label="City" autoComplete="address-level2" autoCapitalize="words" isRequired />
            <FormTextField name="state" label="State" autoComplete="address-level1" autoCapitalize="words" isRequired />
          </div>
          <div className={styles.fieldPair}>
            <HintedField
              name="postalCode"
              getHint={getPostalCodeHint}
              label="Postal Code"
              autoComplete="postal-code"
              inputMode="numeric"
              isRequired
            />
            <HintedField
              name="phone"
              getHint={getPhoneHint}
              label="Phone"
              type="tel"
              autoComplete="tel"
              inputMode="tel"
              isRequired
            />
          </div>
          <Button
            type="submit"
            variant="contained"
            size="large"
            fullWidth
            disabled={isCartEmpty || isSubmitting || isPlacing}
          >
            {isSubmitting || isPlacing ? 'Processing...' : 'Place Order'}
          </Button>
        </div>
      )}
    </ShopForm>
  );
}

interface HintedFieldProps extends FormTextFieldProps {
  /** Returns a hint about a doubtful value. */
  getHint: (value: string) => string | undefined;
}

/** A field that shows a hint once it was left. A hint never stops an order. */
function HintedField({ getHint, ...props }: HintedFieldProps) {
  const [, { value, touched }] = useField<string>(props.name);
  return <FormTextField {...props} helperText={touched && getHint(value.trim())} />;
}
