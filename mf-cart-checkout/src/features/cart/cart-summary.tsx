import { Button, styled, Typography } from '@shop/ui/core';
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
  // The offset is the height of the shell's sticky header.
  [theme.breakpoints.up('md')]: { position: 'sticky', top: 96 },
  [theme.breakpoints.up('lg')]: { padding: theme.spacing(4) },
}));

/** Totals of the cart and the Checkout button. */
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
