import { formatOrderAmount } from '@shop/money/format';
import { useSettings } from '@shop/settings/use-settings';

/** Returns the formatter of amounts in order views: dollars, or rupees by the `orderAmounts` setting. Interpretation 6. */
export function useOrderAmount(): (amount: number) => string {
  const { orderAmounts } = useSettings();
  return (amount) => formatOrderAmount(amount, orderAmounts);
}
