import { styled } from '@shop/ui/core';
import { useIsOnline } from './use-is-online';

const Strip = styled('p')(({ theme }) => ({
  margin: 0,
  padding: theme.spacing(0.75, 2),
  textAlign: 'center',
  fontSize: '0.875rem',
  background: theme.vars.palette.text.primary,
  color: theme.vars.palette.background.default,
  '@media print': { display: 'none' },
}));

/** Tells an offline shopper that the cart is safe. It takes up space in the flow and covers nothing. */
export function OfflineNotice() {
  const isOnline = useIsOnline();
  return <div role="status">{!isOnline && <Strip>You are offline. Your cart is kept on this device.</Strip>}</div>;
}
