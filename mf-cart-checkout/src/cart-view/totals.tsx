import { formatInr } from '@shop/money/inr';
import { styled } from '@shop/ui/core';

export interface TotalsProps {
  /** Rupees over all lines. */
  total: number;
}

const List = styled('dl')({ margin: 0 });

const Row = styled('div')(({ theme }) => ({
  display: 'flex',
  justifyContent: 'space-between',
  alignItems: 'baseline',
  flexWrap: 'wrap',
  gap: theme.spacing(0.5, 2),
  paddingBlock: theme.spacing(1),
  '& dt': { color: theme.vars.palette.text.secondary },
  '& dd': { margin: 0, fontVariantNumeric: 'tabular-nums', overflowWrap: 'anywhere', textAlign: 'right' },
}));

const TotalRow = styled(Row)(({ theme }) => ({
  marginTop: theme.spacing(1),
  paddingTop: theme.spacing(2),
  borderTop: `1px solid ${theme.vars.palette.divider}`,
  '& dt': { color: theme.vars.palette.text.primary, fontWeight: 600 },
  '& dd': { ...theme.typography.h3, marginLeft: 'auto' },
}));

/** Subtotal, shipping and total. Shipping is shown as 'Free'. Specification 2 and 9. */
export function Totals({ total }: TotalsProps) {
  return (
    <List>
      <Row>
        <dt>Subtotal</dt>
        <dd>{formatInr(total)}</dd>
      </Row>
      <Row>
        <dt>Shipping</dt>
        <dd>Free</dd>
      </Row>
      <TotalRow>
        <dt>Total</dt>
        <dd>{formatInr(total)}</dd>
      </TotalRow>
    </List>
  );
}
