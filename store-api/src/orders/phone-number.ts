/**
 * The ten digits that tell two Indian phone numbers apart: `+91 98765-43210`, `098765 43210` and `9876543210` are one.
 *
 * @returns Undefined for text that is no phone number.
 */
export function getPhoneKey(text: string): string | undefined {
  const digits = text.replace(/[\s().-]/g, '').replace(/^(\+91|0091|91(?=\d{10}$)|0(?=\d{10}$))/, '');
  return /^\d{6,15}$/.test(digits) ? digits : undefined;
}
