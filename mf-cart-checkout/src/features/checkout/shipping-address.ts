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
