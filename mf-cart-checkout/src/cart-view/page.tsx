import { Container, styled } from '@shop/ui/core';

/** Pixels. Narrower than a product list, so that lines stay close to their totals and labels to their fields. */
const pageWidth = 1200;

/** Width and padding of the screens of this remote. */
export const Page = styled(Container)(({ theme }) => ({
  paddingBlock: theme.spacing(4),
  [theme.breakpoints.up('xs')]: { maxWidth: pageWidth },
  [theme.breakpoints.up('md')]: { paddingBlock: theme.spacing(8) },
}));
