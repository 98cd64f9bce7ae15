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

/** Says that the line is gone, and that what is in the cart is not. It takes its room above what it stands in. */
export function OfflineNotice() {
  const isOnline = useIsOnline();
  return <div role="status">{!isOnline && <Strip>You are offline. Your cart is kept on this device.</Strip>}</div>;
}
