import { useTexts } from '@shop/language/texts';
import { useNotify } from '@shop/notifications/use-notify';
import type { SlotLink } from '@shop/remote-contract/slots';
import { urls } from '@shop/remote-contract/urls';
import { categoriesOr, kitchenCategories } from '@shop/store-info/categories';
import { useStoreInfo } from '@shop/store-info/use-store-info';
import { useEffect, useRef } from 'react';

/** Gives the name of the shop, or the company's name. Empty until one of them is known. */
export function useShopName(): string {
  const { info } = useStoreInfo();
  return info?.storeName || info?.companyName || '';
}

/** Gives links to all categories of the shop, or to the kitchen defaults. */
export function useCategoryLinks(): Pick<SlotLink, 'text' | 'to'>[] {
  const { info } = useStoreInfo();
  return [...new Set(categoriesOr(kitchenCategories, info))].map((name) => ({
    text: name,
    to: urls.productList({ category: name.toLowerCase() }),
  }));
}

/**
 * Shows one toast when store information does not load. Every screen then uses its defaults. A later screen requests store
 * information again: success ends the toast, and another failure shows no second one. Specification 8 "Store and products".
 */
export function StoreInfoFailure() {
  const t = useTexts();
  const { kind } = useStoreInfo();
  const notify = useNotify();
  const dismiss = useRef<() => void>(undefined);
  useEffect(() => {
    if (kind === 'ready') dismiss.current?.();
    if (kind !== 'failed' || dismiss.current) return;
    dismiss.current = notify({
      tone: 'destructive',
      title: t('Error'),
      description: t('Failed to load store information. Please refresh the page.'),
    });
  }, [kind, notify, t]);
  return null;
}
