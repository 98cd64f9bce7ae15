import { mapShippingFields, type ShippingField } from '@shop/api-contract/shipping-fields';
import { type InferType, object, string } from '@shop/forms/form';

/** Every field must be non-blank after trimming. Specification 5 "Checkout". */
export const shippingSchema = object({
  fullName: string().trim().required('Full name is required'),
  address: string().trim().required('Address is required'),
  city: string().trim().required('City is required'),
  state: string().trim().required('State is required'),
  postalCode: string().trim().required('Postal code is required'),
  phone: string().trim().required('Phone is required'),
} satisfies Record<ShippingField, unknown>);

/** Shipping address of an order. Specification 3 "Shipping form". */
export type ShippingAddress = InferType<typeof shippingSchema>;

export const blankAddress: ShippingAddress = mapShippingFields(() => '');

/** Returns a hint about a postal code that is no Indian PIN code. */
export function getPostalCodeHint(postalCode: string): string | undefined {
  const isUsual = postalCode === '' || /^[1-9]\d{2}\s?\d{3}$/.test(postalCode);
  return isUsual ? undefined : 'Indian PIN codes have six digits. Please check yours.';
}

/** Returns a hint about a phone number that is no Indian mobile number. Spaces, hyphens and the country code may stand in it. */
export function getPhoneHint(phone: string): string | undefined {
  const isUsual = phone === '' || /^(\+91|0091|91|0)?[6-9]\d{9}$/.test(phone.replace(/[\s().-]/g, ''));
  return isUsual ? undefined : 'Indian mobile numbers have ten digits. Please check yours.';
}
