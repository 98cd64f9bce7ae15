import { useNotify } from '@shop/notifications/use-notify';
import { useStoreInfo } from '@shop/store-info/use-store-info';
import { useEffect, useRef } from 'react';

/**
 * Says once a page that store information is missing; every screen has its defaults. A screen that comes later asks for
 * it again, and may fail again: that is no news. Specification 8 "Store and products".
 */
export function StoreInfoFailure() {
  const { kind } = useStoreInfo();
  const notify = useNotify();
  const isSaid = useRef(false);
  useEffect(() => {
    if (kind !== 'failed' || isSaid.current) return;
    isSaid.current = true;
    notify({
      tone: 'destructive',
      title: 'Error',
      description: 'Failed to load store information. Please refresh the page.',
    });
  }, [kind, notify]);
  return null;
}
