/*
 * Limits of what a form may send. The schemas of the API refuse more, and the fields say so before they send.
 */

/** Characters of an e-mail address, as in SMTP. */
export const maxEmailLength = 254;

/** Characters of each name of an account. */
export const maxNameLength = 100;

/** Characters of a password. The maximum bounds the CPU time of one hash. */
export const maxPasswordLength = 256;

/** Pieces of one product in an order. */
export const maxPiecesPerProduct = 10_000;

/** Different products in an order. */
export const maxProductsPerOrder = 200;
