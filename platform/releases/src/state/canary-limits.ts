/*
 * Limits of canaries. The console's page and the parser of the command line load this file: it imports no package.
 */

/** Stages of one plan at most, after the first share. */
export const maxStages = 20;
