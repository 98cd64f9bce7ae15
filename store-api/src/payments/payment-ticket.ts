import { createHmac, randomBytes, timingSafeEqual } from 'node:crypto';
import { type Static, Type } from 'typebox';

/** Payment data that the browser carries to the bank page and back. All fields are text, because a form posts them. */
export const PaymentTicket = Type.Object({
  reference: Type.String({ maxLength: 40 }),
  orderId: Type.String({ maxLength: 40 }),
  /** Rupees with two decimals. */
  amount: Type.String({ maxLength: 20 }),
  currency: Type.Literal('INR'),
  /** URL of the shop that the shopper returns to, with the prefix of the language. The server chooses it when the payment starts. */
  shopUrl: Type.String({ maxLength: 300 }),
  /** Milliseconds since 1970. */
  expires: Type.String({ maxLength: 20 }),
});
export type PaymentTicket = Static<typeof PaymentTicket>;

export const SignedPaymentTicket = Type.Object({
  ...PaymentTicket.properties,
  signature: Type.String({ maxLength: 100 }),
});
export type SignedPaymentTicket = Static<typeof SignedPaymentTicket>;

export interface TicketSigner {
  sign(ticket: PaymentTicket): SignedPaymentTicket;
  /** Tells whether the signature of a ticket is valid. It does not check the expiry. */
  verify(ticket: SignedPaymentTicket): boolean;
}

/** Creates a signer that uses HMAC-SHA-256. The signature prevents a change of the amount or the return address. */
export function createTicketSigner(key: string): TicketSigner {
  const computeSignature = ({ reference, orderId, amount, currency, shopUrl, expires }: PaymentTicket) =>
    createHmac('sha256', key)
      .update(JSON.stringify([reference, orderId, amount, currency, shopUrl, expires]))
      .digest('base64url');
  return {
    sign: (ticket) => ({ ...ticket, signature: computeSignature(ticket) }),
    verify(ticket) {
      const expected = Buffer.from(computeSignature(ticket));
      const actual = Buffer.from(ticket.signature);
      return expected.length === actual.length && timingSafeEqual(expected, actual);
    },
  };
}

export function isExpired({ expires }: Pick<PaymentTicket, 'expires'>, now: number): boolean {
  return !(Number(expires) > now);
}

/** Creates a random key for `createTicketSigner`. */
export function createSigningKey(): string {
  return randomBytes(32).toString('base64url');
}
