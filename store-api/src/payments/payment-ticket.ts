import { createHmac, randomBytes, timingSafeEqual } from 'node:crypto';
import { type Static, Type } from 'typebox';

/** What travels through the browser to the bank's page and back. All text: it is posted as a form. */
export const PaymentTicket = Type.Object({
  reference: Type.String({ maxLength: 40 }),
  orderId: Type.String({ maxLength: 40 }),
  /** Rupees with two decimals. */
  amount: Type.String({ maxLength: 20 }),
  currency: Type.Literal('INR'),
  /** Where the shopper goes afterwards: an origin, chosen when the payment was started. */
  storefront: Type.String({ maxLength: 300 }),
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
  /** True for a ticket we signed, every character of it; its expiry is looked at by `isExpired`. */
  verify(ticket: SignedPaymentTicket): boolean;
}

/** Signs tickets with HMAC-SHA-256, so that nobody changes an amount or an address on the way. */
export function createTicketSigner(key: string): TicketSigner {
  const seal = ({ reference, orderId, amount, currency, storefront, expires }: PaymentTicket) =>
    createHmac('sha256', key)
      .update(JSON.stringify([reference, orderId, amount, currency, storefront, expires]))
      .digest('base64url');
  return {
    sign: (ticket) => ({ ...ticket, signature: seal(ticket) }),
    verify(ticket) {
      const expected = Buffer.from(seal(ticket));
      const given = Buffer.from(ticket.signature);
      return expected.length === given.length && timingSafeEqual(expected, given);
    },
  };
}

export function isExpired({ expires }: PaymentTicket, now: number): boolean {
  return !(Number(expires) > now);
}

/** A key for `createTicketSigner`. */
export function createSigningKey(): string {
  return randomBytes(32).toString('base64url');
}
