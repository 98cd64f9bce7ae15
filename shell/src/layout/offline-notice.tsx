import { styled } from '@shop/ui/core';
import { useSyncExternalStore } from 'react';

function subscribe(onChange: () => void): () => void {
  window.addEventListener('online', onChange);
  window.addEventListener('offline', onChange);
  return () => {
    window.removeEventListener('online', onChange);
    window.removeEventListener('offline', onChange);
  };
}

const Strip = styled('p')(({ theme }) => ({
  position: 'fixed',
  insetInline: 0,
  top: 0,
  zIndex: theme.zIndex.snackbar,
  margin: 0,
  padding: theme.spacing(0.75, 2),
  textAlign: 'center',
  fontSize: '0.875rem',
  background: theme.vars.palette.text.primary,
  color: theme.vars.palette.background.default,
  '@media print': { display: 'none' },
}));

/** Says that the line is gone, and that what is in the cart is not. */
export function OfflineNotice() {
  const isOnline = useSyncExternalStore(
    subscribe,
    () => navigator.onLine,
    () => true,
  );
  return <div role="status">{!isOnline && <Strip>You are offline. Your cart is kept on this device.</Strip>}</div>;
}
