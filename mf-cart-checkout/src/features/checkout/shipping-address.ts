import { mapShippingFields, type ShippingField } from '@shop/api-contract/shipping-fields';
import { type InferType, object, string } from '@shop/forms/form';
import { type Texts, text } from '@shop/language/texts';

/** Every field must be non-blank after trimming. Specification 5 "Checkout". */
export const shippingSchema = object({
  fullName: string().trim().required(text('Full name is required')),
  address: string().trim().required(text('Address is required')),
  city: string().trim().required(text('City is required')),
  state: string().trim().required(text('State is required')),
  postalCode: string().trim().required(text('Postal code is required')),
  phone: string().trim().required(text('Phone is required')),
} satisfies Record<ShippingField, unknown>);

/** Shipping address of an order. Specification 3 "Shipping form". */
export type ShippingAddress = InferType<typeof shippingSchema>;

export const blankAddress: ShippingAddress = mapShippingFields(() => '');

/** Reads an Indian PIN code: its six digits. Null for any other text. */
export function parsePin(postalCode: string): string | null {
  const digits = postalCode.replace(/\s/g, '');
  return /^[1-9]\d{5}$/.test(digits) ? digits : null;
}

/** True for an Indian mobile number. Spaces, hyphens and the country code may stand in it. */
export function isMobileNumber(phone: string): boolean {
  return /^(\+91|0091|91|0)?[6-9]\d{9}$/.test(phone.replace(/[\s().-]/g, ''));
}

/** Returns a hint about a postal code that is no Indian PIN code. */
export function getPostalCodeHint(postalCode: string, t: Texts): string | undefined {
  if (postalCode === '' || parsePin(postalCode)) return undefined;
  return t('Indian PIN codes have six digits. Please check yours.');
}

/** Returns a hint about a phone number that is no Indian mobile number. */
export function getPhoneHint(phone: string, t: Texts): string | undefined {
  if (phone === '' || isMobileNumber(phone)) return undefined;
  return t('Indian mobile numbers have ten digits. Please check yours.');
}
