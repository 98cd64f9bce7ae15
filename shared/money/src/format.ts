/**
 * Writes a number the Indian way, in every language: `1,23,456`, `1,999.5`. `Intl.NumberFormat` writes the same, but its first
 * use blocks a phone for 60 ms.
 *
 * @param value Anything that is not a finite number counts as 0. The result has at most two decimals.
 */
export function formatNumber(value: number): string {
  if (!Number.isFinite(value)) return '0';
  const [whole = '', fraction = ''] = value.toFixed(2).split('.');
  const decimals = fraction.replace(/0+$/, '');
  return whole.replace(/(\d)(?=(\d\d)+\d$)/g, '$1,') + (decimals && `.${decimals}`);
}

/**
 * Writes an amount in rupees the Indian way: `₹1,23,456`, `₹1,999.5`, never `₹1,999.00`.
 *
 * @param amount Rupees, not paise. Anything that is not a finite number counts as 0.
 * @see Specification 1 and 9 (INR, en-IN, at most two decimals); Interpretation 6.
 */
export function formatInr(amount: number): string {
  return `${amount < 0 ? '-' : ''}₹${formatNumber(Math.abs(amount))}`;
}

/** How order views write amounts: the specification's dollar sign, or rupees as everywhere else. */
export type OrderAmountStyle = 'dollar' | 'rupee';

/**
 * Writes an amount in an order view (`/orders`, `/orders/:id`, `/track-order`): `$1999.00`.
 *
 * The dollar sign is the specification's own inconsistency and stays on purpose; the deployment setting
 * `ORDER_AMOUNTS=rupee` switches these views to rupees.
 *
 * @param amount The order's own unit, rupees. Anything that is not a finite number counts as 0.
 * @see Specification 1; Interpretation 6.
 */
export function formatOrderAmount(amount: number, style: OrderAmountStyle = 'dollar'): string {
  if (style === 'rupee') return formatInr(amount);
  return `$${(Number.isFinite(amount) ? amount : 0).toFixed(2)}`;
}
