import type { StoreInfo } from '@shop/api-contract/decoders/store-info';

/** Days of the built-in policies. Specification 2 "Policy pages". */
const builtInDays = { min: 0, max: 7 };

/**
 * Gives the days of delivery, return or refund. Store information can announce those of delivery.
 *
 * @param info Store information; undefined until it has loaded.
 * @returns Undefined while they are unknown, and for a shop whose own policy can have others.
 */
export function getPolicyDays(
  policy: 'shipping' | 'return' | 'refund',
  info: StoreInfo | undefined,
): { min: number; max: number } | undefined {
  if (policy === 'shipping' && info?.deliveryDays) return info.deliveryDays;
  return info && !info.ownPolicies.includes(policy) ? builtInDays : undefined;
}
