/* What the server and the console's page share. The page runs in a browser, so this file imports nothing. */

/** Periods for which the console lists errors, with their length in milliseconds. Gateways keep records for 30 days. */
export const errorPeriods = { '1h': 3_600_000, '1d': 86_400_000, '7d': 604_800_000, '30d': 2_592_000_000 } as const;

export type ErrorPeriod = keyof typeof errorPeriods;

/** Period of an address without one. */
export const defaultErrorPeriod: ErrorPeriod = '1d';

/** The longest life of a personal token in days. */
export const maxTokenDays = 90;

/**
 * Header of a call with the secret of a service that runs on the caller's machine: the name of the person who acts, as a component
 * of an address.
 */
export const localUserHeader = 'release-user';

/**
 * Media type of a response that reports the steps of its call: one JSON document in each line, and the response itself in the last
 * one. A call answers so when its `accept` header is this type.
 */
export const stepsMediaType = 'application/x-ndjson';

/** A line of such a response. */
export type StepLine =
  /** Further steps are known. */
  | { kind: 'plan'; count: number }
  | { kind: 'begin'; step: number; name: string }
  /** Step 0 has no beginning: the line shows that the call still runs. */
  | { kind: 'end'; step: number; isOk: boolean }
  /** The status and the body that the response has without steps. */
  | { kind: 'response'; status: number; body: unknown };
