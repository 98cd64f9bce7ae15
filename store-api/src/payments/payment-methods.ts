/** Payment methods, by their names in the payment form. */
export const paymentMethods = ['UPI app', 'UPI QR code', 'Card', 'Net banking', 'Wallet', 'Cash on delivery'] as const;

export type PaymentMethod = (typeof paymentMethods)[number];

/** Methods that need a bank. The sandbox bank is the only one. */
const bankMethods: readonly PaymentMethod[] = ['Card', 'Net banking', 'Wallet'];

/** Returns the available methods: all of them with the sandbox, else those that need no bank. */
export function getPaymentMethods(sandbox: boolean): PaymentMethod[] {
  return paymentMethods.filter((method) => sandbox || !bankMethods.includes(method));
}

export function isUpi(method: PaymentMethod): boolean {
  return method === 'UPI app' || method === 'UPI QR code';
}
