/**
 * The shop's time zone, not the shopper's: the shop sells in India and counts its days there. A date is the same on every
 * device and on a server.
 */
const options = { dateStyle: 'long', timeZone: 'Asia/Kolkata' } as const;

/**
 * Formats a date as `January 5, 2025`. Specification 2 "Account". Returns an empty string when there is no date.
 *
 * @param language BCP 47 tag of the page, without a country: English dates have the month first, which is not usual in India.
 */
export function formatLongDate(iso: string, language = 'en'): string {
  return iso ? new Intl.DateTimeFormat(language, options).format(new Date(iso)) : '';
}
