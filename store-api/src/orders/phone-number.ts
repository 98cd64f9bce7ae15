/**
 * Returns the digits that identify an Indian phone number, for comparisons. `+91 98765-43210`, `098765 43210` and
 * `9876543210` have the same key.
 *
 * @returns Six to fifteen digits without the country code, or undefined when the text is not a phone number.
 */
export function getPhoneKey(text: string): string | undefined {
  const digits = text.replace(/[\s().-]/g, '').replace(/^(\+91|0091|91(?=\d{10}$)|0(?=\d{10}$))/, '');
  return /^\d{6,15}$/.test(digits) ? digits : undefined;
}
