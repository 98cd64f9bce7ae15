import { styled } from '@shop/ui/core';

const Badge = styled('span')(({ theme }) => ({
  padding: theme.spacing(0.25, 1.25),
  borderRadius: 4,
  fontSize: '0.8125rem',
  fontWeight: 600,
  lineHeight: 1.6,
  background: theme.vars.palette.sale,
  color: theme.vars.palette.onSale,
}));

/** Marks a product whose price is below its regular price. Specification 2 "Product card". */
export function SaleBadge() {
  return <Badge>Sale</Badge>;
}
