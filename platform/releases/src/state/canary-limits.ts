/*
 * Limits of canaries. The console's page and the parser of the command line load this file: it imports no package.
 */

/** Stages of one plan at most, after the first share. */
export const maxStages = 20;

/**
 * Canaries that run side by side in an environment at most. Each pair of them is a signed composition: four canaries have
 * eleven compositions (live, four alone, six pairs).
 *
 * @see docs/decisions/0036-side-by-side-canaries.md
 */
export const maxCanaries = 4;

/** Canaries that one visitor is in at most. Pairs are the largest combinations that are composed, signed and served. */
export const maxCanariesPerVisitor = 2;
