import { styled } from '@shop/ui/core';

export const DetailList = styled('dl')({ margin: 0 });

/** One detail: label and value in one row, in two rows on phones. */
export const DetailRow = styled('div')(({ theme }) => ({
  display: 'grid',
  gap: theme.spacing(0.5, 3),
  paddingBlock: theme.spacing(2.5),
  borderTop: `1px solid ${theme.vars.palette.divider}`,
  '&:last-of-type': { borderBottom: `1px solid ${theme.vars.palette.divider}` },
  '& dt': { color: theme.vars.palette.text.secondary },
  '& dd': { margin: 0, minHeight: '1.6em', overflowWrap: 'anywhere' },
  [theme.breakpoints.up('sm')]: { gridTemplateColumns: '160px minmax(0, 1fr)' },
}));
