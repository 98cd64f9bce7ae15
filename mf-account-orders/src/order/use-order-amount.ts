import { formatOrderAmount } from '@shop/money/order-amount';
import { useSettings } from '@shop/settings/use-settings';

/**
 * Gives the function that writes an amount in order views: dollars, unless the deployment says rupees. Interpretation
 * 6.
 */
export function useOrderAmount(): (amount: number) => string {
  const { orderAmounts } = useSettings();
  return (amount) => formatOrderAmount(amount, orderAmounts);
}
