import { formatInr } from './inr';

/** How order views write amounts: the specification's dollar sign, or rupees as everywhere else. */
export type OrderAmountStyle = 'dollar' | 'rupee';

/**
 * Writes an amount in an order view (`/orders`, `/track-order`): `$1999.00`.
 *
 * The dollar sign is the specification's own inconsistency and stays on purpose; the deployment setting
 * `ORDER_AMOUNTS=rupee` switches these two views to rupees.
 *
 * @param amount The order's own unit, rupees. Anything that is not a finite number counts as 0.
 * @see Specification 1; Interpretation 6.
 */
export function formatOrderAmount(amount: number, style: OrderAmountStyle = 'dollar'): string {
  const finite = Number.isFinite(amount) ? amount : 0;
  return style === 'rupee' ? formatInr(finite) : `$${finite.toFixed(2)}`;
}
