import type { Texts } from '@shop/language/texts';
import type { NewNotice } from '@shop/notifications/notifications-slice';

/** Key of the toast about a missing size. A card shows it, and the page of the product ends it. */
export const missingSizeKey = 'missing-size';

/** Returns the toast for a product with sizes of which none is selected. Specification 5 "Product". */
export const describeMissingSize = (t: Texts): NewNotice => ({
  key: missingSizeKey,
  tone: 'destructive',
  title: t('Please select a size'),
  description: t('You must select a size before adding to cart'),
});

/** Returns the single option, or undefined for none or several options. */
export function getOnlyOption(options: readonly string[]): string | undefined {
  return options.length === 1 ? options[0] : undefined;
}
