/**
 * Latest values of fields for a day, and for a date and time. Without them, the year of a field takes six digits. The day
 * after it has four in every time zone.
 */
export const latestDay = '9999-12-30';
export const latestTime = `${latestDay}T23:59`;
const earliestTime = '0001-01-02T00:00';

/**
 * Parses a typed time, such as `2026-11-24T09:00`, or that of an address.
 *
 * @returns Undefined when it is none, or its year has not four digits.
 */
export function parseTypedTime(text: string): Date | undefined {
  const time = new Date(text);
  const at = time.getTime();
  return at >= Date.parse(earliestTime) && at <= Date.parse(latestTime) ? time : undefined;
}

/** Formats a time as the field for date and time has it, in the time zone of the browser. */
export const toFieldValue = (time: Date): string =>
  new Date(time.getTime() - time.getTimezoneOffset() * 60_000).toISOString().slice(0, 'yyyy-mm-ddThh:mm'.length);
