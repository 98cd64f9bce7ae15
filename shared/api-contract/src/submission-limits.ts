import { countVisible } from './normal-text';

/*
 * Limits of what a form may send. The schemas of the API refuse more, and the fields say so before they send.
 */

/** Characters of an e-mail address, as in SMTP. */
export const maxEmailLength = 254;

/** Characters of each name of an account. */
export const minNameLength = 2;
export const maxNameLength = 100;

/** Tells whether a name has as many visible characters as each name of an account needs. */
export const isLongEnoughName = (name: string): boolean => countVisible(name) >= minNameLength;

/** Characters of a password. The maximum bounds the CPU time of one hash. */
export const minPasswordLength = 6;
export const maxPasswordLength = 256;

/** Tells whether a new password is long enough. It counts code points, as JSON Schema does. */
export const isLongEnoughPassword = (password: string): boolean => [...password].length >= minPasswordLength;

/** Pieces of one product in an order. */
export const maxPiecesPerProduct = 10_000;

/** Different products in an order. */
export const maxProductsPerOrder = 200;
