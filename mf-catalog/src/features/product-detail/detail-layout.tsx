import { Container, styled } from '@shop/ui/core';

/** The frame of the product page and of its skeleton. */
export const DetailFrame = styled(Container)(({ theme }) => ({
  overflowWrap: 'anywhere',
  paddingTop: theme.spacing(1),
  paddingBottom: theme.spacing(4),
  [theme.breakpoints.up('md')]: { paddingTop: theme.spacing(2), paddingBottom: theme.spacing(6) },
}));

/** The columns of the product page. From 768 px the pictures stand beside the text. */
export const DetailColumns = styled('div')(({ theme }) => ({
  display: 'grid',
  gap: theme.spacing(3),
  marginTop: theme.spacing(1),
  [theme.breakpoints.up('md')]: {
    gridTemplateColumns: 'minmax(0, 1fr) minmax(0, 1fr)',
    gap: theme.spacing(5),
    alignItems: 'start',
  },
  // A whole 4:5 picture fits into the window below the header, beside its thumbnails.
  [theme.breakpoints.up('lg')]: {
    '--thumbnails': '0px',
    '&:has([data-thumbnails=true])': { '--thumbnails': '88px' },
    gridTemplateColumns: 'clamp(380px, (100vh - 168px) * 0.8 + var(--thumbnails), 54%) minmax(0, 600px)',
    gap: theme.spacing(9),
  },
}));
