import { mapShippingFields, type ShippingField, shippingFieldMaxLengths } from '@shop/api-contract/shipping-fields';
import { formatTypedPhone, normalizeText, readMobileNumber, readPinCode } from '@shop/api-contract/typed-text';
import { type InferType, object, string, tooLong } from '@shop/forms/form';
import { type Texts, text } from '@shop/language/texts';

/** A text that must be visible, as long as the API accepts. */
const visibleText = (field: ShippingField, missing: string) =>
  string()
    .trim()
    .transform((value: string) => (normalizeText(value) === '' ? '' : value))
    .required(missing)
    .max(shippingFieldMaxLengths[field], tooLong);

/** Every field must be non-blank after trimming. PIN code and phone are read as people paste them. Specification 5 "Checkout". */
export const shippingSchema = object({
  fullName: visibleText('fullName', text('Full name is required')),
  address: visibleText('address', text('Address is required')),
  city: visibleText('city', text('City is required')),
  state: visibleText('state', text('State is required')),
  postalCode: visibleText('postalCode', text('Postal code is required')).transform(
    (value: string) => readPinCode(value) ?? value,
  ),
  phone: visibleText('phone', text('Phone is required')).transform(formatTypedPhone),
} satisfies Record<ShippingField, unknown>);

/** Shipping address of an order. Specification 3 "Shipping form". */
export type ShippingAddress = InferType<typeof shippingSchema>;

export const blankAddress: ShippingAddress = mapShippingFields(() => '');

/** Returns a hint about a postal code that is no Indian PIN code. */
export function getPostalCodeHint(postalCode: string, t: Texts): string | undefined {
  if (postalCode === '' || readPinCode(postalCode)) return undefined;
  return t('Indian PIN codes have six digits. Please check yours.');
}

/** Returns a hint about a phone number that is no Indian mobile number. */
export function getPhoneHint(phone: string, t: Texts): string | undefined {
  if (phone === '' || readMobileNumber(phone)) return undefined;
  return t('Indian mobile numbers have ten digits. Please check yours.');
}
