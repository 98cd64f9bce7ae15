import { useNotify } from '@shop/notifications/use-notify';
import { useStoreInfo } from '@shop/store-info/use-store-info';
import { useEffect, useRef } from 'react';

/**
 * Shows one toast per page when store information does not load. Every screen then uses its defaults. A later screen
 * requests it again, and a repeated failure shows no second toast. Specification 8 "Store and products".
 */
export function StoreInfoFailure() {
  const { kind } = useStoreInfo();
  const notify = useNotify();
  const isShown = useRef(false);
  useEffect(() => {
    if (kind !== 'failed' || isShown.current) return;
    isShown.current = true;
    notify({
      tone: 'destructive',
      title: 'Error',
      description: 'Failed to load store information. Please refresh the page.',
    });
  }, [kind, notify]);
  return null;
}
