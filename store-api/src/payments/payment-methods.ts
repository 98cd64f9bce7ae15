/** The ways to pay, by the names the payment form shows. */
export const paymentMethods = ['UPI app', 'UPI QR code', 'Card', 'Net banking', 'Wallet', 'Cash on delivery'] as const;

export type PaymentMethod = (typeof paymentMethods)[number];

/** The ways that need a bank to answer: only the sandbox plays one. */
const needsBank: readonly PaymentMethod[] = ['Card', 'Net banking', 'Wallet'];

/** What can be paid with: everything with the sandbox, else what needs no bank page. */
export function getPaymentMethods(sandbox: boolean): PaymentMethod[] {
  return paymentMethods.filter((method) => sandbox || !needsBank.includes(method));
}

export function isUpi(method: PaymentMethod): boolean {
  return method === 'UPI app' || method === 'UPI QR code';
}
