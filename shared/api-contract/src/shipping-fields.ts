/** Maximum length of each field of the shipping form, in characters. Specification 3, "Shipping form". */
export const shippingFieldMaxLengths = {
  fullName: 200,
  address: 500,
  city: 100,
  state: 100,
  postalCode: 20,
  phone: 30,
} as const;

export type ShippingField = keyof typeof shippingFieldMaxLengths;

/** The six fields of the shipping form, in the order of the form. This is the only list of them. */
export const shippingFields = Object.keys(shippingFieldMaxLengths) as ShippingField[];

/** Fields that an order view joins into one address. Specification 3, "Order". */
export const addressFields = ['address', 'city', 'state', 'postalCode'] as const satisfies readonly ShippingField[];

/**
 * Creates an object with a value for each shipping field.
 *
 * @example mapShippingFields((field) => address[field].trim())
 */
export function mapShippingFields<Value>(toValue: (field: ShippingField) => Value): Record<ShippingField, Value> {
  return Object.fromEntries(shippingFields.map((field) => [field, toValue(field)])) as Record<ShippingField, Value>;
}
