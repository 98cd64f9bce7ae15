/* What the server and the console's page share. The page runs in a browser, so this file imports nothing. */

/** Periods for which the console lists errors, with their length in milliseconds. Gateways keep records for 30 days. */
export const errorPeriods = { '1h': 3_600_000, '1d': 86_400_000, '7d': 604_800_000, '30d': 2_592_000_000 } as const;

export type ErrorPeriod = keyof typeof errorPeriods;

/** Period of an address without one. */
export const defaultErrorPeriod: ErrorPeriod = '1d';

/** The longest life of a personal token in days. */
export const maxTokenDays = 90;
