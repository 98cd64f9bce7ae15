import { useNotify } from '@shop/notifications/use-notify';
import { useStoreInfo } from '@shop/store-info/use-store-info';
import { useEffect } from 'react';

/** Says once that store information is missing; every screen has its defaults. Specification 8 "Store and products". */
export function StoreInfoFailure() {
  const { kind } = useStoreInfo();
  const notify = useNotify();
  useEffect(() => {
    if (kind !== 'failed') return;
    notify({
      tone: 'destructive',
      title: 'Error',
      description: 'Failed to load store information. Please refresh the page.',
    });
  }, [kind, notify]);
  return null;
}
