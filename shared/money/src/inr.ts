const rupees = new Intl.NumberFormat('en-IN', {
  style: 'currency',
  currency: 'INR',
  minimumFractionDigits: 0,
  maximumFractionDigits: 2,
});

/**
 * Writes an amount in rupees the Indian way: `₹1,23,456`, `₹1,999.5`, never `₹1,999.00`.
 *
 * @param amount Rupees, not paise. Anything that is not a finite number counts as 0.
 * @see Specification 1 and 9 (INR, en-IN, at most two decimals); Interpretation 6.
 */
export function formatInr(amount: number): string {
  return rupees.format(Number.isFinite(amount) ? amount : 0);
}
