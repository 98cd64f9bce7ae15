/**
 * The shop's time zone, not the shopper's: the shop sells in India and counts its days there. A date is the same on every
 * device and on a server.
 */
const longDate = new Intl.DateTimeFormat('en-US', { dateStyle: 'long', timeZone: 'Asia/Kolkata' });

/** Formats a date as `January 5, 2025`. Specification 2 "Account". Returns an empty string when there is no date. */
export function formatLongDate(iso: string): string {
  return iso ? longDate.format(new Date(iso)) : '';
}
