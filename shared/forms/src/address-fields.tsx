import { type ShippingField, shippingFieldMaxLengths } from '@shop/api-contract/shipping-fields';
import { FormTextField, type FormTextFieldProps, useField, useSecondRender } from '@shop/forms/form';
import { type Texts, useTexts } from '@shop/language/texts';
import * as styles from './address-fields.module.css';
import { getPhoneHint, getPostalCodeHint } from './shipping-address';

export interface AddressFieldsProps {
  /** Returns the helper text of city or state. */
  getHelperText?: (field: 'city' | 'state') => string | undefined;
}

/**
 * The six fields of a shipping address, in a `ShopForm` with `shippingSchema`.
 *
 * @example <AddressFields />
 * @see Specification 3 and 5 "Checkout"
 */
export function AddressFields({ getHelperText }: AddressFieldsProps) {
  const t = useTexts();
  // The first field brings the styles of all. Together they would block a slow phone.
  const hasAll = useSecondRender();
  return (
    <div className={styles.fields}>
      <AddressField name="fullName" label={t('Full Name')} autoComplete="name" autoCapitalize="words" />
      {hasAll ? <FurtherFields getHelperText={getHelperText} /> : <div className={styles.further} />}
    </div>
  );
}

function FurtherFields({ getHelperText }: AddressFieldsProps) {
  const t = useTexts();
  return (
    <>
      <AddressField name="address" label={t('Address')} autoComplete="street-address" multiline minRows={2} />
      <div className={styles.pair}>
        <AddressField
          name="city"
          label={t('City')}
          autoComplete="address-level2"
          autoCapitalize="words"
          helperText={getHelperText?.('city')}
        />
        <AddressField
          name="state"
          label={t('State')}
          autoComplete="address-level1"
          autoCapitalize="words"
          helperText={getHelperText?.('state')}
        />
      </div>
      <div className={styles.pair}>
        <HintedField
          name="postalCode"
          getHint={getPostalCodeHint}
          label={t('Postal Code')}
          autoComplete="postal-code"
          inputMode="numeric"
        />
        <HintedField
          name="phone"
          getHint={getPhoneHint}
          label={t('Phone')}
          type="tel"
          autoComplete="tel"
          inputMode="tel"
        />
      </div>
    </>
  );
}

interface AddressFieldProps extends Omit<FormTextFieldProps, 'maxLength' | 'isRequired'> {
  name: ShippingField;
}

/** A required field with the greatest length that the API accepts. */
function AddressField(props: AddressFieldProps) {
  return <FormTextField {...props} maxLength={shippingFieldMaxLengths[props.name]} isRequired />;
}

interface HintedFieldProps extends AddressFieldProps {
  /** Returns a hint about a doubtful value. */
  getHint: (value: string, t: Texts) => string | undefined;
}

/** A field that shows a hint once it was left. A hint never stops a form. */
function HintedField({ getHint, ...props }: HintedFieldProps) {
  const t = useTexts();
  const [, { value, touched }] = useField<string>(props.name);
  return <AddressField {...props} helperText={touched && getHint(value.trim(), t)} />;
}
