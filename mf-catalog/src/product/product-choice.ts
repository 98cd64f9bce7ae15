import type { NewNotice } from '@shop/notifications/notifications-slice';

/** The toast for a product with sizes of which none is selected. Specification 5 "Product". */
export const sizeMissing = {
  tone: 'destructive',
  title: 'Please select a size',
  description: 'You must select a size before adding to cart',
} as const satisfies NewNotice;

/** Returns the single option, or undefined for none or several options. */
export function getOnlyOption(options: readonly string[]): string | undefined {
  return options.length === 1 ? options[0] : undefined;
}
