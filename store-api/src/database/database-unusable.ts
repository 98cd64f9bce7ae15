/** The database cannot be opened or used; the message is one sentence for the operator. */
export class DatabaseUnusableError extends Error {}
