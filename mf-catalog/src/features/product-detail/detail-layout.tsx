import { Container, styled } from '@shop/ui/core';

/** The page's frame: what is shown, and its skeleton. */
export const DetailFrame = styled(Container)(({ theme }) => ({
  overflowWrap: 'anywhere',
  paddingTop: theme.spacing(1),
  paddingBottom: theme.spacing(4),
  [theme.breakpoints.up('md')]: { paddingTop: theme.spacing(2), paddingBottom: theme.spacing(6) },
}));

/** Pictures beside words from 768 px. */
export const DetailColumns = styled('div')(({ theme }) => ({
  display: 'grid',
  gap: theme.spacing(3),
  marginTop: theme.spacing(1),
  [theme.breakpoints.up('md')]: {
    gridTemplateColumns: 'minmax(0, 1fr) minmax(0, 1fr)',
    gap: theme.spacing(5),
    alignItems: 'start',
  },
  // The whole picture, 4:5, fits into the window under the header; thumbnails stand beside it.
  [theme.breakpoints.up('lg')]: {
    '--thumbnails': '0px',
    '&:has([data-thumbnails=true])': { '--thumbnails': '88px' },
    gridTemplateColumns: 'clamp(380px, (100vh - 168px) * 0.8 + var(--thumbnails), 54%) minmax(0, 600px)',
    gap: theme.spacing(9),
  },
}));
