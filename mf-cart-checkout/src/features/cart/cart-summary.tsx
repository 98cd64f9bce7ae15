import { Button, styled, Typography } from '@shop/ui/core';
import { layoutSizes } from '@shop/ui/tokens';
import { Totals } from '../../cart-view/totals';
import type { CheckOut } from './use-cart-screen';

export interface CartSummaryProps {
  /** Rupees over all lines. */
  total: number;
  checkOut: CheckOut;
}

const headingId = 'cart-summary';

const Panel = styled('section')(({ theme }) => ({
  alignSelf: 'start',
  padding: theme.spacing(3),
  borderRadius: theme.shape.borderRadius,
  backgroundColor: theme.vars.palette.background.sunken,
  // Below the shell's header, which stays in view.
  [theme.breakpoints.up('md')]: { position: 'sticky', top: layoutSizes.stickyTop },
  [theme.breakpoints.up('lg')]: { padding: theme.spacing(4) },
}));

/** What the cart costs, and the way to checkout. */
export function CartSummary({ total, checkOut }: CartSummaryProps) {
  return (
    <Panel aria-labelledby={headingId}>
      <Typography id={headingId} variant="h3" component="h2" sx={{ mb: 2 }}>
        Summary
      </Typography>
      <Totals total={total} />
      <Button
        variant="contained"
        size="large"
        fullWidth
        sx={{ mt: 3 }}
        onClick={checkOut.go}
        onPointerEnter={checkOut.prefetch}
        onFocus={checkOut.prefetch}
        onTouchStart={checkOut.prefetch}
      >
        Checkout
      </Button>
    </Panel>
  );
}
