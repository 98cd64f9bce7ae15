import { styled } from '@shop/ui/core';

export const Orders = styled('ul')(({ theme }) => ({
  margin: theme.spacing(4, 0, 0),
  padding: 0,
  listStyle: 'none',
}));

/** Block of one order. */
export const OrderBlock = styled('article')(({ theme }) => ({
  paddingBlock: theme.spacing(4),
  borderTop: `1px solid ${theme.vars.palette.divider}`,
  [theme.breakpoints.up('md')]: { paddingBlock: theme.spacing(5) },
  '@media print': { breakInside: 'avoid' },
}));

/** Items and delivery in two columns; in one column on phones. */
export const OrderColumns = styled('div')(({ theme }) => ({
  display: 'grid',
  gridTemplateColumns: 'minmax(0, 1fr)',
  gap: theme.spacing(3),
  marginTop: theme.spacing(3),
  [theme.breakpoints.up('md')]: { gridTemplateColumns: 'minmax(0, 1fr) 240px', gap: theme.spacing(8) },
}));
