/*
 * Limits of canaries. The console's page and the parser of the command line load this file: it imports no package.
 */

/** Stages of one plan at most, after the first share. */
export const maxStages = 20;

/**
 * Canaries that run side by side in an environment at most. A gateway renders the live composition and one for each.
 *
 * @see docs/decisions/0082-one-canary-for-a-visitor.md
 */
export const maxCanaries = 4;
