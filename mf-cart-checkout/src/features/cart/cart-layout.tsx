import { styled } from '@shop/ui/core';

/** Lines and summary in two columns; in one column on phones. */
export const CartColumns = styled('div')(({ theme }) => ({
  display: 'grid',
  gridTemplateColumns: 'minmax(0, 1fr)',
  gap: theme.spacing(5),
  marginTop: theme.spacing(4),
  [theme.breakpoints.up('md')]: { gridTemplateColumns: 'minmax(0, 1fr) 300px', gap: theme.spacing(6) },
  [theme.breakpoints.up('lg')]: { gridTemplateColumns: 'minmax(0, 1fr) 380px', gap: theme.spacing(10) },
}));

/** Grid of one line: picture, product, remove button, quantity and total. */
export const LineGrid = styled('div')(({ theme }) => ({
  display: 'grid',
  gridTemplateAreas: '"picture info remove" "quantity quantity quantity"',
  gridTemplateColumns: '88px minmax(0, 1fr) auto',
  gap: theme.spacing(2),
  paddingBlock: theme.spacing(3),
  borderTop: `1px solid ${theme.vars.palette.divider}`,
  [theme.breakpoints.up('sm')]: {
    gridTemplateAreas: '"picture info remove" "picture quantity quantity"',
    gridTemplateColumns: '128px minmax(0, 1fr) auto',
    gridTemplateRows: '1fr auto',
    columnGap: theme.spacing(3),
  },
}));
