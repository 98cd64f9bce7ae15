/** A shipping address that the store API accepts. */
export const shippingAddress = {
  fullName: 'Asha Rao',
  address: '5 Church Street',
  city: 'Bengaluru',
  state: 'Karnataka',
  postalCode: '560001',
  phone: '+91 98450 12345',
};
